"""Which teams can be named for a match: those of its league, a Python file, or a program outside."""

from __future__ import annotations

from robopitch.leagues.registry import family_of
from robopitch.match.players import EXTERNAL
from robopitch.spec import load_league
from robopitch.spec.names import known_name
from robopitch.teams.schemes import check_scheme
from robopitch.teams.team_file import is_team_file, load_team

__all__ = ["team_name", "usual_teams"]

USUAL = ("cambada", "mi20")


def team_name(given: str, league: str) -> str:
    """The name of a team as it is spelt; a ValueError with suggestions if nobody can play under it.

    given: the name of a team of the league, "external", a function in a file, "my_team.py:play", or one by scheme
    """
    if is_team_file(given):
        load_team(given)
        return given
    check_scheme(given)
    return known_name(given, (*family_of(load_league(league).name).teams, EXTERNAL), "team")


def usual_teams(league: str) -> tuple[str, str]:
    """Who plays if nobody is named: cambada against mi20, or the first team that the league has instead of one."""
    known = family_of(load_league(league).name).teams
    blue, yellow = (name if name in known else known[0] for name in USUAL)
    return blue, yellow
