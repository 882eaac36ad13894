"""Trackers: one that reports the true state, one that filters camera frames."""
