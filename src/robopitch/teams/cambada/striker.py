"""The striker: shoots where the goal is open, passes where that is better, else takes the ball along a little."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.control.geometry import wrapped
from robopitch.control.shots import chip_over, widest_gaps
from robopitch.teams.motion import Move
from robopitch.teams.picture import Floats, Picture, Point
from robopitch.teams.skills import (
    GROWTH,
    Play,
    bearing,
    forgotten,
    get_ball,
    has_ball,
    lane_widths,
    pass_ratings,
    shot_at_goal,
    where_played,
)

__all__ = ["Plan", "passes_from", "strike"]

SOON, NEXT = 1.5, 0.6  # s from the ball: time to weigh passes too; and then more often,
OFTEN, SELDOM = 7, 10  # in every so many frames
NOTHING = 0.01  # what a kick at a shut goal is worth
LUCK = 0.08  # the worth of a shot from nearby at a shut goal: it hardly goes in, but there they have to clear it
SURE, DOUBTFUL = 0.88, 0.7  # of a pass: less is not tried, or not any more
SHUT, OPEN = 0.03, 0.12  # rad of open goal up to which no shot goes in, and from which on most do
NEAR = 3.5  # units from the goal beyond which it gets worse
STAY = 1.5  # how much better another plan must be
AT_IT = 0.3  # s from the ball from where on it must be twice as much better
AROUND = np.array(((0.0, 0.0), (0.7, 0.0), (0.0, 0.7), (0.0, -0.7), (-0.5, 0.0)))  # units from a mate: where to pass
PASS_OFF = 0.06  # rad that a pass may be off: who receives it sees it come
MATES = 6  # the nearest of whom passes are weighed: others are too far away
SAME = 0.7  # units between two places for a pass that are one
CARRY = 0.6  # m that a ball is carried at most; rules allow 1
HARASSED = 0.6  # m/s at which one reckons that opponents get at a ball that is held
AIMED = 0.05  # rad that any shot may be off
HOLD = 2.0  # s that it is held at most
ALONE = 0.15  # s before the first opponent that one must have the ball to go on with it
DIRECT = 0.05  # the worth of going for the goal, come what may
RISK = 0.2  # what is lost with a pass that does not arrive, at the own goal line
LOOSE = 0.5  # rad, to be rid of it then
ARRIVAL = 2.2  # m/s of a pass
ROOM = 0.7  # of a robot's radius that opponents must be from a lane
CHIPPED = 0.6  # of a pass along the ground that one through the air is worth
GAIN = 0.6  # the worth of a whole field's length towards their goal
DOUBT = 0.15  # s that a lead is worth in doubt
PRESSED, UNPRESSED = 1.0, 0.2  # of a plan's worth that is lost with each radian to turn, with an opponent near or not


class Plan(NamedTuple):
    """What the striker is about to do with the ball."""

    kind: str  # shot, pass, carry
    aim: Point  # where the ball shall go
    speed: float  # m/s; 0: not kicked
    tolerance: float  # rad
    angle: float = 0.0  # rad above the ground
    to: int | None = None  # whom it is for


def strike(picture: Picture, number: int, mates: Sequence[int]) -> tuple[Move, Plan]:
    """What the striker does, and with what in mind."""
    memory = picture.memory
    kept: Any = memory.get("plan")
    near = picture.times[number] < SOON
    due = picture.frame % (OFTEN if picture.times[number] < NEXT else SELDOM) == 1
    if due or kept is None or memory.get("plan of") != number:
        old = Plan(*kept) if kept is not None and memory.get("plan of") == number else None
        plan = _weigh(picture, number, mates, old, near)
        memory["plan"], memory["plan of"] = list(plan), number
    else:
        plan = Plan(*kept)
    start = where_played(picture, number)
    play = Play(
        bearing(start, (plan.aim[0], plan.aim[1])), plan.speed, plan.tolerance, plan.angle, careful=plan.kind == "pass"
    )
    if _too_long(picture, number):
        play = play._replace(speed=play.speed or 0.5 * picture.gear.kick, tolerance=LOOSE)
    return get_ball(picture, number, play, free=forgotten(picture)), plan


def _too_long(picture: Picture, number: int) -> bool:
    """Whether the ball has been carried so far, or held so long, that it must go."""
    memory = picture.memory
    if not has_ball(picture, number, 3.0):
        memory["carry"] = None
        return False
    carry: Any = memory.get("carry")
    if carry is None or carry[0] != number:
        carry = memory["carry"] = [number, *picture.ball, picture.sight.time]
    return math.dist(carry[1:3], picture.ball) > CARRY or picture.sight.time - carry[3] > HOLD


# ---- weighing -----------------------------------------------------------------------------------------------------


def _weigh(picture: Picture, number: int, mates: Sequence[int], old: Plan | None, near: bool) -> Plan:
    """The plan that is worth most: how good it is, less what is lost while the robot turns."""
    gear = picture.gear
    start, middle = where_played(picture, number), (gear.length, 0.0)
    shot = shot_at_goal(picture, number, start)
    away = math.dist(start, middle)
    worth = NOTHING + LUCK * min(NEAR * gear.unit / away, 1.0) ** 2
    target, width = (middle, 0.0) if shot is None else (shot.target, shot.width)
    free = _freedom(picture, number)
    plans = [
        (worth + _goal_chance(gear.unit, width, away), Plan("shot", target, gear.kick, max(0.35 * width, AIMED))),
    ]
    if gear.kick <= 0 or not near:
        return plans[0][1]
    if free > ALONE:
        plans.append((DIRECT, Plan("carry", target, 0.0, 0.0)))
    else:
        plans.append((DIRECT, Plan("shot", target, gear.kick, max(0.35 * width, AIMED))))
    if mates:
        plans += passes_from(picture, mates, start, None if old is None else old.to)
    heading = picture.sight.own[number].heading
    pressure = PRESSED if free < 0.2 else UNPRESSED
    best, most = plans[0][1], -1.0
    for value, plan in plans:
        turn = abs(wrapped(bearing(start, plan.aim) - heading))
        value /= 1.0 + pressure * turn
        if old is not None and (old.kind, old.to) == (plan.kind, plan.to):
            value *= STAY if picture.times[number] > AT_IT else 2 * STAY
            if plan.to is not None and math.dist(plan.aim, old.aim) < SAME * gear.unit:
                plan = plan._replace(aim=old.aim)  # what the receiver already runs to
        if value > most:
            best, most = plan, value
    return best


def _freedom(picture: Picture, number: int) -> float:
    """Seconds, up to half of one, in which nobody hinders a robot at the ball."""
    lead = picture.rival_time - picture.times[number]
    if has_ball(picture, number) and picture.others:  # behind its body it is safe from who must come round
        gear = picture.gear
        apart = np.sqrt(((picture.rivals - picture.ball) ** 2).sum(axis=1)).min() - gear.touch
        lead = max(lead, float(apart) / HARASSED)
    return min(max(lead, 0.0), 0.5)


def _goal_chance(unit: float, width: float, away: float) -> float:
    return min(max((width - SHUT) / (OPEN - SHUT), 0.0), 1.0) * min(NEAR * unit / away, 1.0) ** 2


def passes_from(
    picture: Picture, mates: Sequence[int], start: Point, meant: int | None = None
) -> list[tuple[float, Plan]]:
    """Passes that are likely to arrive, and what they are worth: how sure they are, times the chance of a goal then.

    meant: who was to get it so far; a little doubt does not change that
    """
    gear, own = picture.gear, picture.sight.own
    mates = sorted(mates, key=lambda mate: (math.dist(own[mate][:2], start), mate))[:MATES]
    chosen = np.repeat([picture.numbers.index(mate) for mate in mates], len(AROUND))
    targets = _spots(picture, chosen)
    passes = pass_ratings(picture, targets, picture.place[chosen], picture.velocity[chosen], ARRIVAL, start)
    blocked = lane_widths(picture, targets, start) < (1 + ROOM) * gear.radius + gear.ball
    far = np.hypot(targets[:, 0] - start[0], targets[:, 1] - start[1]) > gear.unit
    sure = _sureness(np.where(blocked, -np.inf, np.minimum(passes.lanes, passes.leads)))
    over = blocked & (np.arange(len(targets)) % len(AROUND) == 0) & (_sureness(passes.leads) > SURE) & (gear.chip > 0)
    ranks = (far & (over | (sure > DOUBTFUL))).nonzero()[0]
    if len(ranks) == 0:
        return []
    gaps = widest_gaps(targets[ranks], gear.goal, picture.rivals, gear.radius, gear.ball, GROWTH).widths.tolist()
    here = math.dist(start, (gear.length, 0.0))
    danger = RISK * max(-start[0] / gear.length, 0.0)
    best: dict[int, tuple[float, Plan]] = {}
    for rank, gap in zip(ranks.tolist(), gaps, strict=True):
        (x, y), mate, likely = targets[rank].tolist(), mates[rank // len(AROUND)], float(sure[rank])
        away = math.dist((x, y), (gear.length, 0.0))
        value = 0.08 + 0.6 * _goal_chance(gear.unit, gap, away) + GAIN * (here - away) / (2 * gear.length)
        if likely > (SURE if mate != meant else DOUBTFUL):
            speed = float(passes.speeds[rank])
            option = likely * value - danger * (1 - likely), Plan("pass", (x, y), speed, PASS_OFF, 0.0, mate)
        elif over[rank]:
            chip = chip_over(
                start, (x, y), picture.rivals, gear.radius, gear.height, gear.ball, gear.chip_angle, gear.chip
            )
            if chip is None:
                continue
            option = CHIPPED * value, Plan("pass", (x, y), chip.speed, 0.1, chip.angle, mate)
        else:
            continue
        if mate not in best or option[0] > best[mate][0]:
            best[mate] = option
    return list(best.values())


def _spots(picture: Picture, chosen: NDArray[np.int64]) -> Floats:
    """Where mates could have the ball ``[mate × AROUND, 2]``: where each is about to be, and around that."""
    gear = picture.gear
    places = picture.place[chosen] + 0.3 * picture.velocity[chosen]
    places += gear.unit * np.tile(AROUND, (len(chosen) // len(AROUND), 1))
    edge = np.array((gear.length, gear.width)) - 2 * gear.radius
    return np.clip(places, -edge, edge)


def _sureness(leads: Floats) -> Floats:
    """The chance of passes with leads of so many seconds over all opponents."""
    return 1.0 / (1.0 + np.exp(np.clip(leads / -DOUBT, -30.0, 30.0)))
