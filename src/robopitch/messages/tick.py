"""Ticks, which count steps of a match from 0."""

__all__ = ["NEVER"]

NEVER = 2**62  # a tick that no match reaches
