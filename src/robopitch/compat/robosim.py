"""rSim's module `robosim` on this simulator: rSoccer's environments run unchanged.

    import sys
    from robopitch.compat import robosim
    sys.modules["robosim"] = robosim  # before rsoccer_gym is imported
    import rsoccer_gym

| | `VSS` | `SSL` |
|---|---|---|
| field 0 | 1.5 m × 1.3 m, `vss-3v3` | division A |
| field 1 | 2.2 m × 1.8 m, `mirosot-5v5` | division B |
| field 2 | | 6 m × 4 m, rSim's hardware challenge |

`step` takes the numbers of each robot. VSS: wheel speeds, left and right. SSL: 1 and the speeds of four wheels, or 0
and forward, left, turn and any number; then the speed of a kick forward and upward, and the dribbler, on above 0.

`get_state` returns x, y, z, vx, vy of the ball, then for each robot x, y, heading, vx, vy and turn rate; SSL adds
whether the ball is at the kicker, and the speeds of four wheels. Robots are blue's by id, then yellow's.

Metres and seconds; **headings in `reset`, and headings and turn rates of a state, are in degrees**, commands in rad/s.
Wheels are counted from the front, counter-clockwise. Velocities are means over the last step, as rSim has them, and 0
after a reset.

Sizes and physics are those of the leagues here, and `get_field_params` states them: wheels, motors and ball differ from
rSim's. A step of n ms is computed in the fewest steps that are not longer than 5 ms. The same calls give the same bits.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from robopitch.elementary import hypot
from robopitch.elementary.compiled import atan2
from robopitch.messages import Body, BodyVelocity, Command, Kick, Team, WheelSpeeds
from robopitch.physics import state as s
from robopitch.spec import load_league
from robopitch.world import make

if TYPE_CHECKING:
    from robopitch.spec import RobotSpec

__all__ = ["SSL", "VSS"]

LONGEST = 5  # ms of a step of the physics
TURN = 180.0 / math.pi  # degrees of a radian
NEAR = 0.01  # m between kicker and ball at which the ball is at the kicker; chosen: about the depth of a light barrier
NONE = -1.0  # a size that a robot does not have


class _Simulator:
    """What both have in common: a world, its robots in rSim's order, and the state at the last step."""

    fields: Sequence[tuple[str, Mapping[str, Any]]] = ()  # league and overrides of each type of field
    inputs = 0  # numbers of a robot in `step`

    def __init__(
        self,
        field_type: int,
        n_robots_blue: int,
        n_robots_yellow: int,
        time_step_ms: int,
        ball_pos: ArrayLike,
        blue_robots_pos: ArrayLike,
        yellow_robots_pos: ArrayLike,
    ) -> None:
        """ball_pos: x, y, vx, vy; robots: x, y and heading in degrees of each"""
        if not 0 <= field_type < len(self.fields):
            raise ValueError(f"field {field_type}; 0 to {len(self.fields) - 1} are possible")
        if time_step_ms < 1:
            raise ValueError(f"a step of {time_step_ms} ms; at least 1 ms is possible")
        league, overrides = self.fields[field_type]
        self._steps = -(-time_step_ms // LONGEST)
        self._seconds = time_step_ms / 1000
        counts = {"blue": n_robots_blue, "yellow": n_robots_yellow}
        more = {"max_ids": max(n_robots_blue, n_robots_yellow, load_league(league).max_ids)}
        timestep = self._seconds / self._steps
        self._world = make(
            league, timestep=timestep, overrides={**overrides, **more}, players={team: 0 for team in counts}
        )
        for team, count in counts.items():
            for number in range(count):
                self._world.place_robot(team, number, x=0.2 * number, y=0.0)
        self._bodies = [Body(Team(team), number) for team, count in counts.items() for number in range(count)]
        self._columns = [self._world.bodies.index(body) for body in self._bodies]
        self._robot = self._world.league.team(Team.BLUE).robot
        self._front = self._robot.outline.ball_front(float(self._world.league.ball.radius))
        self._start = self._world.save()
        self.reset(ball_pos, blue_robots_pos, yellow_robots_pos)

    def reset(self, ball_pos: ArrayLike, blue_robots_pos: ArrayLike, yellow_robots_pos: ArrayLike) -> None:
        """Place ball and robots as the constructor does; everything else is as at the beginning."""
        world = self._world
        x, y, vx, vy = _numbers("ball_pos", ball_pos, (4,)).tolist()
        places = []
        for team, given in (("blue", blue_robots_pos), ("yellow", yellow_robots_pos)):
            count = sum(body.team == team for body in self._bodies)
            places += _numbers(f"{team}_robots_pos", given, (count, 3)).tolist()
        world.restore(self._start)
        world.place_ball(x=x, y=y, vx=vx, vy=vy)
        for body, (at_x, at_y, degrees) in zip(self._bodies, places, strict=True):
            assert body.team is not None
            heading = math.remainder(degrees, 360.0) / TURN
            world.place_robot(body.team, body.id, x=at_x, y=at_y, heading=heading)
        self._now = self._poses()
        self._before = self._now

    def step(self, actions: ArrayLike) -> None:
        """Command all robots, and simulate a step."""
        numbers = _numbers("actions", actions, (len(self._bodies), self.inputs)).tolist()
        for column, row in zip(self._columns, numbers, strict=True):
            self._order(column, row)
        self._world.step(self._steps)
        self._before, self._now = self._now, self._poses()

    def _order(self, column: int, row: list[float]) -> None:
        raise NotImplementedError

    def _poses(self) -> list[list[float]]:
        """x, y and heading in degrees of each robot; before them x, y and z of the ball."""
        block = self._world.robot_block
        rows = block[s.X : s.HY + 1].T.tolist()
        poses = [[x, y, TURN * atan2(hy, hx)] for x, y, hx, hy in (rows[column] for column in self._columns)]
        return [self._world.ball_block[s.BALL_X : s.BALL_Z + 1].tolist(), *poses]

    def get_state(self) -> list[float]:
        """The numbers of the ball, then those of each robot."""
        (x, y, z), (old_x, old_y, _) = self._now[0], self._before[0]
        state = [x, y, z, (x - old_x) / self._seconds, (y - old_y) / self._seconds]
        for index, (now, before) in enumerate(zip(self._now[1:], self._before[1:], strict=True)):
            turned = math.remainder(now[2] - before[2], 360.0)
            state += now
            state += [
                (now[0] - before[0]) / self._seconds,
                (now[1] - before[1]) / self._seconds,
                turned / self._seconds,
            ]
            state += self._more(index)
        return state

    def _more(self, index: int) -> list[float]:
        """Further numbers of a robot."""
        return []

    def get_field_params(self) -> dict[str, float]:
        """Sizes of field, ball and robot: m, degrees and 1/min."""
        league, robot = self._world.league, self._robot
        field, wheels = league.field, robot.drive.wheels
        angles = [TURN * atan2(float(wheel.y), float(wheel.x)) % 360.0 for wheel in wheels]
        kicker = robot.kicker
        return {
            "length": float(field.length),
            "width": float(field.width),
            "penalty_length": float(field.penalty_area_depth),
            "penalty_width": float(field.penalty_area_width),
            "goal_width": float(field.goal.width),
            "goal_depth": float(field.goal.depth),
            "ball_radius": float(league.ball.radius),
            "rbt_distance_center_kicker": NONE if kicker is None else self._front,
            "rbt_kicker_thickness": NONE if kicker is None else float(kicker.reach),
            "rbt_kicker_width": NONE if kicker is None else float(kicker.width),
            **{f"rbt_wheel{n}_angle": angles[n] if n < len(angles) else NONE for n in range(4)},
            "rbt_radius": _radius(robot),
            "rbt_wheel_radius": float(wheels[0].radius),
            "rbt_motor_max_rpm": _fastest(robot),
        }


class VSS(_Simulator):
    """Robots on two wheels: `step` takes ``[robot, 2]``, `get_state` returns 5 + 6 numbers for each."""

    fields = (("vss-3v3", {}), ("mirosot-5v5", {"robot": "vss"}))
    inputs = 2

    def _order(self, column: int, row: list[float]) -> None:
        self._world.order(column, WheelSpeeds((row[0], row[1])), None, None)


class SSL(_Simulator):
    """Robots with kicker and dribbler: `step` takes ``[robot, 8]``, `get_state` returns 5 + 11 numbers for each."""

    fields = (
        ("ssl-div-a", {}),
        ("ssl-div-b", {}),
        (
            "ssl-div-b",
            {
                "field.length": 6.0,
                "field.width": 4.0,
                "field.penalty_area_depth": 0.8,
                "field.penalty_area_width": 2.0,
                "field.goal.width": 0.7,
            },
        ),
    )
    inputs = 8

    def _order(self, column: int, row: list[float]) -> None:
        by_wheels, first, second, third, fourth, forward, upward, dribbler = row
        command: Command = BodyVelocity(first, second, third)
        if by_wheels > 0:
            command = WheelSpeeds((first, second, third, fourth))
        forward, upward = max(forward, 0.0), max(upward, 0.0)
        kick = None
        if forward > 0:
            kick = Kick(hypot(forward, upward), atan2(upward, forward))
        self._world.order(column, command, kick, 1.0 if dribbler > 0 else 0.0)

    def _more(self, index: int) -> list[float]:
        body = self._bodies[index]
        assert body.team is not None
        robot = self._world.robot(body.team, body.id)
        return [float(self._at_kicker(index)), *robot.wheel_speeds.tolist()]

    def _at_kicker(self, index: int) -> bool:
        """Whether the ball is before the kicker, as a light barrier sees it."""
        kicker = self._robot.kicker
        if kicker is None:
            return False
        (x, y, z), column = self._now[0], self._world.robot_block[s.X : s.HY + 1, self._columns[index]]
        robot_x, robot_y, hx, hy = column.tolist()
        forward = (x - robot_x) * hx + (y - robot_y) * hy
        aside = (y - robot_y) * hx - (x - robot_x) * hy
        gap = forward - self._front - float(self._world.league.ball.radius)
        return gap < NEAR and forward > 0 and abs(aside) < float(kicker.width) / 2 and z < float(kicker.height)


def _numbers(name: str, given: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """The numbers as an array; a ValueError if they have another shape or are not finite."""
    numbers = np.asarray(given, np.float64)
    if numbers.size == 0 and 0 in shape:
        return numbers.reshape(shape)
    if numbers.shape != shape:
        raise ValueError(f"{name} of shape {numbers.shape}; {shape} is wanted")
    if not np.isfinite(numbers).all():
        raise ValueError(f"{name}: finite numbers are wanted")
    return numbers


def _radius(robot: RobotSpec) -> float:
    """Of a box, half its width."""
    outline = robot.outline
    return float(outline.width) / 2 if outline.kind == "box" else outline.circumradius


def _fastest(robot: RobotSpec) -> float:
    """Turns a minute of a wheel without load."""
    motor = robot.drive.motor
    assert motor is not None
    return float(motor.voltage / (motor.torque_constant * motor.gear)) * 60 / math.tau
