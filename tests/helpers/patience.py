"""How long a test waits for what must happen: long, since the machine may be busy, and at no cost when it happens."""

PATIENCE = 180.0  # seconds
