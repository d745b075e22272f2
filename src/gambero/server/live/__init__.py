"""A table in memory: who is connected, what is sent, storing, and what it does by itself; all tables of a worker."""
