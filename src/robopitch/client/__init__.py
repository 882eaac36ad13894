"""A built-in team over the network: what it sees becomes an estimate, what it decides becomes commands."""
