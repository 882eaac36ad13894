"""The striker: shoots if the goal is open, passes if that is better, else dribbles a little."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.control.geometry import bearing, wrapped
from robopitch.control.shots import chip_over, widest_gaps
from robopitch.teams.game_view import Floats, GameView, Point
from robopitch.teams.motion import Move
from robopitch.teams.skills import dribble, kick
from robopitch.teams.skills.dribble import has_ball
from robopitch.teams.skills.get_ball import get_ball, where_played
from robopitch.teams.skills.kick import Play, at_own_goal, lob_at_goal, shot_at_goal, speed_that_stays_in, touched_once
from robopitch.teams.tactics.areas import forgotten
from robopitch.teams.tactics.passing import goal_counts, lane_widths, pass_ratings

__all__ = ["Plan", "passes_from", "strike"]

SOON, NEXT = 1.5, 0.6  # s to the ball: within the first passes are evaluated too, within the second more often
OFTEN, SELDOM = 7, 10  # frames between two evaluations
NOTHING = 0.01  # value of a kick at a closed goal
LUCK = 0.08  # value of a near shot at a closed goal: it hardly scores, but opponents have to clear it there
SURE, DOUBTFUL = 0.88, 0.7  # least success chance of a new pass, and of one already planned
SHUT, OPEN = 0.03, 0.12  # rad of open goal up to which no shot scores, and from which on most do
NEAR = 3.5  # units from the goal beyond which the chance of a goal decreases
STAY = 1.5  # factor by which another plan must be better
AT_IT = 0.3  # s to the ball within which that factor is doubled
AROUND = np.array(((0.0, 0.0), (0.7, 0.0), (0.0, 0.7), (0.0, -0.7), (-0.5, 0.0)))  # targets of passes, units from mates
PASS_OFF = 0.06  # rad: tolerance of a pass, which its receiver can correct
MATES = 6  # number of nearest mates for which passes are evaluated
AROUND_ALL = np.tile(AROUND, (MATES, 1))  # of all of them …
AT_MATE = np.arange(len(AROUND_ALL)) % len(AROUND) == 0  # … and which targets are the mates themselves
SAME = 0.7  # units: nearer targets of passes count as the same
CARRY = 0.92  # fraction of the longest dribble after which a ball is kicked …
CARRIED = 2.0  # m, and of it where rules allow more
HARASSED = 0.6  # m/s: assumed speed of opponents towards a ball that is held
AIMED = 0.05  # rad: least tolerance of a shot
HOLD = 1.5  # s that it is held at most, besides the time for that
ALONE = 0.15  # s of lead over the first opponent needed to carry the ball
VOID = 0.1  # factor on the value of a shot after which a goal would not count …
NEEDED = 0.2  # … and what a pass into the opponents' half is worth then
LOBBED = 0.6  # value of a lob that no opponent can reach
DIRECT = 0.05  # value of going for the goal in any case
RISK = 0.2  # loss by a pass that does not arrive, at the own goal line
LOOSE = 0.5  # rad: tolerance when the ball must be released
ARRIVAL = 2.2  # m/s of a pass
ROOM = 0.7  # robot radii of clearance between opponents and a lane
CHIPPED = 0.6  # value of a chipped pass, relative to one along the ground
GAIN = 0.6  # value of a whole field's length towards their goal
DOUBT = 0.15  # s: scale of the lead in the success chance of a pass
PRESSED, UNPRESSED = 1.0, 0.2  # 1/rad: cost of turning, with an opponent near or not


class Plan(NamedTuple):
    """The striker's plan for the ball."""

    kind: str  # shot, pass, carry
    aim: Point  # target of the ball
    speed: float  # m/s; 0: not kicked
    tolerance: float  # rad
    angle: float = 0.0  # rad above the ground
    to: int | None = None  # receiver of a pass


def strike(view: GameView, number: int, mates: Sequence[int]) -> tuple[Move, Plan]:
    """The move of the striker, and its plan."""
    memory = view.memory
    kept: Any = memory.get("plan")
    near, counts = view.times[number] < SOON, goal_counts(view)
    due = view.frame % (OFTEN if view.times[number] < NEXT else SELDOM) == 1
    if due or kept is None or memory.get("plan of") != number:
        old = Plan(*kept) if kept is not None and memory.get("plan of") == number else None
        plan = _weigh(view, number, mates, old, near, counts)
        memory["plan"], memory["plan of"] = list(plan), number
    else:
        plan = Plan(*kept)
    start = where_played(view, number)
    play = Play(
        bearing(start, (plan.aim[0], plan.aim[1])), plan.speed, plan.tolerance, plan.angle, careful=plan.kind == "pass"
    )
    if view.situation.taking and view.constants.kick > 0:
        play = play._replace(speed=play.speed or 0.5 * view.constants.kick, once=touched_once(view))
    elif _too_long(view, number):
        play = play._replace(speed=play.speed or 0.5 * view.constants.kick, tolerance=LOOSE)
    return get_ball(view, number, play, free=forgotten(view)), plan


def _too_long(view: GameView, number: int) -> bool:
    """Whether the ball has been carried too far, or held too long."""
    memory = view.memory
    if not has_ball(view, number, 3.0):
        memory["carry"] = None
        return False
    carry: Any = memory.get("carry")
    if carry is None or carry[0] != number:
        carry = memory["carry"] = [number, *view.ball, view.observation.time]
    longest = CARRY * min(view.constants.dribble, CARRIED)
    hold = HOLD + longest / (dribble.USUAL.pace * view.constants.top)
    return math.dist(carry[1:3], view.ball) > longest or view.observation.time - carry[3] > hold


# ---- evaluation ---------------------------------------------------------------------------------------------------


def _weigh(view: GameView, number: int, mates: Sequence[int], old: Plan | None, near: bool, counts: bool) -> Plan:
    """The plan with the highest value, reduced by the cost of turning."""
    constants = view.constants
    start, middle = where_played(view, number), (constants.length, 0.0)
    counts = counts and (start[0] > 0 or not constants.indirect)
    shot = shot_at_goal(view, number, start)
    away = max(math.dist(start, middle), constants.radius)
    worth = NOTHING + LUCK * min(NEAR * constants.unit / away, 1.0) ** 2
    target, width = (middle, 0.0) if shot is None else (shot.target, shot.width)
    free = _freedom(view, number)
    plans = [
        (
            worth + _goal_chance(constants.unit, width, away),
            Plan("shot", target, constants.kick, max(0.35 * width, AIMED)),
        ),
    ]
    if constants.kick <= 0 or not near:
        return plans[0][1]
    lob = lob_at_goal(view, start) if counts and not view.situation.taking else None
    if lob is not None:
        value = LOBBED * min(lob.room / constants.post, 1.0)
        plans.append((value, Plan("shot", lob.target, lob.speed, AIMED, constants.chip_angle)))
    if free > ALONE and not view.situation.taking:
        plans.append((DIRECT, Plan("carry", target, 0.0, 0.0)))
    else:
        plans.append((DIRECT, Plan("shot", target, constants.kick, max(0.35 * width, AIMED))))
    if mates:
        passes = passes_from(view, mates, start, None if old is None else old.to)
        if passes and not counts:
            plans = (
                []
                if view.situation.taking
                else [(VOID * value if plan.kind == "shot" else value, plan) for value, plan in plans]
            )
            passes = [(value + NEEDED * (plan.aim[0] > 0), plan) for value, plan in passes]
        plans += passes
    heading = view.observation.own[number].heading
    pressure = PRESSED if free < 0.2 else UNPRESSED
    best, most = plans[0][1], -math.inf
    for value, plan in plans:
        turn = abs(wrapped(bearing(start, plan.aim) - heading))
        value /= 1.0 + pressure * turn
        if old is not None and (old.kind, old.to) == (plan.kind, plan.to):
            value *= STAY if view.times[number] > AT_IT else 2 * STAY
            if plan.to is not None and math.dist(plan.aim, old.aim) < SAME * constants.unit:
                plan = plan._replace(aim=old.aim)  # the receiver already drives there
        if value > most:
            best, most = plan, value
    if best.kind == "shot" and best.angle <= 0 and (start[0] < 0 or width < SHUT):  # it would only leave the field
        return best._replace(speed=speed_that_stays_in(view, bearing(start, best.aim)))
    return best


def _freedom(view: GameView, number: int) -> float:
    """Seconds, up to 0.5, until an opponent can hinder a robot at the ball."""
    lead = view.rival_time - view.times[number]
    if has_ball(view, number) and view.others:  # its body shields the ball
        constants = view.constants
        apart = np.sqrt(((view.rivals - view.ball) ** 2).sum(axis=1)).min() - constants.touch
        lead = max(lead, float(apart) / HARASSED)
    return min(max(lead, 0.0), 0.5)


def _goal_chance(unit: float, width: float, away: float) -> float:
    return min(max((width - SHUT) / (OPEN - SHUT), 0.0), 1.0) * min(NEAR * unit / away, 1.0) ** 2


def passes_from(
    view: GameView, mates: Sequence[int], start: Point, meant: int | None = None
) -> list[tuple[float, Plan]]:
    """The best pass to each mate that is likely to arrive, and its value: success chance times value of the target.

    meant: the receiver of the present plan, for whom a lower success chance suffices
    """
    constants, own = view.constants, view.observation.own
    mates = sorted(mates, key=lambda mate: (math.dist(own[mate][:2], start), mate))[:MATES]
    chosen = np.array([view.numbers.index(mate) for mate in mates for _ in AROUND])
    targets = _spots(view, chosen)
    passes = pass_ratings(view, targets, view.place[chosen], view.velocity[chosen], ARRIVAL, start)
    blocked = lane_widths(view, targets, start) < (1 + ROOM) * constants.radius + constants.ball
    far = np.hypot(targets[:, 0] - start[0], targets[:, 1] - start[1]) > constants.unit
    sure = _sureness(np.where(blocked, -np.inf, np.minimum(passes.lanes, passes.leads)))
    over = blocked & AT_MATE[: len(targets)] & (_sureness(passes.leads) > SURE) & (constants.chip > 0)
    ranks = (far & (over | (sure > DOUBTFUL))).nonzero()[0]
    if len(ranks) == 0:
        return []
    gaps = widest_gaps(
        targets[ranks], constants.goal, view.rivals, constants.radius, constants.ball, kick.USUAL.growth
    ).widths.tolist()
    here = math.dist(start, (constants.length, 0.0))
    danger = RISK * max(-start[0] / constants.length, 0.0)
    best: dict[int, tuple[float, Plan]] = {}
    for rank, gap in zip(ranks.tolist(), gaps, strict=True):
        (x, y), mate, likely = targets[rank].tolist(), mates[rank // len(AROUND)], float(sure[rank])
        if at_own_goal(view, bearing(start, (x, y)), start):
            continue
        away = max(math.dist((x, y), (constants.length, 0.0)), constants.radius)
        value = 0.08 + 0.6 * _goal_chance(constants.unit, gap, away) + GAIN * (here - away) / (2 * constants.length)
        if likely > (SURE if mate != meant else DOUBTFUL):
            speed = float(passes.speeds[rank])
            option = likely * value - danger * (1 - likely), Plan("pass", (x, y), speed, PASS_OFF, 0.0, mate)
        elif over[rank]:
            chip = chip_over(
                start,
                (x, y),
                view.rivals,
                constants.radius,
                constants.height,
                constants.ball,
                constants.chip_angle,
                constants.chip,
            )
            if chip is None:
                continue
            option = CHIPPED * value, Plan("pass", (x, y), chip.speed, 0.1, chip.angle, mate)
        else:
            continue
        if mate not in best or option[0] > best[mate][0]:
            best[mate] = option
    return list(best.values())


def _spots(view: GameView, chosen: NDArray[np.int64]) -> Floats:
    """Targets of passes ``[mate × AROUND, 2]``: around the position of each mate in 0.3 s."""
    constants = view.constants
    places = view.place[chosen] + 0.3 * view.velocity[chosen]
    places += constants.unit * AROUND_ALL[: len(chosen)]
    edge = np.array((constants.length, constants.width)) - 2 * constants.radius
    return np.minimum(np.maximum(places, -edge), edge)


def _sureness(leads: Floats) -> Floats:
    """The success chance of passes whose lead over all opponents is so many seconds."""
    return 1.0 / (1.0 + np.exp(np.minimum(np.maximum(leads / -DOUBT, -30.0), 30.0)))
