"""What a server of the Small Size League receives."""
