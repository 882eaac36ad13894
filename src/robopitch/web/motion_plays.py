"""Plays keyframe motions on robots of the match: goal positions and speeds, written into servos by inputs in time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from robopitch.control.keyframes import Motion
from robopitch.messages import Body, Decision, Event, Input, Team, WriteRegisters
from robopitch.net.faults import Faults
from robopitch.physics.servos.registers import value_of
from robopitch.server.api.servos import Playing, joint_angle
from robopitch.teams.motions import MotionPlayer
from robopitch.web.guarded import guarded

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["MotionPlays"]

RATE = 200.0  # Hz at which the match is asked whether a keyframe is due: chosen, 5 ms are the shortest keyframes in use
SOURCE = "page"  # who offers the inputs
KEPT = ("moving_speed", "profile_velocity", "goal_position", "torque_limit", "torque_enable")
"""What an undo restores, in this order: a goal can switch the torque on."""


class _Play(NamedTuple):
    motion: Motion
    run: MotionPlayer
    begin: float


class MotionPlays:
    """The motions that run, one of each robot. Used by the thread of the match; it observes the match while one runs.

    They are no state of the match: what they write is, as inputs. So a recording simulates a motion again, and going
    back in time ends it.
    """

    def __init__(self, match: Match, faults: Faults) -> None:
        self.faults = faults
        self._match = match
        self._plays: dict[Body, _Play] = {}

    def start(self, team: Team, robot: int, motion: Motion) -> dict[object, Input]:
        """Begin a motion in place of the one that runs; returns what undoes it, by servo and register.

        A ValueError if the robot cannot play it; nothing changes then.
        """
        match, body = self._match, Body(team, robot)
        spec = match.world.specs[match.world.bodies.index(body)] if body in match.world.bodies else None
        if spec is None or spec.figure is None or not match.world.robot(team, robot).present:
            raise ValueError(f"there is no {body} with joints on the field")
        angles: dict[str, float] = {}
        before: dict[object, Input] = {}
        for servo in spec.figure.servos:
            table, row = match.world.servo(team, robot, servo.id)
            angles[servo.name] = joint_angle(servo, value_of(row, "present_position"))
            for name in KEPT:
                register = table.by_name.get(name)
                if register is not None:
                    data = register.encode(value_of(row, name))
                    before[body, servo.id, name] = WriteRegisters(team, robot, servo.id, register.address, data)
        run = MotionPlayer(motion, spec.figure, match.world.time, angles)
        for servo in spec.figure.servos:
            self._wake(team, robot, servo.id)  # all of them: what it does not move carries the rest
        if not self._plays:
            match.observe(self, RATE)
        self._plays[body] = _Play(motion, run, match.world.time)
        self._write(body)
        match.advance(match.tick)
        return before

    def _wake(self, team: Team, robot: int, servo: int) -> None:
        """Give a servo its torque back: some take goals only while they are on, and a shutdown sets its limit to 0."""
        table, row = self._match.world.servo(team, robot, servo)
        for name, most in (("torque_limit", "max_torque"), ("torque_enable", "")):
            register = table.by_name.get(name)
            if register is not None and not value_of(row, name):
                data = register.encode(value_of(row, most) if most in table.by_name else 1)
                self._match.offer(SOURCE, WriteRegisters(team, robot, servo, register.address, data))

    def stop(self, team: Team, robot: int) -> None:
        """End the motion of a robot; its servos keep their goals."""
        if self._plays.pop(Body(team, robot), None) is not None and not self._plays:
            self._match.forget(self)

    def clear(self) -> None:
        """The match went back in time: end all of them."""
        if self._plays:
            self._plays.clear()
            self._match.forget(self)

    def playing(self, team: Team, robot: int) -> Playing | None:
        """The motion that a robot plays."""
        play = self._plays.get(Body(team, robot))
        if play is None:
            return None
        time = round(self._match.world.time - play.begin, 3)
        return Playing(title=play.motion.title, time=time, seconds=play.motion.duration)

    def _write(self, body: Body) -> None:
        """Write what is due; a robot that cannot be written to has left the field, and its motion ends."""
        play, time = self._plays[body], self._match.world.time
        assert body.team is not None
        for servo, address, data in play.run.due(time):
            if self._match.offer(SOURCE, WriteRegisters(body.team, body.id, servo, address, data)):
                self.stop(body.team, body.id)
                return
        if time >= play.run.end:
            self.stop(body.team, body.id)

    # ---- observer of the match -------------------------------------------------------------------------------------

    @guarded
    def on_sample(self, match: Match) -> None:
        """Some time has passed."""
        for body in list(self._plays):
            self._write(body)

    def on_input(self, source: str, sequence: int, input: Input) -> None:
        """Not of interest."""

    def on_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """Not of interest."""

    def on_decision(self, decision: Decision) -> None:
        """Not of interest."""

    def on_events(self, events: Sequence[Event]) -> None:
        """Not of interest."""
