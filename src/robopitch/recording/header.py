"""The header of a recording: describes its match completely enough to make the same one again."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

import robopitch
from robopitch.messages import Team
from robopitch.recording.league import adapter_of, foreign_folder
from robopitch.spec import LeagueSpec, RealismSpec
from robopitch.teams.player import TRUTH

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.teams import Policy

__all__ = ["FORMAT", "Header", "describe", "league_of", "pack_header", "read_header", "remake"]

FORMAT = 2  # 1: without derived inputs; `free_play` was called `kick_about`
MOST_PROBLEMS = 3  # of a header that are named

_Finite = Annotated[float, Field(allow_inf_nan=False)]


class Named(BaseModel):
    """A league or a realism as it was recorded: whole, but only its name is looked at until it is made again."""

    model_config = ConfigDict(strict=True, extra="allow")
    name: str


class Players(BaseModel):
    """Who played."""

    model_config = ConfigDict(strict=True, extra="allow")
    blue: str
    yellow: str


class Header(BaseModel):
    """What `describe` writes. Keys that a later version adds are kept."""

    model_config = ConfigDict(strict=True, extra="allow")
    format: Annotated[int, Field(ge=1, le=FORMAT)]
    robopitch: str = ""
    versions: dict[str, str] = {}
    processor: str = ""
    league: Named
    realism: Named | None
    engine: str
    timestep: Annotated[_Finite, Field(gt=0, le=1)]  # s
    seed: int
    epoch: Annotated[_Finite, Field(ge=-1e12, le=1e12)]  # s, unix
    tick: Annotated[int, Field(ge=0, lt=2**53)] = 0
    players: Players
    free_play: Annotated[bool, Field(validation_alias=AliasChoices("free_play", "kick_about"))]
    referee: Literal["rules", "free", "external", "none"] | None = None  # None: as `free_play` says
    half: Annotated[_Finite, Field(gt=0, le=86400)] | None = None  # s, by the rules
    elimination: bool = False
    year: Annotated[int, Field(ge=0, le=9999)] | None = None  # of the rule book; None: the latest one
    sees: list[str] = list(TRUTH)  # names of the sensors whose reports built-in teams get
    sees_truth: list[str] | None = None  # teams that see true positions, not reports of sensors; None: not recorded
    watchdog: Annotated[_Finite, Field(ge=0, le=3600)]  # s
    tracker: str
    enforce: list[str]
    names: dict[Literal["blue", "yellow"], str] = {}  # of external teams
    comments: dict[str, str] = {}
    league_folder: str | None = None  # of a league that is not part of the package: its name
    league_digest: str | None = None  # of the files in it


def describe(match: Match, comments: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Everything that must be known beside a snapshot, as plain data.

    comments: the names of the teams, a description, time and place [MI20 appendix B]
    """
    from robopitch.machine import describe_versions

    world, options = match.world, match.options
    realism = match.configuration.first_realism
    return {
        "format": FORMAT,
        "robopitch": robopitch.__version__,
        "versions": describe_versions(),
        "processor": f"{platform.machine()} {platform.processor()}".strip(),
        "league": match.configuration.base_league.model_dump(mode="json"),
        "realism": None if realism is None else realism.model_dump(mode="json"),
        "engine": world.engine.name,
        "timestep": world.timestep,
        "seed": world.seed,
        "epoch": match.origin,
        "tick": match.tick,
        "players": {team.value: match.players[team] for team in Team},
        "free_play": options.free_play,
        "referee": options.referee,
        "half": options.half,
        "elimination": options.elimination,
        "year": options.year,
        "sees": list(options.sees),
        "sees_truth": sorted(team.value for team in match.sees_truth),
        "watchdog": options.watchdog,
        "tracker": options.tracker,
        "enforce": sorted(options.enforce),
        "names": {team.value: name for team, name in options.names.items()},
        "comments": dict(comments or {}),
        **foreign_folder(world.league),
    }


def pack_header(header: Mapping[str, Any]) -> dict[str, str]:
    """A header as metadata of an MCAP file, with a digest: nothing else in the file guards it."""
    text = json.dumps(header, sort_keys=True)
    return {"json": text, "sha256": hashlib.sha256(text.encode()).hexdigest()}


def read_header(metadata: Mapping[str, str]) -> dict[str, Any]:
    """The header in the metadata of a file, as plain data; a ValueError that says what is wrong with it.

    Recordings of older versions have no digest.
    """
    text, digest = metadata.get("json"), metadata.get("sha256")
    if text is None:
        raise ValueError("it is empty")
    if digest is not None and hashlib.sha256(text.encode()).hexdigest() != digest:
        raise ValueError("its checksum does not fit")
    try:
        plain = json.loads(text)
        return Header.model_validate(plain).model_dump()
    except ValidationError as error:
        problems = error.errors(include_url=False, include_input=False)
        found = [
            f"{'.'.join(map(str, problem['loc'])) or 'header'}: {_words(problem)}"
            for problem in problems[:MOST_PROBLEMS]
        ]
        more = f" and {len(problems) - MOST_PROBLEMS} more" if len(problems) > MOST_PROBLEMS else ""
        raise ValueError("; ".join(found) + more) from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"it is not JSON: {error}") from None


def _words(problem: Any) -> str:
    return "missing" if problem["type"] == "missing" else str(problem["msg"])


def league_of(header: Mapping[str, Any]) -> LeagueSpec:
    """The league that was played; a ValueError if this version cannot use it."""
    return _spec(LeagueSpec, header["league"])


def _spec(kind: Any, plain: Any) -> Any:
    try:
        return kind.model_validate(plain)
    except (ValidationError, RecursionError) as error:
        what = "league" if kind is LeagueSpec else "realism"
        lines = str(error).splitlines()[1:3]
        raise ValueError(f"the recorded {what} cannot be used: {' '.join(' '.join(lines).split())}") from None


def remake(
    header: Mapping[str, Any],
    policies: Mapping[str, Policy] | None = None,
    seed: int | None = None,
    senses: bool = True,
) -> Match:
    """A match like the recorded one, into which its snapshots can be restored.

    policies: teams by name, instead of those of the league
    seed:   another one, for a new future
    senses: False leaves the sensors out, which is faster and changes nothing that happens
    """
    from robopitch.match import Match
    from robopitch.referee import Rule
    from robopitch.world.roster import opening_roster
    from robopitch.world.world import World

    league = league_of(header)
    realism = None if header["realism"] is None else _spec(RealismSpec, header["realism"])
    roster = opening_roster(league, dict.fromkeys(Team, int(league.team_size)))
    own = header["seed"] if seed is None else seed
    world = World(league, roster, header["engine"], header["timestep"], own)
    return Match(
        world,
        realism,
        parts=adapter_of(header),
        policies=policies,
        blue=header["players"]["blue"],
        yellow=header["players"]["yellow"],
        free_play=header["free_play"],
        referee=header["referee"],
        half=header["half"],
        elimination=header["elimination"],
        year=header["year"],
        watchdog=header["watchdog"],
        tracker=header["tracker"],
        enforce=frozenset(Rule(name) for name in header["enforce"]),
        sees=tuple(header["sees"]),
        names={Team(colour): name for colour, name in header["names"].items()},
        epoch=header["epoch"],
        senses=senses,
    )
