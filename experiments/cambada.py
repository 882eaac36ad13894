"""The CAMBADA robot as in [CAMBADA-control §4]: 25 commands a second, each effective 165 ms later.

The common parts of the driving experiments: agent, prediction, limiter and delay. The agent drives straight to its
target and turns at the same time; the low-level process (HWcomm) saturates and limits its commands, and reports the
result to the agent; each command takes effect after the delay, for a cycle.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import robopitch
from robopitch import BodyVelocity
from robopitch.control.cycles import held_command
from robopitch.control.delay import CommandBuffer
from robopitch.control.driving import head_for
from robopitch.control.geometry import Pose, Twist, moved, wrapped
from robopitch.control.kinematics import Kinematics, Wheel, omni_drive
from robopitch.control.limiting import Limiter, Limits, saturated, straight_to
from robopitch.spec import load_robot

DELAY = 0.165  # s from sensing to the motors [CAMBADA-control §4.4]
PERIOD = 0.04  # s: 25 Hz, the rate of the camera [CAMBADA-control §4.4]
STEP = 0.001  # s
SPEED = 2.2  # m/s [CAMBADA-control §4.1.3]
ACCELERATION = 3.0  # m/s² [CAMBADA-control §6, fig. 4.10 a]

TOP_WHEEL_SPEED = 24 / (0.03 * 15)  # rad/s: voltage by back-EMF (cambada.toml), a rim speed of 2.7 m/s

# Not stated in [CAMBADA-control]:
MOTOR_LAG = 0.02  # s: time constant of the wheels (cambada.toml); the prediction covers it as well
TURN_RATE = 4.0  # rad/s, of the agent
TOP_TURN_RATE = 8.0  # rad/s: of the robot's data
TURN_ACCELERATION = 15.0  # rad/s²: of the robot's data
SOFTNESS = 0.35  # s: time constant of the last part; the best one without prediction [CAMBADA-control §4.5]
BRAKE_SHARE = 0.8  # share of the acceleration limit that the agent uses for braking

Agent = Callable[[Pose, float], Twist]  # (pose to decide from, time): desired velocity in the field's frame


@dataclass(frozen=True)
class Drive:
    """A recorded drive, every millisecond."""

    poses: NDArray[np.float64]  # [time, 3]; the heading is not wrapped
    wheel_speeds: NDArray[np.float64]  # [time, wheel], rad/s; zeros for the ideal robot
    commands: NDArray[np.float64]  # [cycle, 3], as sent to the motors
    predicted: NDArray[np.float64]  # [cycle, 3]: the pose to decide from
    horizon: float  # s, of the prediction

    @property
    def times(self) -> NDArray[np.float64]:
        """s, of each pose."""
        return np.arange(len(self.poses), dtype=np.float64) * STEP

    def aside(self, start: Pose, target: Pose) -> NDArray[np.float64]:
        """Distance from the straight line, positive to the left."""
        dx, dy = target.x - start.x, target.y - start.y
        x, y = self.poses[:, 0] - start.x, self.poses[:, 1] - start.y
        return (dx * y - dy * x) / math.hypot(dx, dy)

    def along(self, start: Pose, target: Pose) -> NDArray[np.float64]:
        """Distance along the straight line."""
        dx, dy = target.x - start.x, target.y - start.y
        x, y = self.poses[:, 0] - start.x, self.poses[:, 1] - start.y
        return (dx * x + dy * y) / math.hypot(dx, dy)

    def prediction_errors(self) -> NDArray[np.float64]:
        """Distance of each predicted position from the true one, m."""
        at = np.arange(len(self.predicted)) * round(PERIOD / STEP) + round(self.horizon / STEP)
        known = at < len(self.poses)
        off = self.predicted[known, :2] - self.poses[at[known], :2]
        return np.hypot(off[:, 0], off[:, 1])

    def arrival(self, target: Pose, near: float, facing: float) -> float:
        """Seconds until the robot stays at the target; infinite if it never does."""
        off = np.abs(np.remainder(self.poses[:, 2] - target.heading + np.pi, 2 * np.pi) - np.pi)
        away = np.hypot(self.poses[:, 0] - target.x, self.poses[:, 1] - target.y) > near
        late = np.flatnonzero(away | (off > facing))
        last = int(late[-1]) if len(late) else -1
        return (last + 1) * STEP if last + 1 < len(self.poses) else math.inf


def motor_limits(acceleration: float = ACCELERATION) -> Limits:
    """The limits of the low-level process."""
    return Limits.even(SPEED, acceleration, TOP_TURN_RATE, TURN_ACCELERATION)


def straight_agent(
    target: Pose,
    way: float = 1.0,
    acceleration: float = ACCELERATION,
    softness: float = SOFTNESS,
    brake_share: float = BRAKE_SHARE,
    turn_rate: float = TURN_RATE,
) -> Agent:
    """An agent that drives straight to a pose while turning; half a rotation is counter-clockwise, or clockwise if
    *way* is −1.
    """
    wants = Limits.even(SPEED, brake_share * acceleration, turn_rate, brake_share * TURN_ACCELERATION)

    def want(pose: Pose, time: float) -> Twist:
        far = abs(wrapped(target.heading - pose.heading)) > 3.0  # about half a rotation: noise must not decide
        goal = target._replace(heading=pose.heading + math.copysign(3.0, way)) if far else target
        return head_for(pose, goal, wants, PERIOD, softness)

    return want


def drive(
    start: Pose,
    agent: Agent,
    seconds: float,
    *,
    predict: bool = True,
    limiter: Limiter = straight_to,
    acceleration: float = ACCELERATION,
    ideal: bool = False,
    lag: float = MOTOR_LAG,
    sense: Callable[[Pose, int], Pose] = lambda pose, cycle: pose,
) -> Drive:
    """Let an agent drive the robot.

    predict: decide from the pose when the command takes effect, else from the present one
    ideal:   the robot model of [CAMBADA-control §4.2.1], which follows exactly; else the turf engine with motors and
    slip
    lag:     s that the prediction adds for the motors of a robot that is not ideal
    sense:   the pose that the robot measures
    """
    body: _Ideal | _Turf = _Ideal(start) if ideal else _Turf(start)
    horizon = (DELAY if ideal else DELAY + lag) if predict else 0.0
    limits, buffer = motor_limits(acceleration), CommandBuffer(horizon, PERIOD)
    command, under_way = Twist(0.0, 0.0, 0.0), deque[tuple[int, Twist]]()
    wheels_of = kinematics()
    cycle_steps, delay_steps = round(PERIOD / STEP), round(DELAY / STEP)
    poses, wheels, commands, predicted = [body.pose], [body.wheel_speeds], [], []
    for tick in range(round(seconds / STEP)):
        if tick % cycle_steps == 0:
            pose = buffer.predict(sense(body.pose, tick // cycle_steps))
            want = held_command(agent(pose, tick * STEP), pose.heading, PERIOD)
            command = limiter(saturated(want, wheels_of, TOP_WHEEL_SPEED), command, limits, PERIOD)
            buffer.push(command)
            under_way.append((tick + delay_steps, command))
            commands.append(command)
            predicted.append(pose)
        if under_way and under_way[0][0] <= tick:
            body.tell(under_way.popleft()[1])
        body.step()
        poses.append(body.pose)
        wheels.append(body.wheel_speeds)
    track = np.array(poses)
    track[:, 2] = np.unwrap(track[:, 2])
    return Drive(track, np.array(wheels), np.array(commands), np.array(predicted), horizon)


class _Turf:
    """The robot in the turf engine, its own limiter switched off: the low-level process limits."""

    def __init__(self, start: Pose) -> None:
        self._world = robopitch.make(
            "msl", players={"blue": 1, "yellow": 0}, overrides={"robot.drive.limits.kind": "none"}
        )
        self._world.place_robot("blue", 0, *start)
        self._world.place_ball(0.0, -6.0)
        self._robot = self._world.robot("blue", 0)

    @property
    def pose(self) -> Pose:
        return Pose(*self._robot.pose)

    @property
    def wheel_speeds(self) -> NDArray[np.float64]:
        return self._robot.wheel_speeds

    def tell(self, command: Twist) -> None:
        self._world.command("blue", 0, BodyVelocity(*command))

    def step(self) -> None:
        self._world.step()


class _Ideal:
    """The robot as in its own prediction: it has the commanded velocity at once."""

    def __init__(self, start: Pose) -> None:
        self.pose, self._velocity = start, Twist(0.0, 0.0, 0.0)
        self.wheel_speeds = np.zeros(3)

    def tell(self, command: Twist) -> None:
        self._velocity = command

    def step(self) -> None:
        self.pose = moved(self.pose, self._velocity, STEP)


def kinematics() -> Kinematics:
    """Three wheels [CAMBADA-sim §3.3.2]."""
    return omni_drive([Wheel(w.x, w.y, w.direction, w.radius) for w in load_robot("cambada").drive.wheels])
