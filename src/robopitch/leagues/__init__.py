"""The leagues. Each folder describes one family of leagues: field, ball, robots and scenes."""
