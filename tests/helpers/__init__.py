"""What several tests need: servers, browsers, deals, stories."""
