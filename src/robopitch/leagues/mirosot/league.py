"""MiroSot and VSS: no protocols so far."""

from robopitch.leagues.plain import PlainLeague

__all__ = ["LEAGUE"]

LEAGUE = PlainLeague("mirosot")
