"""Which puzzle comes when: no I/O, no clock, no chance."""
