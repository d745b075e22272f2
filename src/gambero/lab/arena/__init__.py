"""Bots compared with each other: win rates in team games, ratings from a round robin in the others."""
