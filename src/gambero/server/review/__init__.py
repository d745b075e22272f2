"""Hints, luck and what expert would have laid, computed in the bots' pool."""
