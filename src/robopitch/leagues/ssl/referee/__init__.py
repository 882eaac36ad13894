"""Referee messages of the Small Size League, game controllers outside, and automatic referees."""
