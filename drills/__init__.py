"""Drills: a server under play, a hundred faults, and a check of all that its clients saw."""
