"""How several worker processes tell each other what they stored and who is connected."""
