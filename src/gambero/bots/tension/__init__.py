"""Players of tension."""
