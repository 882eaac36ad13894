"""Referees: the interface, free play, and the enforcement of an external referee's rulings."""
