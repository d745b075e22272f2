"""Backups: one file for both stores, so that a backup of SQLite can be restored to PostgreSQL and the other way."""
