"""Plays keyframe motions through the registers of a robot's servos: goal positions and speeds over time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from robopitch.control.keyframes import Motion, ServoGoal, parse_motions, steps_of
from robopitch.physics.servos.constants import model_of
from robopitch.physics.servos.model import MODELS
from robopitch.spec.catalogue import motion_files
from robopitch.spec.figure import FigureSpec
from robopitch.spec.figure.servo import ServoSpec
from robopitch.world.servo_goals import Write, goal_writes, speed_register

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["MotionPlayer", "Write", "measured_angles", "motions_of", "play_motion", "torque_writes", "writes_of"]


def motions_of(robot: str) -> dict[str, Motion]:
    """The motions that come with a robot, by name, in the file of its name in `robots/motions/`; none without one."""
    files = motion_files()
    if robot not in files:
        return {}
    file, label = files[robot]
    return parse_motions(file.read_text(encoding="utf-8"), label)


def writes_of(servo: ServoSpec, goal: ServoGoal) -> tuple[Write, ...]:
    """The registers that send a servo to a goal."""
    return goal_writes(servo, goal.angle, goal.speed)


def torque_writes(figure: FigureSpec) -> list[Write]:
    """The registers that give servos their torque back after an overload, as a fall can leave them.

    Protocol 1.0 sets the torque limit to 0 in a shutdown, until it is written. Servos of protocol 2.0 need a reboot.
    """
    found = []
    for servo in figure.servos:
        limit = MODELS[servo.model].table.by_name.get("torque_limit")
        if limit is not None:
            found.append(Write(servo.id, limit.address, limit.encode(1023)))
    return found


class MotionPlayer:
    """A motion on its way.

    figure: of the robot that moves
    begin:  simulated time at which it begins, s
    angles: of the servos then, by name, rad

    written: keyframes so far; one more when the servos have their full speed back, at the end
    """

    def __init__(self, motion: Motion, figure: FigureSpec, begin: float, angles: Mapping[str, float]) -> None:
        by_name = {servo.name: servo for servo in figure.servos}
        unknown = [name for name in motion.servos if name not in by_name]
        if unknown:
            raise ValueError(f"{motion.name}: this robot has no servo {unknown[0]!r}, but {', '.join(by_name)}")
        self._steps, self._moved = steps_of(motion, angles), motion.servos
        self._servos, self._begin, self.written = by_name, begin, 0
        self.end = begin + motion.duration

    def due(self, time: float) -> list[Write]:
        """What has to be written by this time and was not yet; later keyframes replace earlier ones.

        At the end each servo that moved has its full speed again: that of a keyframe would slow down what comes next.
        """
        found: list[Write] = []
        while self.written < len(self._steps) and self._begin + self._steps[self.written].time <= time + 1e-9:
            for name, goal in self._steps[self.written].goals.items():
                found += writes_of(self._servos[name], goal)
            self.written += 1
        if self.written == len(self._steps) and time + 1e-9 >= self.end:
            self.written += 1
            for name in self._moved:
                servo = self._servos[name]
                register = speed_register(model_of(servo.model, servo.constants))
                found.append(Write(servo.id, register.address, register.encode(0)))
        return found


def measured_angles(world: World, team: str, number: int) -> dict[str, float]:
    """The angles that the servos of a robot report, by name, rad."""
    figure, found = world.robot(team, number).spec.figure, {}
    for servo in figure.servos if figure is not None else ():
        model = model_of(servo.model, servo.constants)
        position = model.table.by_name["present_position"]
        data = world.read_registers(team, number, servo.id, position.address, position.size)
        count = int.from_bytes(data, "little", signed=model.table.protocol == 2)
        sign = -1.0 if servo.direction < 0 else 1.0
        found[servo.name] = servo.zero + sign * (count - model.middle) * math.tau / model.counts
    return found


def play_motion(world: World, team: str, number: int, motion: Motion, steps: int = 5) -> Iterator[float]:
    """Play a motion on a robot of a world from where its servos are; yields the time after each few steps.

    Servos that have shut themselves down get their torque back first.
    steps: of the world between two yields
    """
    figure = world.robot(team, number).spec.figure
    if figure is None:
        raise ValueError(f"{team} {number}: a robot without servos has no motions")
    player = MotionPlayer(motion, figure, world.time, measured_angles(world, team, number))
    for write in torque_writes(figure):
        world.write_registers(team, number, *write)
    while world.time < player.end - 1e-9:
        for write in player.due(world.time):
            world.write_registers(team, number, *write)
        world.step(steps)
        yield world.time
    for write in player.due(player.end):
        world.write_registers(team, number, *write)
