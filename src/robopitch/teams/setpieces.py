"""Auto-positioning: where everybody goes when the referee does not let the game run [MI20 §2.4.3].

The distances are those of the Small Size League; in other leagues they are as large in relation to the field.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from robopitch.teams.drawing import note_role
from robopitch.teams.gear import Gear
from robopitch.teams.keeping import guard
from robopitch.teams.motion import Move, drive
from robopitch.teams.picture import Picture, Point
from robopitch.teams.sight import Action
from robopitch.teams.situation import Phase
from robopitch.teams.skills import Play, bearing, get_ball, has_ball, stand

__all__ = ["positioned", "stopped"]

SLOW = 1.3  # m/s while the game is stopped; rules allow 1.5
AWAY = 0.65  # m from the ball then, centre to centre; rules want 0.5 from the ball to the robot
BEHIND = 1.2  # m behind the ball at a penalty; rules want 1
LAID = 0.08  # m from its place at which a ball is laid; rules want 0.15
PACE = 0.8  # m/s at which a ball is carried there
NEAR = 0.8  # m from its place from where on who takes a kick need not keep away from the ball like all others
OWN_HALF = 0.15  # m before the halfway line
ROLL_OUT = 2.0  # radii behind a ball that a robot on two wheels waits: it does not stop on the spot
EASE = 2.0  # 1/s: the speed of such a robot on the last bit of its way, per metre
SMALL = 4.0  # m, half the length of a field on which all this holds


def stopped(picture: Picture) -> bool:
    """Whether the referee wants something else than to play on: a free kick of ours is played like any other ball."""
    situation = picture.situation
    return not (situation.running or (situation.phase is Phase.FREE_KICK and situation.ours))


def positioned(picture: Picture) -> Mapping[int, Action]:
    """Everybody where the situation wants them, and the ball carried to its place if that is asked of us."""
    situation, gear = picture.situation, picture.gear
    if situation.phase is Phase.HALT or not picture.numbers:
        return drive(picture, {})
    scale = min(1.0, gear.length / SMALL)
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
    return drive(picture, moves, away - gear.radius - gear.ball)


def _taker(picture: Picture, field: list[int]) -> int | None:
    """Who takes the kick, or stands before it: the nearest, and then the same until it is over."""
    kept = picture.memory.get("taker")
    if kept is None or kept[0] not in field or picture.sight.time - kept[1] > 1.0:
        if not field:
            return None
        own = picture.sight.own
        kept = [min(field, key=lambda number: (math.dist(own[number][:2], picture.ball), number)), 0.0]
    picture.memory["taker"] = [kept[0], picture.sight.time]
    return int(kept[0])


def _place(picture: Picture, number: int, rank: int, away: float, slow: float) -> Move:
    """The robot's place in the formation, drawn towards the ball, away from it, and on the side that the rules say."""
    situation, gear = picture.situation, picture.gear
    spots = picture.sight.league.formation
    spot = spots[min(rank + 1, len(spots) - 1)]
    x, y = float(spot.x), float(spot.y)
    if situation.phase is Phase.KICK_OFF:
        x = min(x, -OWN_HALF - gear.radius)
    elif situation.phase is Phase.PENALTY:
        behind = BEHIND * min(1.0, gear.length / SMALL)
        x = picture.ball[0] - behind if situation.ours else picture.ball[0] + behind
        y = (0.3 + 0.2 * rank) * gear.width * (1 if rank % 2 else -1)
    else:
        x, y = x + 0.35 * picture.ball[0], y + 0.2 * picture.ball[1]
    end = situation.place if situation.phase is Phase.PLACEMENT else None
    return stand(picture, number, _off(gear, (x, y), picture.ball, end or picture.ball, away), slow)


def _off(gear: Gear, place: Point, start: Point, end: Point, away: float) -> Point:
    """The nearest place that is so far from the way between two points."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    share = 0.0
    if square > 0:
        share = min(max(((place[0] - start[0]) * dx + (place[1] - start[1]) * dy) / square, 0.0), 1.0)
    x, y = start[0] + share * dx, start[1] + share * dy
    gap = math.dist(place, (x, y))
    if gap >= away:
        return place
    ux, uy = (place[0] - x, place[1] - y) if gap > 1e-6 else (-gear.length - x, -y)
    size = math.hypot(ux, uy) + 1e-9
    return x + away * ux / size, y + away * uy / size


def _wall(picture: Picture, number: int, away: float, slow: float) -> Move:
    """As near as allowed to the ball, on its way to the own goal."""
    gear, (x, y) = picture.gear, picture.ball
    to_goal = math.dist(picture.ball, (-gear.length, 0.0))
    share = 1.1 * away / max(to_goal, 1.1 * away)
    place = (x + share * (-gear.length - x), y - share * y)
    if picture.situation.phase is Phase.KICK_OFF:
        place = (min(place[0], -OWN_HALF - gear.radius), place[1])
    end = picture.situation.place if picture.situation.phase is Phase.PLACEMENT else None
    return stand(picture, number, _off(gear, place, picture.ball, end or picture.ball, away), slow)


def _ready(picture: Picture, number: int) -> Move:
    """Behind the ball, facing their goal, without touching it."""
    gear = picture.gear
    # The referee lays the ball of a kick-off on the centre spot: one that was touched goes back there.
    ball = (0.0, 0.0) if picture.situation.phase is Phase.KICK_OFF else picture.ball
    aim = bearing(ball, (gear.length, 0.0))
    behind = gear.touch + (1.0 if gear.omni else ROLL_OUT) * gear.radius
    place = (ball[0] - behind * math.cos(aim), ball[1] - behind * math.sin(aim))
    left = math.dist(picture.sight.own[number][:2], place)
    near = left < NEAR * min(1.0, gear.length / SMALL)
    if not gear.omni:  # no ring keeps it from the ball: it comes slowly, and not across the ball
        return Move(
            place, aim, max(EASE * left, 0.1 * gear.top), direct=near and picture.sight.own[number].x < place[0]
        )
    return Move(place, aim, direct=near, ring=gear.touch + 0.5 * gear.radius)


def _carry(picture: Picture, number: int, place: Point, away: float) -> Move:
    """Take the ball to its place, and go away from it."""
    gear, pose = picture.gear, picture.sight.own[number]
    if math.dist(picture.ball, place) < LAID * min(1.0, gear.length / SMALL) + gear.ball * 0.5:
        x, y = pose.x - picture.ball[0], pose.y - picture.ball[1]
        gap = math.hypot(x, y) + 1e-9
        back = (picture.ball[0] + away * x / gap, picture.ball[1] + away * y / gap)
        return Move(back, bearing(pose[:2], picture.ball), 0.5, direct=True)
    left = math.dist(picture.ball, place)
    play = Play(bearing(picture.ball, place), 0.0, 0.0, pace=min(PACE, 0.15 + left))
    move = get_ball(picture, number, play, free=True)._replace(direct=True)  # others keep away from the ball, not it
    return move if has_ball(picture, number) else move._replace(speed=SLOW * min(1.0, gear.length / SMALL))
