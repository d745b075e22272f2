"""Lessons, and finished games tried again."""
