"""The real-time data bases of a team's robots."""
