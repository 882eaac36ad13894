"""File formats of the Small Size League."""
