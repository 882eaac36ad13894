"""File formats for data of matches: tables, pictures and films."""
