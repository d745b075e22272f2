"""What several tests share: servers, browsers, deals."""
