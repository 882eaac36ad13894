"""Makes the referee of a match, and answers which restart follows when the ball left the field."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from robopitch.messages import Restart, Team
from robopitch.referee.default_referee import DefaultReferee

if TYPE_CHECKING:
    from robopitch.referee.rules import Rules
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec
    from robopitch.world import World

__all__ = ["made_referee", "restart"]

MakeRules = Callable[["LeagueSpec", "RulesSpec", float], "Rules"]


def made_referee(
    world: World, options: Any, make_rules: MakeRules | None = None, obedient: frozenset[Team] = frozenset()
) -> DefaultReferee:
    """The referee that the options of a match name.

    options:    referee, half, elimination, year, teams and enforce are read
    make_rules: gives the rules of the league; None: what most leagues have in common
    obedient:   teams that have as many robots as an external referee allows
    """
    own = None
    if options.referee == "rules":
        from robopitch.referee.rules import Rules
        from robopitch.referee.rules_referee import RulesReferee
        from robopitch.spec.rules import rules_of

        rules = (make_rules or Rules)(world.league, rules_of(world.league, options.year), world.timestep)
        own = RulesReferee(world, options.teams, rules, options.half, options.elimination)
    waits = options.referee == "external"
    return DefaultReferee(world, options.teams, options.referee == "free", options.enforce, own, waits, obedient)


def restart(league: str, exit: tuple[float, float], last_touch: Team | str | None) -> Restart:
    """How play continues in a league when the ball left the field at a place, m, touched last by a team.

    >>> restart("ssl-div-b", (1.0, 3.1), "blue")
    Restart(kind=<Phase.FREE_KICK: 'free kick'>, team=<Team.YELLOW: 'yellow'>, position=(1.0, 2.8))
    """
    from robopitch.spec import load_league
    from robopitch.spec.rules import rules_of

    # The adapters of leagues know this package: they are found by name, as those of users are.
    make_rules = import_module("robopitch.leagues.registry").rules_in(league)
    spec = load_league(league)
    rules = make_rules(spec, rules_of(spec), 0.001)
    answer: Restart = rules.after_exit(exit[0], exit[1], None if last_touch is None else Team(last_touch))
    return answer
