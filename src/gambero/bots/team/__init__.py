"""Players of the team games, classic and extreme."""
