"""What travels, as types: messages from clients, messages to clients, answers over HTTP."""
