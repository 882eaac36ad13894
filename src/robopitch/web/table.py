"""A table for the page: each robot as it is commanded, as it is and as it is seen."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from robopitch.messages import Body
from robopitch.physics import state as s
from robopitch.web import schema
from robopitch.web.frame import OWNERS
from robopitch.web.history import Sample

__all__ = ["table_of"]


def table_of(sample: Sample, timestep: float) -> schema.Table:
    """One row for the ball and one for each robot on the pitch."""
    state_view, now = sample.state_view, sample.state_view.tick * timestep
    block, ball = state_view.robot_block, state_view.ball_block
    seen = {(int(row[0]), int(row[1])): row for row in sample.sighting.robots}
    rows = [
        schema.Row(
            name="ball",
            commanded=None,
            true=_rounded([*ball[: s.BALL_Z + 1], *ball[s.BALL_VX : s.BALL_VZ + 1]]),
            seen=_latest_ball(sample, now),
            charge=None,
            holds=0.0,
        )
    ]
    for column, body in enumerate(state_view.bodies):
        robot = block[:, column]
        if robot[s.PRESENT] > 0:
            rows.append(_robot(body, robot, seen.get((OWNERS[body.team], body.id)), now))
    return schema.Table(time=round(now, 6), rows=rows)


def _robot(body: Body, robot: Any, seen: Any, now: float) -> schema.Row:
    heading = math.atan2(robot[s.HY], robot[s.HX])
    commanded = None if body.team is None else _commanded(robot, heading)
    pose = [robot[s.X], robot[s.Y], heading, robot[s.VX], robot[s.VY], robot[s.TURN]]
    return schema.Row(
        name=str(body),
        commanded=commanded,
        true=_rounded(pose),
        seen=None if seen is None else _rounded([*seen[3:6], now - seen[2]]),
        charge=round(float(robot[s.CHARGE]), 3) if body.team is not None else None,
        holds=round(float(robot[s.HOLD]), 3),
    )


def _commanded(robot: Any, heading: float) -> list[float] | None:
    """Forward, left and turn as commanded; wheel speeds are not these."""
    first, second, turn = robot[s.COMMAND : s.COMMAND + 3].tolist()
    if robot[s.MODE] == s.WHEEL_SPEEDS:
        return None
    if robot[s.MODE] == s.FIELD_VELOCITY:
        c, k = math.cos(heading), math.sin(heading)
        first, second = c * first + k * second, c * second - k * first
    return _rounded([first, second, turn])


def _latest_ball(sample: Sample, now: float) -> list[float] | None:
    balls = sample.sighting.balls
    if not len(balls):
        return None
    time, x, y = balls[int(np.argmax(balls[:, 0]))]
    return _rounded([x, y, now - time])


def _rounded(values: Iterable[Any]) -> list[float]:
    return [round(float(value), 4) for value in values]
