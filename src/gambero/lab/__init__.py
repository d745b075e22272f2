"""The laboratory: simulate many games, compare bots, write reports, train weights."""
