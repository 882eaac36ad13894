"""What a recording says about its match: enough to make the same one again."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import robopitch
from robopitch.match import Match, Rule
from robopitch.messages import Team
from robopitch.spec import LeagueSpec, RealismSpec

if TYPE_CHECKING:
    from robopitch.teams import Policy

__all__ = ["FORMAT", "describe", "remake"]

FORMAT = 1


def describe(match: Match, comments: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Everything that must be known beside a snapshot, as plain data.

    comments: the names of the teams, a description, time and place (seed 002, appendix B)
    """
    from robopitch.machine import describe_versions

    world, options = match.world, match.options
    realism = match.parts.first_realism
    return {
        "format": FORMAT,
        "robopitch": robopitch.__version__,
        "versions": describe_versions(),
        "processor": f"{platform.machine()} {platform.processor()}".strip(),
        "league": match.parts.base_league.model_dump(mode="json"),
        "realism": None if realism is None else realism.model_dump(mode="json"),
        "engine": world.engine.name,
        "timestep": world.timestep,
        "seed": world.seed,
        "epoch": match.origin,
        "tick": match.tick,
        "players": {team.value: match.players[team] for team in Team},
        "kick_about": options.kick_about,
        "watchdog": options.watchdog,
        "tracker": options.tracker,
        "enforce": sorted(options.enforce),
        "comments": dict(comments or {}),
    }


def remake(
    header: Mapping[str, Any],
    policies: Mapping[str, Policy],
    seed: int | None = None,
    senses: bool = True,
) -> Match:
    """A match like the recorded one, into which its snapshots can be restored.

    seed:   another one, for a new future
    senses: False leaves the sensors out, which is faster and changes nothing that happens
    """
    from robopitch.world.roster import opening_roster
    from robopitch.world.world import World

    try:
        league = LeagueSpec.model_validate(header["league"])
        realism = None if header["realism"] is None else RealismSpec.model_validate(header["realism"])
        roster = opening_roster(league, dict.fromkeys(Team, int(league.team_size)))
        own = int(header["seed"]) if seed is None else seed
        world = World(league, roster, str(header["engine"]), float(header["timestep"]), own)
        return Match(
            world,
            realism,
            policies=policies,
            blue=str(header["players"]["blue"]),
            yellow=str(header["players"]["yellow"]),
            kick_about=bool(header["kick_about"]),
            watchdog=float(header["watchdog"]),
            tracker=str(header["tracker"]),
            enforce=frozenset(Rule(name) for name in header["enforce"]),
            epoch=float(header["epoch"]),
            senses=senses,
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"the recording's header lacks or garbles {error}") from None
