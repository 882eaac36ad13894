"""How the robots of a team that decide one by one come to the same decision.

A policy decides for a whole team. If each robot runs it with its own observation, the observations differ a little, and
so may the decisions: two robots go for the ball, or a receiver does not know of its pass. What a policy remembers, the
striker, its plan and the awaited pass, keeps it from changing its mind. So each robot tells the part of its memory that
concerns itself, and takes over what its mates tell.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from robopitch.control.ballistics import positions
from robopitch.control.cooperation import announced_pass, first_of_team, is_coming
from robopitch.control.interception import intercept
from robopitch.control.shared_record import Intention, SharedRecord
from robopitch.teams.constants import constants_of
from robopitch.teams.game_view import TIMES

if TYPE_CHECKING:
    from robopitch.teams.observation import Observation
    from robopitch.teams.situation import Situation

__all__ = ["adopt", "agree_on_taker", "ball_time", "intention_in", "stuck_in", "takes_kick"]

Point = tuple[float, float]

TOLERANCE = 0.06  # rad, of a pass that a mate plays; only the mate needs it
PLAYED = 0.5  # share of the speed of a pass at which the ball rolls: it has been played


def adopt(
    memory: dict[str, Any], records: Mapping[int, SharedRecord], number: int, now: float, ball: Point, velocity: Point
) -> None:
    """Take over from the records of all robots, the own one included, who goes for the ball and what it plans.

    memory: of the policy on this robot, changed
    number: of this robot
    """
    first = first_of_team(records, now)
    if first is not None and any(record.intention.kind for record in records.values()):
        memory["striker"] = first
    if first is not None and first != number:
        what = records[first].intention
        if what.kind in ("pass", "shot") and what.target is not None:
            memory["plan"] = [what.kind, what.target, what.speed, TOLERANCE, 0.0, what.receiver]
            memory["plan of"] = first
    told = announced_pass(records, now, ball)
    if told is None or told.passer == number or not is_coming(ball, velocity, records[told.receiver].pose[:2]):
        return
    if math.hypot(*velocity) > PLAYED * records[told.passer].intention.speed:
        memory["pass"] = [told.receiver, told.until]


def agree_on_taker(
    memory: dict[str, Any], records: Mapping[int, SharedRecord], situation: Situation, ball: Point, now: float
) -> None:
    """Choose the robot that takes or blocks a kick: the one that says so, else the nearest one to the ball's place.

    Of several that say so it is the lowest number. As long as nobody does, all choose again.

    memory: of the policy on this robot, changed
    """
    if not records or (situation.running and memory.get("restart") is None):
        return
    keeper = situation.keeper if situation.keeper in records else min(records)
    field = sorted(number for number in records if number != keeper) or [keeper]
    place = ball if situation.place is None else situation.place
    claims = [number for number in field if records[number].takes_kick]
    taker = min(claims or field, key=lambda number: (not claims and math.dist(records[number].pose[:2], place), number))
    memory["taker"] = [taker, now]


def takes_kick(memory: Mapping[str, Any], number: int, now: float) -> bool:
    """Whether a robot takes or blocks a kick, from the memory of its policy after a decision."""
    return memory.get("taker") == [number, now]


def intention_in(memory: Mapping[str, Any], number: int) -> Intention:
    """What a robot is about to do, from the memory of its policy after a decision.

    >>> intention_in({"striker": 2, "plan": ["pass", (3.0, 1.0), 4.0, 0.1, 0.0, 5], "plan of": 2}, 2)
    Intention(kind='pass', target=(3.0, 1.0), receiver=5, speed=4.0)
    """
    if memory.get("striker") != number:
        return Intention()
    plan = memory.get("plan")
    if plan is None or memory.get("plan of") != number or plan[0] not in ("pass", "shot"):
        return Intention("ball")
    x, y = plan[1]
    return Intention(plan[0], (float(x), float(y)), None if plan[5] is None else int(plan[5]), float(plan[2]))


def stuck_in(memory: Mapping[str, Any], number: int) -> bool:
    """Whether a robot is stuck, from the memory of its policy: `teams/motion.py` [CAMBADA-control §5.2]."""
    known = memory.get("stuck", {}).get(str(number))
    return known is not None and float(known[1]) >= 0


def ball_time(observation: Observation, number: int) -> float:
    """Seconds until a robot can be at the ball [CAMBADA-control §6.1.2]."""
    constants = constants_of(observation.league, observation.robot)
    pose, velocity = observation.own[number], observation.own_velocity.get(number, (0.0, 0.0, 0.0))
    path = positions(observation.ball[:2], observation.ball_velocity[:2], TIMES, constants.law, 0.0)
    meets = intercept(
        np.array([pose[:2]]),
        np.array([velocity[:2]]),
        path,
        constants.top,
        constants.limits.speed_up,
        TIMES,
        constants.touch,
    )
    return float(meets.times[0])
