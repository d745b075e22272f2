"""Study: what all cards known would have allowed, and what a finished game was worth."""
