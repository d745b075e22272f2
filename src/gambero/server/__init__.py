"""Tables for people and bots, over HTTP and WebSocket. Each folder is a room; docs/architecture.md has the picture."""
