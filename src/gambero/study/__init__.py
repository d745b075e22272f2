"""Study: which line wins if all cards are known, what each turn of a finished game was worth, and puzzles."""
