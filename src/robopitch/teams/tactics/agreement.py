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
from robopitch.control.cooperation import announced_pass, first_of_team, is_coming, second_of_team
from robopitch.control.interception import intercept
from robopitch.control.shared_record import Intention, SharedRecord
from robopitch.messages import Twist
from robopitch.teams.constants import constants_of
from robopitch.teams.game_view import TIMES

if TYPE_CHECKING:
    from robopitch.messages import Pose
    from robopitch.teams.observation import Observation
    from robopitch.teams.situation import Situation

__all__ = ["adopt", "agree_on_helper", "agree_on_taker", "ball_time", "intention_in", "stuck_in", "takes_kick"]

Point = tuple[float, float]

TOLERANCE = 0.06  # rad, of a pass that a mate plays; only the mate needs it
HELPS = 0.8  # s for which a robot helps at least
STILL = Twist(0.0, 0.0, 0.0)
NEARER = 1.5  # m by which another robot has to be nearer to the ball of a kick to take it instead
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
        memory["attacker" if "attacker" in memory else "striker"] = first
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

    Of several that say so it is the lowest number. As long as nobody does, and if another one is much nearer while the
    kick is prepared, all choose again.

    memory: of the policy on this robot, changed
    """
    if not records or (situation.running and memory.get("restart") is None):
        return
    keeper = situation.keeper if situation.keeper in records else min(records)
    field = sorted(number for number in records if number != keeper) or list(records)
    place = ball if situation.place is None else situation.place
    away = {number: math.dist(records[number].pose[:2], place) for number in field}
    taker = min(field, key=lambda number: (away[number], number))
    claims = [number for number in field if records[number].takes_kick]
    if claims and (away[min(claims)] < away[taker] + NEARER or situation.running):
        taker = min(claims)
    memory["taker"] = [taker, now]


def takes_kick(memory: Mapping[str, Any], number: int, now: float) -> bool:
    """Whether a robot takes or blocks a kick, from the memory of its policy after a decision."""
    return memory.get("taker") == [number, now]


def agree_on_helper(memory: dict[str, Any], records: Mapping[int, SharedRecord], observation: Observation) -> None:
    """Choose the robot that helps the first one at the ball; once chosen, it helps for a while.

    memory: of the policy on this robot, changed
    """
    now, situation, rivals = observation.time, observation.situation, observation.opponents
    keeper = situation.keeper if situation.keeper is not None else min(records, default=None)
    field = {number: record for number, record in records.items() if number != keeper}
    helper = None
    if situation.running:
        soonest = math.inf
        if rivals and observation.ball[0] < 0:
            soonest = min(_ball_times(observation, rivals, observation.opponent_velocity))
        helper = second_of_team(field, first_of_team(field, now), now, soonest, observation.ball[:2])
    kept = memory.get("helper")
    if helper is not None:
        memory["helper"] = [helper, now + HELPS]
    elif kept is not None and (now > kept[1] or not situation.running):
        memory["helper"] = None


def intention_in(memory: Mapping[str, Any], number: int) -> Intention:
    """What a robot is about to do, from the memory of its policy after a decision.

    >>> intention_in({"striker": 2, "plan": ["pass", (3.0, 1.0), 4.0, 0.1, 0.0, 5], "plan of": 2}, 2)
    Intention(kind='pass', target=(3.0, 1.0), receiver=5, speed=4.0)
    """
    if memory.get("striker", memory.get("attacker")) != number:
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
    return _ball_times(observation, {number: observation.own[number]}, observation.own_velocity)[0]


def _ball_times(observation: Observation, robots: Mapping[int, Pose], velocities: Mapping[int, Twist]) -> list[float]:
    """Seconds until each of these robots can be at the ball."""
    constants = constants_of(observation.league, observation.robot)
    path = positions(observation.ball[:2], observation.ball_velocity[:2], TIMES, constants.law, 0.0)
    meets = intercept(
        np.array([pose[:2] for pose in robots.values()]).reshape(-1, 2),
        np.array([velocities.get(number, STILL)[:2] for number in robots]).reshape(-1, 2),
        path,
        constants.top,
        constants.limits.speed_up,
        TIMES,
        constants.touch,
    )
    times: list[float] = meets.times.tolist()
    return times
