"""Wire protocols of the Middle Size League."""
