"""Routes by subject, the socket, limits and middleware."""
