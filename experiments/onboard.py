"""The agent that is shipped drives its robot in a match: from what its own sensors report, with the delay of its loop.

It stands until it has found out where it is. A ball lies in its sight, because it would look for one otherwise.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

import robopitch
from experiments.cambada import STEP, Agent
from robopitch.control.geometry import Pose, into_field, relative
from robopitch.leagues.msl.agents.player import AgentPlayer
from robopitch.messages import FieldVelocity, Team
from robopitch.teams.observation import Action, Observation

__all__ = ["drive_onboard"]

FOUND = 1500  # ticks after which a robot knows where it is
BALL = (2.0, -2.5)  # m, from the start
START = Pose(-4.0, 1.0, 0.0)


def drive_onboard(
    agent: Agent,
    seconds: float,
    *,
    command_delay: float = 0.0,
    told: bool = True,
    limiter: str = "direction-first",
    seed: int = 1,
) -> NDArray[np.float64]:
    """True poses of the robot each millisecond, ``[time, 3]``, in the frame of its start; headings are not wrapped.

    agent:         from the pose to decide from, in that frame, and the time, to the velocity in that frame
    command_delay: s from its decision until its motors have the command
    told:          it knows its delay; else it decides as if there were none
    limiter:       of the robot's own software
    """
    start, began = START, math.inf

    def policy(observation: Observation) -> dict[int, Action]:
        if observation.time < began:
            return {0: Action(FieldVelocity(0.0, 0.0))}
        want = agent(relative(start, Pose(*observation.own[0])), observation.time - began)
        return {0: Action(FieldVelocity(*into_field(want.x, want.y, start.heading), want.turn))}

    match = robopitch.make_match(
        "msl",
        blue="cambada",
        yellow="still",
        sees="onboard",
        players={"blue": 1, "yellow": 0},
        referee="none",
        seed=seed,
        overrides={"robot.drive.limits.kind": limiter},
        realism_overrides={"command_delay": command_delay},
    )
    world, (player, *_) = match.world, match.teams.players_of(Team.BLUE)
    assert isinstance(player, AgentPlayer)
    player.policy, player.delay = policy, None if told else 0.0
    world.place_robot("blue", 0, *START)
    world.place_ball(START.x + BALL[0], START.y + BALL[1])
    match.advance(FOUND)
    start = Pose(*world.robot("blue", 0).pose)
    began = world.time
    poses = []
    for _ in range(round(seconds / STEP)):
        poses.append(relative(start, Pose(*world.robot("blue", 0).pose)))
        match.advance(match.tick + 1)
    track = np.array(poses)
    track[:, 2] = np.unwrap(track[:, 2])
    return track
