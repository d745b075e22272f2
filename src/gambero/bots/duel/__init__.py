"""Players of the duel."""
