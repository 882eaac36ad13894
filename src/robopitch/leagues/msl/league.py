"""The Middle Size League: no protocols so far."""

from robopitch.leagues.plain import PlainLeague

__all__ = ["LEAGUE"]

LEAGUE = PlainLeague("msl")
