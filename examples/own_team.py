"""A team of your own in one file: the robot nearest to the ball gets behind it and shoots.

    robopitch run ssl-div-b --blue examples/own_team.py:play --yellow still --referee free        # on the page
    robopitch run ssl-div-b --blue examples/own_team.py:play --headless --minutes 2               # by the rules
    robopitch scenario run scenarios/ssl-shot-at-open-goal.toml --blue examples/own_team.py:play  # as a test

`play` is called 50 times a second. It gets what the team sees, metres and radians with the own goal at −x, and returns
an action for each robot.
"""

import math

from robopitch import BodyVelocity, FieldVelocity, Kick
from robopitch.teams import Action, Observation

BEHIND = 0.2  # m behind the ball where the shooter gets ready


def play(observation: Observation) -> dict[int, Action]:
    """One robot shoots at the goal; all others, and everybody while the referee has stopped play, stand."""
    actions = {number: Action(BodyVelocity(0.0)) for number in observation.own}
    if observation.own and observation.situation.running:
        (x, y, _), memory = observation.ball, observation.memory
        shooter = min(observation.own, key=lambda number: math.dist(observation.own[number][:2], (x, y)))
        pose = observation.own[shooter]
        aim = math.atan2(-y, observation.league.field.length / 2 - x)
        place = (x - BEHIND * math.cos(aim), y - BEHIND * math.sin(aim))
        near, there = math.dist(pose[:2], (x, y)) < 2 * BEHIND, math.dist(pose[:2], place) < 0.05
        ready = memory["ready"] = near and (there or memory.get("ready", False))
        if ready:
            place = (x, y)
        turn = 5 * math.remainder(aim - pose.heading, math.tau)
        drive = FieldVelocity(3 * (place[0] - pose.x), 3 * (place[1] - pose.y), turn)
        actions[shooter] = Action(drive, Kick(5.0) if ready else None)
    return actions
