"""What is stored: logs, the lobby, finished games, people; in SQLite or PostgreSQL."""
