"""MI20's network: programs of a team that exchange events."""
