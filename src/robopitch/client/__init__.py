"""A built-in team over the network: vision, estimation, decision, commands."""
