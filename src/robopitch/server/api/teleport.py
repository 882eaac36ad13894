"""Requests that move things on the field: place, kick, hang, pull, and the undo of all changes."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Annotated, Literal, cast

from annotated_types import Ge, Le, MaxLen
from pydantic import BaseModel, ConfigDict
from typing_extensions import TypedDict

from robopitch.messages import Body, HangRobot, Input, PlaceBall, PlaceRobot, PullRobot, Steer, Team
from robopitch.server.api.ask import Ask, Id, Number, TeamName, Whole, Yes
from robopitch.server.api.caller import Caller
from robopitch.server.api.registry import Control, request
from robopitch.server.api.undo import ball_now, robot_now
from robopitch.server.api.wanted import Expected

MOST_THINGS = 128
CLEARANCE = 0.15  # m below the feet of a robot that hangs: chosen, its legs can stretch and swing

Point3 = Annotated[tuple[Number, Number, Number], Expected("a place of three numbers in m")]


class Thing(BaseModel):
    """A robot or the ball, and what is to be changed about it."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    ball: Yes = False
    team: TeamName | None = None
    id: Id | None = None
    x: Number | None = None
    y: Number | None = None
    height: Number | None = None  # of the ball above the ground
    heading: Number | None = None
    vx: Number | None = None
    vy: Number | None = None
    vz: Number | None = None
    turn: Number | None = None
    roll: Yes = False
    present: Yes | None = None


class Place(Ask):
    """Place robots and ball, all of them or none; what is *held* is moved by force while the match runs."""

    ask: Literal["place"] = "place"
    gesture: Annotated[Whole, Ge(0), Le(2**53)]
    held: Yes = False
    things: Annotated[list[Thing], MaxLen(MOST_THINGS)]


@request(Place, needs=Control, runs="match", costs=0)
def place(caller: Caller, ask: Place) -> None:
    by_force = ask.held and caller.server.moves
    placed: list[tuple[Body | None, PlaceBall | PlaceRobot]] = []
    for thing in ask.things:
        if thing.ball:
            placed.append((None, _ball(thing, by_force)))
        else:
            robot = _robot(thing, by_force)
            placed.append((Body(robot.team, robot.id), robot))
    if len(placed) > 1:  # the match judges each of them; if it refuses the last, the first must not have moved
        for _, change in placed:
            _check(caller, change)
    for body, change in placed:
        caller.offer(_inside(caller, change), at_once=False)
        keep(caller, ask.gesture, body)  # as it is until the match advances
        if by_force:
            caller.held[body] = None
        else:
            caller.held.pop(body, None)
    caller.match.advance(caller.match.tick)


def keep(caller: Caller, gesture: object, body: Body | None) -> None:
    """Store a robot or the ball as it is, for undo."""
    if caller.undo.knows(gesture, body):
        return
    world = caller.match.world
    before: Input = ball_now(world) if body is None else robot_now(world, cast(Team, body.team), body.id)
    caller.undo.keep(gesture, body, before)


def _check(caller: Caller, change: PlaceBall | PlaceRobot) -> None:
    from robopitch.match.teleport import check_place

    league = caller.match.world.league
    check_place(_inside(caller, change), league, caller.match.world.ball.position.tolist())
    if isinstance(change, PlaceRobot) and not 0 <= change.id < league.max_ids:
        raise ValueError(f"there is no {change.team} {change.id}: ids are 0 to {league.max_ids - 1}")


def _inside(caller: Caller, change: PlaceBall | PlaceRobot) -> PlaceBall | PlaceRobot:
    """The same place, moved inside the walls: a mouse may leave the pitch while it drags."""
    from robopitch.match.teleport import FARTHEST
    from robopitch.match.walls import nearest_within_walls

    league = caller.match.world.league
    if change.x is None or change.y is None or not (abs(change.x) <= FARTHEST and abs(change.y) <= FARTHEST):
        return change
    radius = float(league.ball.radius) if isinstance(change, PlaceBall) else 0.0
    x, y = nearest_within_walls(league, change.x, change.y, radius)
    return replace(change, x=x, y=y)


def _ball(thing: Thing, by_force: bool) -> PlaceBall:
    return PlaceBall(thing.x, thing.y, thing.height, thing.vx, thing.vy, thing.vz, roll=thing.roll, by_force=by_force)


def _robot(thing: Thing, by_force: bool) -> PlaceRobot:
    if thing.team is None or thing.id is None:
        raise ValueError("things: a robot needs a team and an id; the ball is {ball: true}")
    velocity = thing.vx or 0.0, thing.vy or 0.0, thing.turn or 0.0
    return PlaceRobot(Team(thing.team), thing.id, thing.x, thing.y, thing.heading, *velocity, thing.present, by_force)


class KickBall(Ask):
    """Kick the ball from where it is to a place."""

    ask: Literal["kick"] = "kick"
    x: Number
    y: Number
    how: Literal["fast", "stop", "pass", "chip"]


class KickSpeed(TypedDict):
    """The answer to `kick`: the speed of the ball, m/s."""

    speed: float


@request(KickBall, needs=Control, runs="match", costs=0)
def kick(caller: Caller, ask: KickBall) -> KickSpeed:
    from robopitch.match.teleport import aim

    world = caller.match.world
    x, y, _ = world.ball.position.tolist()
    vx, vy, vz = aim(world.league, ask.x - x, ask.y - y, ask.how)
    caller.offer(PlaceBall(height=0.0, vx=vx, vy=vy, vz=vz), at_once=False)
    keep(caller, object(), None)
    caller.match.advance(caller.match.tick)
    return KickSpeed(speed=round(math.hypot(vx, vy, vz), 3))


class UndoChange(Ask):
    """Undo the last change."""

    ask: Literal["undo"] = "undo"


@request(UndoChange, needs=Control, runs="match", costs=0)
def undo(caller: Caller, ask: UndoChange) -> None:
    caller.on_undo(caller.undo.last)
    for before in caller.undo.step():
        caller.offer(before, at_once=False)
    caller.match.advance(caller.match.tick)


class LetGo(Ask):
    """Release what the page holds or drives."""

    ask: Literal["let_go"] = "let_go"


@request(LetGo, needs=Control, runs="match", costs=0)
def let_go(caller: Caller, ask: LetGo) -> None:
    match, source = caller.match, caller.source
    for body in caller.held:
        match.offer(source, PlaceBall() if body is None else PlaceRobot(cast(Team, body.team), body.id))
    caller.held.clear()
    for body in caller.pulled:
        match.offer(source, PullRobot(cast(Team, body.team), body.id, None))
    caller.pulled.clear()
    for team in Team:
        for number in match.robots.steered(team):
            match.offer(source, Steer(team, number))
    match.advance(match.tick)


# ---- robots with joints --------------------------------------------------------------------------------------------


class Hang(Ask):
    """Hang a robot with joints on a hook, or let it down."""

    ask: Literal["hang"] = "hang"
    team: TeamName
    id: Id
    on: Yes


@request(Hang, needs=Control, runs="match", costs=0)
def hang(caller: Caller, ask: Hang) -> None:
    team, world = Team(ask.team), caller.match.world
    before = world.hook_of(team, ask.id) if Body(team, ask.id) in world.bodies else 0.0
    caller.offer(HangRobot(team, ask.id, CLEARANCE if ask.on else 0.0))
    caller.undo.keep(object(), None, HangRobot(team, ask.id, before))


class Pull(Ask):
    """Pull a robot with joints by the body that is nearest to the grip; without a place: let it go."""

    ask: Literal["pull"] = "pull"
    team: TeamName
    id: Id
    to: Point3 | None = None
    grip: Point3 | None = None


@request(Pull, needs=Control, runs="match", costs=0)
def pull(caller: Caller, ask: Pull) -> None:
    body = Body(Team(ask.team), ask.id)
    caller.offer(PullRobot(cast(Team, body.team), body.id, ask.to, ask.grip))
    if ask.to is None:
        caller.pulled.pop(body, None)
    else:
        caller.pulled[body] = None
