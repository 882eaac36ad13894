"""The rule book of the Middle Size League."""
