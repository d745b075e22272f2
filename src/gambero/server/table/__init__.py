"""One table as the fold of its log: what an act leads to, and what each seat sees. No I/O, no clock, no chance."""
