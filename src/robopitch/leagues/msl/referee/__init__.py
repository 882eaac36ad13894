"""The RefBox: ours, one outside, and automatic referees."""
