"""Actions with parameters, and whether they are done [MI20 §2.4.3]; the decision system passes them to motion."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from robopitch.control.ballistics import kick_speed
from robopitch.control.geometry import bearing
from robopitch.teams.game_view import GameView, Point
from robopitch.teams.motion import Move
from robopitch.teams.skills.block import guard, stand
from robopitch.teams.skills.dribble import has_ball
from robopitch.teams.skills.get_ball import get_ball
from robopitch.teams.skills.kick import Play, at_own_goal, lob_at_goal, speed_that_stays_in, touched_once
from robopitch.teams.tactics.areas import forgotten
from robopitch.teams.tactics.goalkeeping import clearance
from robopitch.teams.tactics.passing import lane_widths

__all__ = ["ATTACK", "CLEAR", "DEFEND", "GO", "KEEP", "SUPPORT", "Act", "perform"]

ATTACK = "attack"  # get the ball and score: dribble while the goal is closed, shoot when it is open
CLEAR = "clear"  # get the ball away from the own goal
SUPPORT = "support"  # stand where the ball goes if the attacker loses it
DEFEND = "defend"  # stand between an opponent, or the ball, and the own goal
KEEP = "keep"  # keep the goal: stand between it and the ball
GO = "go"  # go to a place

OUT = 0.45  # distance of the keeper from the goal line, in half widths of the goal
OPEN = 0.15  # fraction of the goal that must be open for a shot …
PATIENCE = 0.6  # … and m that the ball is dribbled at most until then; rules allow 1
ARRIVAL = 2.0  # m/s of a pass to a team mate
PASSED, AIMED = 0.1, 0.06  # rad: tolerances of a pass, and of a lob
GONE = 1.5  # units from a robot beyond which the ball has been played
THERE = 0.5  # robot radii from a place within which a robot has arrived


class Act(NamedTuple):
    """The action of one robot."""

    kind: str
    place: Point | None = None  # target, for actions that have one
    speed: float = math.inf  # m/s at most


def perform(view: GameView, number: int, act: Act) -> tuple[Move, bool]:
    """The current move of an action, and whether the action is done."""
    here = view.observation.own[number][:2]
    if act.kind == KEEP:
        return guard(view, number, OUT), False
    if act.kind == CLEAR:
        free = number == view.keeper
        return get_ball(view, number, clearance(view), free=free), _played(view, here)
    if act.kind == ATTACK:
        return _attack(view, number), _played(view, here)
    place = act.place or here
    return stand(view, number, place, act.speed), math.dist(here, place) < THERE * view.constants.radius


def _played(view: GameView, here: Point) -> bool:
    """Whether the ball has left a robot at this position."""
    return math.dist(here, view.ball) > GONE * view.constants.unit


def _attack(view: GameView, number: int) -> Move:
    constants, memory = view.constants, view.memory
    aim: Any = memory["aim"]
    direction = bearing(view.ball, (aim[0], aim[1]))
    free = forgotten(view)
    if constants.kick <= 0:
        return get_ball(view, number, Play(direction, 0.0, 0.0), free=free)
    if view.situation.taking:
        return get_ball(view, number, _opening(view, number, direction), free=free)
    counts = memory["counts"]
    needed = None if counts else _pass_that_counts(view, number)
    if needed is not None:
        return get_ball(view, number, needed, free=free)
    lob = lob_at_goal(view, view.ball) if counts and memory["open"] <= OPEN else None
    if lob is not None:
        over = Play(bearing(view.ball, lob.target), lob.speed, AIMED, constants.chip_angle)
        return get_ball(view, number, over, free=free)
    carried = 0.0
    if has_ball(view, number, 3.0):
        start = memory.setdefault("dribble", [number, *view.ball])
        if start[0] != number:
            start = memory["dribble"] = [number, *view.ball]
        carried = math.dist(start[1:], view.ball)
    else:
        memory.pop("dribble", None)
    if memory["open"] > OPEN or carried > PATIENCE or view.rival_time < 0.1:
        tolerance = 0.06 + 0.3 * (carried > PATIENCE)
        speed = constants.kick if memory["open"] > OPEN else speed_that_stays_in(view, direction)
        return get_ball(view, number, Play(direction, speed, tolerance), free=free)
    return get_ball(view, number, Play(direction, 0.0, 0.0), free=free)


def _pass_that_counts(view: GameView, number: int) -> Play | None:
    """A pass to a team mate in the opponents' half, after which a goal counts; None: nobody there is free."""
    constants, own = view.constants, view.observation.own
    mates = [
        mate
        for mate, pose in own.items()
        if mate not in (number, view.keeper)
        and pose.x > constants.radius
        and math.dist(pose[:2], view.ball) > constants.unit
    ]
    if not mates:
        return None
    lanes = lane_widths(view, np.array([own[mate][:2] for mate in mates])).tolist()
    lane, mate = max(zip(lanes, mates, strict=True))
    if lane < 2 * constants.radius + constants.ball:
        return None
    return _pass(view, mate)


def _pass(view: GameView, mate: int) -> Play:
    constants, place = view.constants, view.observation.own[mate][:2]
    speed = min(kick_speed(math.dist(place, view.ball), ARRIVAL, constants.law), constants.kick)
    return Play(bearing(view.ball, place), speed, PASSED)


def _opening(view: GameView, number: int, direction: float) -> Play:
    """How to take a kick: at the goal; where it would not count, to the nearest team mate not towards the own goal."""
    constants, own = view.constants, view.observation.own
    mates = [
        mate
        for mate in own
        if mate not in (number, view.keeper) and not at_own_goal(view, bearing(view.ball, own[mate][:2]))
    ]
    if constants.indirect and mates:
        mate = min(mates, key=lambda other: (math.dist(own[other][:2], view.ball), other))
        return _pass(view, mate)._replace(once=touched_once(view))
    speed = constants.kick if view.memory["open"] > OPEN else speed_that_stays_in(view, direction)
    return Play(direction, speed, 0.06, once=touched_once(view))
