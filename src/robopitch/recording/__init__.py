"""The memory: matches written down, read, replayed and simulated again."""
