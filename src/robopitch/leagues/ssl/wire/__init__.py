"""Wire protocols of the Small Size League."""
