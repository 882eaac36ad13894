"""The rule book of the Small Size League."""
