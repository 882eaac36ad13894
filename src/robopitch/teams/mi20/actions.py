"""Actions with parameters, and whether they are done [MI20 §2.4.3]: what a decision system hands to motion."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from robopitch.teams.keeping import clearance, guard
from robopitch.teams.motion import Move
from robopitch.teams.picture import Picture, Point
from robopitch.teams.skills import Play, bearing, forgotten, get_ball, has_ball, stand

__all__ = ["ATTACK", "CLEAR", "DEFEND", "GO", "KEEP", "SUPPORT", "Act", "perform"]

ATTACK = "attack"  # get the ball and score: dribble while the goal is shut, shoot when it is open
CLEAR = "clear"  # get the ball away from the own goal
SUPPORT = "support"  # be where the ball goes when the attacker loses it
DEFEND = "defend"  # stand between an opponent, or the ball, and the own goal
KEEP = "keep"  # keep the goal: stand between it and the ball, whatever that does
GO = "go"  # to a place

OUT = 0.45  # half widths of the goal that the keeper stands before its line
OPEN = 0.15  # of the goal that must be open for a shot …
PATIENCE = 0.6  # m that the ball is dribbled at most while it waits for that; rules allow 1
GONE = 1.5  # units from a robot at which a ball is played
THERE = 0.5  # radii from a place at which a robot has arrived


class Act(NamedTuple):
    """What one robot is doing."""

    kind: str
    place: Point | None = None  # where, for those that have a place
    speed: float = math.inf  # m/s at most, if it matters


def perform(picture: Picture, number: int, act: Act) -> tuple[Move, bool]:
    """The move of an action now, and whether the action is done."""
    here = picture.sight.own[number][:2]
    if act.kind == KEEP:
        return guard(picture, number, OUT), False
    if act.kind == CLEAR:
        free = number == picture.keeper
        return get_ball(picture, number, clearance(picture), free=free), _played(picture, here)
    if act.kind == ATTACK:
        return _attack(picture, number), _played(picture, here)
    place = act.place or here
    return stand(picture, number, place, act.speed), math.dist(here, place) < THERE * picture.gear.radius


def _played(picture: Picture, here: Point) -> bool:
    """Whether the ball is away from a robot that had it."""
    return math.dist(here, picture.ball) > GONE * picture.gear.unit


def _attack(picture: Picture, number: int) -> Move:
    gear, memory = picture.gear, picture.memory
    aim: Any = memory["aim"]
    direction = bearing(picture.ball, (aim[0], aim[1]))
    free = forgotten(picture)
    if gear.kick <= 0:
        return get_ball(picture, number, Play(direction, 0.0, 0.0), free=free)
    carried = 0.0
    if has_ball(picture, number, 3.0):
        start = memory.setdefault("dribble", [number, *picture.ball])
        if start[0] != number:
            start = memory["dribble"] = [number, *picture.ball]
        carried = math.dist(start[1:], picture.ball)
    else:
        memory.pop("dribble", None)
    if memory["open"] > OPEN or carried > PATIENCE or picture.rival_time < 0.1:
        tolerance = 0.06 + 0.3 * (carried > PATIENCE)
        return get_ball(picture, number, Play(direction, gear.kick, tolerance), free=free)
    return get_ball(picture, number, Play(direction, 0.0, 0.0), free=free)
