"""Compiled and plain code come to the same decisions: the same few frames are decided in a process without compiler."""

import json
import math
import os
import subprocess
import sys

import pytest

from robopitch.messages import Pose, Team, Twist
from robopitch.spec import load_league
from robopitch.teams import TEAMS, Observation
from robopitch.teams.grid import on_radio

FRAMES, PERIOD = 24, 0.02


def decisions(name: str) -> list[str]:
    """What a team orders while its robots drive as it orders and the ball rolls through their opponents."""
    league = load_league("ssl-div-a")
    own = {n: Pose(float(spot.x), float(spot.y), 0.3 * n) for n, spot in enumerate(league.formation)}
    speeds = {n: Twist(0.0, 0.0, 0.0) for n in own}
    opponents = {n: Pose(-pose.x + 0.1, 0.1 - pose.y, math.pi) for n, pose in own.items()}
    memory, told = {}, []
    for frame in range(FRAMES):
        observation = Observation(
            league=league,
            robot=league.team(Team.BLUE).robot,
            own=own,
            opponents=opponents,
            ball=(1.0 - 0.05 * frame, 0.3 + 0.01 * frame, 0.0215),
            ball_velocity=(-2.5, 0.5, 0.0),
            charge=dict.fromkeys(own, 1.0),
            own_velocity=speeds,
            opponent_velocity={n: Twist(-0.6, 0.1, 0.0) for n in opponents},
            time=PERIOD * frame,
            memory=memory,
        )
        decided = on_radio(Team.BLUE, TEAMS[name](observation))
        told.append(repr(decided))
        speeds = {n: Twist(command.x, command.y, command.turn) for n, command, _, _ in decided}
        own = {
            n: Pose(pose.x + PERIOD * speeds[n].x, pose.y + PERIOD * speeds[n].y, pose.heading)
            for n, pose in own.items()
        }
    return told


@pytest.fixture(scope="module")
def plain():
    done = subprocess.run(
        [sys.executable, __file__],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", ["cambada", "mi20"])
def test_a_team_decides_the_same_without_the_compiler(name, plain):
    compiled = decisions(name)
    assert len(set(compiled)) > FRAMES / 2  # the situation changes
    assert compiled == plain[name]


if __name__ == "__main__":
    print(json.dumps({name: decisions(name) for name in ("cambada", "mi20")}))
