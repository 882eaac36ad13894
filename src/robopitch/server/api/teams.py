"""Requests about teams: who plays, in which formation, and robots that are driven by hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from annotated_types import MaxLen
from pydantic import Field, StrictStr
from typing_extensions import TypedDict

from robopitch.messages import BodyVelocity, ChangeFormation, Kick, RobotOrder, Steer, SwapTeam, Team
from robopitch.server.api.ask import Ask, Id, Number, TeamName, Text, Yes
from robopitch.server.api.caller import Caller
from robopitch.server.api.registry import Control, Owner, request

if TYPE_CHECKING:
    from robopitch.teams import formation as team_formation  # which loads the physics

LONGEST_FORMATION = 1 << 16  # characters
BUSY = 2  # robots with a task of their own: the keeper, and the one that goes for the ball


class Swap(Ask):
    """Let another program play a team."""

    ask: Literal["swap"] = "swap"
    team: TeamName
    name: Text = ""


@request(Swap, needs=Control, runs="match", costs=0, shows=True)
def swap(caller: Caller, ask: Swap) -> None:
    team = Team(ask.team)
    before = SwapTeam(team, caller.match.players[team])
    caller.offer(SwapTeam(team, ask.name))
    caller.undo.keep(object(), team, before)


# ---- formations ----------------------------------------------------------------------------------------------------


class Spot(TypedDict):
    """A place of a formation, in the frame of the team: x towards the goal that it attacks."""

    x: float  # m, for a ball in the centre
    y: float
    pull_x: float  # share of the ball's x that is added
    pull_y: float


class Formation(TypedDict):
    """The answer to `read_formation`: where free robots stand."""

    attack: list[Spot]  # while the own team has the ball
    defence: list[Spot]


class FormationState(TypedDict):
    """The answer to `formation`."""

    plays: str  # the team
    formed: bool  # it has formations
    told: bool  # a coach has told it this one; otherwise it is one to begin with
    attack: list[Spot]
    defence: list[Spot]


class FormationText(TypedDict):
    """The answer to `formation_text`: a file in TOML."""

    text: str


Spots = Annotated[list[Spot], MaxLen(64)]


class GetFormation(Ask):
    """The formation of a team. Only for pages with the key: it is the business of the team."""

    ask: Literal["formation"] = "formation"
    team: TeamName


@request(GetFormation, needs=Owner, runs="match")
def formation(caller: Caller, ask: GetFormation) -> FormationState:
    from robopitch.teams import formation as team_formation

    match, team = caller.match, Team(ask.team)
    told, field = match.teams.formations.get(team), match.world.league.field
    robots = sum(1 for _ in match.world.robots(team))
    shown = told or team_formation.usual_formation(float(field.length), float(field.width), robots - BUSY)
    return FormationState(
        plays=match.players[team],
        formed=match.teams.has_formations(team),
        told=told is not None,
        **_answer(shown),
    )


class WriteFormation(Ask):
    """A formation as the text of a file."""

    ask: Literal["formation_text"] = "formation_text"
    attack: Spots
    defence: Spots


@request(WriteFormation, needs=Owner, runs="match")
def write_formation(caller: Caller, ask: WriteFormation) -> FormationText:
    from robopitch.teams import formation as team_formation

    written = team_formation.Formation(_spots(ask.attack), _spots(ask.defence))
    return FormationText(text=team_formation.formation_text(written, team_formation.FORMED[0]))


class ReadFormation(Ask):
    """The formation in the text of a file."""

    ask: Literal["read_formation"] = "read_formation"
    text: Annotated[StrictStr, MaxLen(LONGEST_FORMATION)]


@request(ReadFormation, needs=Owner, runs="match")
def read_formation(caller: Caller, ask: ReadFormation) -> Formation:
    from robopitch.teams import formation as team_formation

    return _answer(team_formation.read_formation(ask.text).formation)


class SetFormation(Ask):
    """Tell a team where its free robots stand; without spots: as it likes."""

    ask: Literal["set_formation"] = "set_formation"
    team: TeamName
    attack: Spots = Field(default_factory=list)
    defence: Spots = Field(default_factory=list)


@request(SetFormation, needs=Control, runs="match", costs=0)
def set_formation(caller: Caller, ask: SetFormation) -> None:
    from robopitch.teams import formation as team_formation

    team = Team(ask.team)
    told = caller.match.teams.formations.get(team)
    before = ChangeFormation(team) if told is None else ChangeFormation(team, **told.spots)
    caller.offer(
        ChangeFormation(team, *(team_formation.plain_spots(_spots(spots)) for spots in (ask.attack, ask.defence)))
    )
    caller.undo.keep(object(), team, before)


def _answer(formation: team_formation.Formation) -> Formation:
    attack, defence = (
        [Spot(x=spot.x, y=spot.y, pull_x=spot.pull_x, pull_y=spot.pull_y) for spot in spots]
        for spots in (formation.attack, formation.defence)
    )
    return Formation(attack=attack, defence=defence)


def _spots(given: Sequence[Spot]) -> tuple[team_formation.Spot, ...]:
    from robopitch.teams import formation as team_formation

    return tuple(team_formation.Spot(one["x"], one["y"], one["pull_x"], one["pull_y"]) for one in given)


# ---- driving by hand -----------------------------------------------------------------------------------------------


class Drive(Ask):
    """Drive a robot; this replaces the command of its team."""

    ask: Literal["steer"] = "steer"
    team: TeamName
    id: Id
    forward: Number
    left: Number | None = None
    turn: Number | None = None
    kick: Number | None = None
    chip: Yes = False
    dribble: Number | None = None


@request(Drive, needs=Control, runs="match", costs=0)
def drive(caller: Caller, ask: Drive) -> None:
    command = BodyVelocity(ask.forward, ask.left or 0.0, ask.turn or 0.0)
    speed = ask.kick or 0.0
    kick = Kick(speed, math.pi / 4 if ask.chip else 0.0) if speed > 0 else None
    hold = math.inf if (ask.dribble or 0.0) > 0 else 0.0
    caller.offer(Steer(Team(ask.team), ask.id, RobotOrder(ask.id, command, kick, hold)))


class Release(Ask):
    """Return a robot to its team."""

    ask: Literal["release"] = "release"
    team: TeamName
    id: Id


@request(Release, needs=Control, runs="match", costs=0)
def release(caller: Caller, ask: Release) -> None:
    caller.offer(Steer(Team(ask.team), ask.id))
