"""Messages to people who are not here: how they are written, encrypted and posted."""
