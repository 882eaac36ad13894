"""Auto-positioning: where the robots go while the referee has stopped the game [MI20 §2.4.3].

The distances are those of the Small Size League; on smaller fields they are scaled down.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from robopitch.control.geometry import Twist
from robopitch.teams.constants import Constants
from robopitch.teams.drawing import note_role
from robopitch.teams.game_view import GameView, Point
from robopitch.teams.goalkeeping import guard
from robopitch.teams.motion import Move, drive
from robopitch.teams.observation import Action
from robopitch.teams.situation import Phase
from robopitch.teams.skills import Play, bearing, get_ball, has_ball, stand

__all__ = ["positioned", "stopped"]

SLOW = 1.3  # m/s while the game is stopped; rules allow 1.5
AWAY = 0.65  # m from the ball then, centre to centre; rules want 0.5 from the ball to the robot
BEHIND = 1.2  # m behind the ball at a penalty; rules want 1
LAID, LIES = 0.05, 0.1  # m from its place within which a ball is released, and stays so; rules want 0.15
PACE, PULL = 1.0, 0.7  # m/s at which a ball is carried there, and pulled
FETCH = 2.5  # m/s at which it is fetched: the speed limit of a stop does not hold for the placing robot
RELEASE = 0.4  # s between the release of the ball and the retreat: the ball comes to rest
RETREAT = 0.5  # m/s
NEAR = 0.8  # m: nearer to its place, the taker of a kick drives straight there
OWN_HALF = 0.15  # m from the halfway line
ROLL_OUT = 2.0  # robot radii behind a ball at which a two-wheeled robot waits: it does not stop at once
EASE = 2.0  # 1/s: speed of such a robot per metre of remaining distance
SMALL = 4.0  # m: half the length of a field from which on the distances are not scaled


def stopped(view: GameView) -> bool:
    """Whether the referee has stopped the game; an own free kick is played like any other ball."""
    situation = view.situation
    return not (situation.running or (situation.phase is Phase.FREE_KICK and situation.ours))


def positioned(view: GameView) -> Mapping[int, Action]:
    """The actions that position all robots for the situation, and place the ball if that is our task."""
    situation, constants = view.situation, view.constants
    if situation.phase is Phase.HALT or not view.numbers:
        return drive(view, {})
    scale = min(1.0, constants.length / SMALL)
    away = AWAY * scale
    keeper = view.keeper if len(view.numbers) > 1 else None
    field = [number for number in view.numbers if number != keeper]
    slow = SLOW * scale if situation.phase in (Phase.STOP, Phase.PLACEMENT) else math.inf
    moves = {number: _place(view, number, rank, away, slow) for rank, number in enumerate(field)}
    if keeper is not None:
        out = 0.0 if situation.phase is Phase.PENALTY and not situation.ours else 0.6
        moves[keeper] = guard(view, keeper, out)._replace(speed=slow)
        note_role(view, keeper, "keeper")
    taker = _taker(view, field)
    if taker is not None and situation.ours:
        if situation.phase is Phase.PLACEMENT and situation.place is not None:
            moves[taker] = _carry(view, taker, situation.place, away)
            note_role(view, taker, "places the ball")
        elif situation.phase in (Phase.KICK_OFF, Phase.PENALTY):
            moves[taker] = _ready(view, taker)
            note_role(view, taker, f"takes the {situation.phase}")
    elif taker is not None and situation.phase is not Phase.PENALTY:
        moves[taker] = _wall(view, taker, away, slow)
    return drive(view, moves, away - constants.radius - constants.ball)


def _taker(view: GameView, field: list[int]) -> int | None:
    """The robot that takes or blocks the kick: the nearest one, then the same until it is over."""
    kept = view.memory.get("taker")
    if kept is None or kept[0] not in field or view.observation.time - kept[1] > 1.0:
        if not field:
            return None
        own = view.observation.own
        kept = [min(field, key=lambda number: (math.dist(own[number][:2], view.ball), number)), 0.0]
    view.memory["taker"] = [kept[0], view.observation.time]
    return int(kept[0])


def _place(view: GameView, number: int, rank: int, away: float, slow: float) -> Move:
    """The robot's place in the formation, shifted towards the ball, at the distance and side that the rules demand."""
    situation, constants = view.situation, view.constants
    spots = view.observation.league.formation
    spot = spots[min(rank + 1, len(spots) - 1)]
    x, y = float(spot.x), float(spot.y)
    if situation.phase is Phase.KICK_OFF:
        x = min(x, -OWN_HALF - constants.radius)
    elif situation.phase is Phase.PENALTY:
        behind = BEHIND * min(1.0, constants.length / SMALL)
        x = view.ball[0] - behind if situation.ours else view.ball[0] + behind
        y = (0.3 + 0.2 * rank) * constants.width * (1 if rank % 2 else -1)
    else:
        x, y = x + 0.35 * view.ball[0], y + 0.2 * view.ball[1]
    end = situation.place if situation.phase is Phase.PLACEMENT else None
    return stand(view, number, _off(constants, (x, y), view.ball, end or view.ball, away), slow)


def _off(constants: Constants, place: Point, start: Point, end: Point, away: float) -> Point:
    """The nearest place at the distance *away* from the segment between two points."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    share = 0.0
    if square > 0:
        share = min(max(((place[0] - start[0]) * dx + (place[1] - start[1]) * dy) / square, 0.0), 1.0)
    x, y = start[0] + share * dx, start[1] + share * dy
    gap = math.dist(place, (x, y))
    if gap >= away:
        return place
    ux, uy = (place[0] - x, place[1] - y) if gap > 1e-6 else (-constants.length - x, -y)
    size = math.hypot(ux, uy) + 1e-9
    return x + away * ux / size, y + away * uy / size


def _wall(view: GameView, number: int, away: float, slow: float) -> Move:
    """Stand as near to the ball as allowed, on its line to the own goal."""
    constants, (x, y) = view.constants, view.ball
    to_goal = math.dist(view.ball, (-constants.length, 0.0))
    share = 1.1 * away / max(to_goal, 1.1 * away)
    place = (x + share * (-constants.length - x), y - share * y)
    if view.situation.phase is Phase.KICK_OFF:
        place = (min(place[0], -OWN_HALF - constants.radius), place[1])
    end = view.situation.place if view.situation.phase is Phase.PLACEMENT else None
    return stand(view, number, _off(constants, place, view.ball, end or view.ball, away), slow)


def _ready(view: GameView, number: int) -> Move:
    """Stand behind the ball, facing the opponents' goal, without touching it."""
    constants = view.constants
    # The referee places the ball of a kick-off on the centre spot, also after it was touched.
    ball = (0.0, 0.0) if view.situation.phase is Phase.KICK_OFF else view.ball
    aim = bearing(ball, (constants.length, 0.0))
    behind = constants.touch + (1.0 if constants.omni else ROLL_OUT) * constants.radius
    place = (ball[0] - behind * math.cos(aim), ball[1] - behind * math.sin(aim))
    left = math.dist(view.observation.own[number][:2], place)
    near = left < NEAR * min(1.0, constants.length / SMALL)
    if not constants.omni:  # it has no ring around the ball: it approaches slowly, and not across the ball
        return Move(
            place, aim, max(EASE * left, 0.1 * constants.top), direct=near and view.observation.own[number].x < place[0]
        )
    return Move(place, aim, direct=near, ring=constants.touch + 0.5 * constants.radius)


def _carry(view: GameView, number: int, place: Point, away: float) -> Move:
    """Carry the ball to its place, then move away from it."""
    constants, pose = view.constants, view.observation.own[number]
    left = math.dist(view.ball, place)
    scale = min(1.0, constants.length / SMALL)
    laid: Any = view.memory.get("laid")
    if left < (LAID if laid is None else LIES) * scale + constants.ball * 0.5:
        if laid is None:
            laid = view.memory["laid"] = view.observation.time
        x, y = pose.x - view.ball[0], pose.y - view.ball[1]
        gap = math.hypot(x, y) + 1e-9
        back = (view.ball[0] + away * x / gap, view.ball[1] + away * y / gap)
        rests = view.observation.time - laid > RELEASE or gap > constants.touch + 0.5 * constants.radius
        return Move(back if rests else pose[:2], bearing(pose[:2], view.ball), RETREAT, direct=True, free=True)
    view.memory["laid"] = None
    facing = _grip(view, place)
    if facing is None:
        play = Play(bearing(view.ball, place), 0.0, 0.0, pace=min(PACE, 0.15 + left))
        move = get_ball(view, number, play, free=True)._replace(direct=True)  # it need not keep away from the ball
        return move if has_ball(view, number) else move._replace(speed=FETCH * scale)
    if not has_ball(view, number):
        return get_ball(view, number, Play(facing, 0.0, 0.0, pace=0.2), free=True)._replace(speed=FETCH * scale)
    # Pull: the dribbler holds the ball while the robot drives backwards.
    pace, way = min(PULL, 0.15 + left), bearing(view.ball, place)
    twist = Twist(pace * math.cos(way), pace * math.sin(way), 0.0)
    return Move(pose[:2], pose.heading, direct=True, free=True, dribble=1.0, twist=twist)


def _grip(view: GameView, place: Point) -> float | None:
    """The heading with which a ball at an outer wall is taken, to be pulled away; None: there is room behind it."""
    constants, (x, y) = view.constants, view.ball
    if not constants.holds or constants.walled:
        return None
    ux, uy = math.cos(bearing(view.ball, place)), math.sin(bearing(view.ball, place))
    behind = constants.touch + 1.5 * constants.radius
    bounds = constants.bounds
    pulling = bool(view.memory.get("pulls"))
    room = (1.5 if pulling else 1.0) * behind
    fits = bounds.left < x - room * ux < bounds.right and bounds.low < y - room * uy < bounds.high
    view.memory["pulls"] = not fits
    if fits:
        return None
    # Towards the wall, steeply enough that the robot fits beside it.
    dx, dy = -ux, -uy
    near = 2.0 * constants.radius
    if constants.outer[1] - abs(y) < near:
        dy = math.copysign(max(abs(dy), abs(dx)), y)
    if constants.outer[0] - abs(x) < near:
        dx = math.copysign(max(abs(dx), abs(dy)), x)
    return math.atan2(dy, dx)
