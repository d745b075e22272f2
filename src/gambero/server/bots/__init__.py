"""The thread pool in which bots think, and the bots at a table."""
