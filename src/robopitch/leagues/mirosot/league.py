"""MiroSot and VSS: no protocols so far."""

from robopitch.leagues.mirosot.formats.mi20 import MI20
from robopitch.leagues.plain import PlainLeague

__all__ = ["LEAGUE"]

LEAGUE = PlainLeague("mirosot", formats=(MI20,))
