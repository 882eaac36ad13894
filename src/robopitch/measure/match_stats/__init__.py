"""Statistics of a match: goals, shots, passes, possession, distances, collisions."""
