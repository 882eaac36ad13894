"""The side of a team in the Small Size League."""
