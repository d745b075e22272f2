"""The bots at a table."""
