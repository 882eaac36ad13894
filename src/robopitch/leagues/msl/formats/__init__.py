"""Files that only this league has."""
