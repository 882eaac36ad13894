"""Auto-positioning: where the robots go while the referee has stopped the game [MI20 §2.4.3].

The distances are those of the Small Size League; on smaller fields they are scaled down.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

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
LAID = 0.08  # m: placement succeeds within this distance; rules want 0.15
PACE = 0.8  # m/s at which a ball is carried there
NEAR = 0.8  # m: nearer to its place, the taker of a kick drives straight there
OWN_HALF = 0.15  # m from the halfway line
ROLL_OUT = 2.0  # robot radii behind a ball at which a two-wheeled robot waits: it does not stop at once
EASE = 2.0  # 1/s: speed of such a robot per metre of remaining distance
SMALL = 4.0  # m: half the length of a field from which on the distances are not scaled


def stopped(picture: GameView) -> bool:
    """Whether the referee has stopped the game; an own free kick is played like any other ball."""
    situation = picture.situation
    return not (situation.running or (situation.phase is Phase.FREE_KICK and situation.ours))


def positioned(picture: GameView) -> Mapping[int, Action]:
    """The actions that position all robots for the situation, and place the ball if that is our task."""
    situation, constants = picture.situation, picture.constants
    if situation.phase is Phase.HALT or not picture.numbers:
        return drive(picture, {})
    scale = min(1.0, constants.length / SMALL)
    away = AWAY * scale
    keeper = picture.keeper if len(picture.numbers) > 1 else None
    field = [number for number in picture.numbers if number != keeper]
    slow = SLOW * scale if situation.phase in (Phase.STOP, Phase.PLACEMENT) else math.inf
    moves = {number: _place(picture, number, rank, away, slow) for rank, number in enumerate(field)}
    if keeper is not None:
        out = 0.0 if situation.phase is Phase.PENALTY and not situation.ours else 0.6
        moves[keeper] = guard(picture, keeper, out)._replace(speed=slow)
        note_role(picture, keeper, "keeper")
    taker = _taker(picture, field)
    if taker is not None and situation.ours:
        if situation.phase is Phase.PLACEMENT and situation.place is not None:
            moves[taker] = _carry(picture, taker, situation.place, away)
            note_role(picture, taker, "places the ball")
        elif situation.phase in (Phase.KICK_OFF, Phase.PENALTY):
            moves[taker] = _ready(picture, taker)
            note_role(picture, taker, f"takes the {situation.phase}")
    elif taker is not None and situation.phase is not Phase.PENALTY:
        moves[taker] = _wall(picture, taker, away, slow)
    return drive(picture, moves, away - constants.radius - constants.ball)


def _taker(picture: GameView, field: list[int]) -> int | None:
    """The robot that takes or blocks the kick: the nearest one, then the same until it is over."""
    kept = picture.memory.get("taker")
    if kept is None or kept[0] not in field or picture.sight.time - kept[1] > 1.0:
        if not field:
            return None
        own = picture.sight.own
        kept = [min(field, key=lambda number: (math.dist(own[number][:2], picture.ball), number)), 0.0]
    picture.memory["taker"] = [kept[0], picture.sight.time]
    return int(kept[0])


def _place(picture: GameView, number: int, rank: int, away: float, slow: float) -> Move:
    """The robot's place in the formation, shifted towards the ball, at the distance and side that the rules demand."""
    situation, constants = picture.situation, picture.constants
    spots = picture.sight.league.formation
    spot = spots[min(rank + 1, len(spots) - 1)]
    x, y = float(spot.x), float(spot.y)
    if situation.phase is Phase.KICK_OFF:
        x = min(x, -OWN_HALF - constants.radius)
    elif situation.phase is Phase.PENALTY:
        behind = BEHIND * min(1.0, constants.length / SMALL)
        x = picture.ball[0] - behind if situation.ours else picture.ball[0] + behind
        y = (0.3 + 0.2 * rank) * constants.width * (1 if rank % 2 else -1)
    else:
        x, y = x + 0.35 * picture.ball[0], y + 0.2 * picture.ball[1]
    end = situation.place if situation.phase is Phase.PLACEMENT else None
    return stand(picture, number, _off(constants, (x, y), picture.ball, end or picture.ball, away), slow)


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


def _wall(picture: GameView, number: int, away: float, slow: float) -> Move:
    """Stand as near to the ball as allowed, on its line to the own goal."""
    constants, (x, y) = picture.constants, picture.ball
    to_goal = math.dist(picture.ball, (-constants.length, 0.0))
    share = 1.1 * away / max(to_goal, 1.1 * away)
    place = (x + share * (-constants.length - x), y - share * y)
    if picture.situation.phase is Phase.KICK_OFF:
        place = (min(place[0], -OWN_HALF - constants.radius), place[1])
    end = picture.situation.place if picture.situation.phase is Phase.PLACEMENT else None
    return stand(picture, number, _off(constants, place, picture.ball, end or picture.ball, away), slow)


def _ready(picture: GameView, number: int) -> Move:
    """Stand behind the ball, facing the opponents' goal, without touching it."""
    constants = picture.constants
    # The referee places the ball of a kick-off on the centre spot, also after it was touched.
    ball = (0.0, 0.0) if picture.situation.phase is Phase.KICK_OFF else picture.ball
    aim = bearing(ball, (constants.length, 0.0))
    behind = constants.touch + (1.0 if constants.omni else ROLL_OUT) * constants.radius
    place = (ball[0] - behind * math.cos(aim), ball[1] - behind * math.sin(aim))
    left = math.dist(picture.sight.own[number][:2], place)
    near = left < NEAR * min(1.0, constants.length / SMALL)
    if not constants.omni:  # it has no ring around the ball: it approaches slowly, and not across the ball
        return Move(
            place, aim, max(EASE * left, 0.1 * constants.top), direct=near and picture.sight.own[number].x < place[0]
        )
    return Move(place, aim, direct=near, ring=constants.touch + 0.5 * constants.radius)


def _carry(picture: GameView, number: int, place: Point, away: float) -> Move:
    """Carry the ball to its place, then move away from it."""
    constants, pose = picture.constants, picture.sight.own[number]
    if math.dist(picture.ball, place) < LAID * min(1.0, constants.length / SMALL) + constants.ball * 0.5:
        x, y = pose.x - picture.ball[0], pose.y - picture.ball[1]
        gap = math.hypot(x, y) + 1e-9
        back = (picture.ball[0] + away * x / gap, picture.ball[1] + away * y / gap)
        return Move(back, bearing(pose[:2], picture.ball), 0.5, direct=True)
    left = math.dist(picture.ball, place)
    play = Play(bearing(picture.ball, place), 0.0, 0.0, pace=min(PACE, 0.15 + left))
    move = get_ball(picture, number, play, free=True)._replace(direct=True)  # it need not keep away from the ball
    return move if has_ball(picture, number) else move._replace(speed=SLOW * min(1.0, constants.length / SMALL))
