"""Estimation of the ball: which sighting it is, which robot has it, and where it will be
[CAMBADA-control §4.2.2; MI20 §2.4.2].
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from robopitch.control.ballistics import position_after, velocity_after
from robopitch.control.candidates import BallModel, Candidates
from robopitch.control.geometry import Pose, Twist, into_body
from robopitch.control.reflection import Outline, carried, disc, disc_with_flat_front, predict_ball
from robopitch.physics.ball_law import ball_law
from robopitch.spec import LeagueSpec, RobotSpec

__all__ = ["Around", "BallEstimator"]

Vector = tuple[float, float]
Row = Sequence[float]

TOUCHES = 0.1  # s for which a robot that had the ball still counts as having it
NEAR = 0.15  # m: a ball seen farther from the front of a robot is not at its dribbler, even if the robot reports it
SEEN = 0.03  # s: a ball unseen for longer is assumed at the robot that reports it
REFLECTS = 0.3  # restitution of ball and robot, chosen: robots are built to stop the ball
QUICK = 4.0  # m/s: no robot approaches a ball faster


class Around(NamedTuple):
    """The robots around a ball: first the own ones, by id, then the others."""

    now: Sequence[Row]  # x, y, heading
    then: Sequence[Row]  # the same when a command takes effect
    velocities: Sequence[Row]  # by then
    there: Sequence[int]  # which of them are on the field
    own: int  # number of rows of the own team


class BallEstimator:
    """Tracks the ball; all positions in the frame of the team.

    noise: m, deviation of a sighting
    """

    def __init__(self, league: LeagueSpec, own: RobotSpec, other: RobotSpec, noise: float) -> None:
        kicks = [float(robot.kicker.speed) for robot in (own, other) if robot.kicker is not None]
        self._candidates = Candidates(BallModel(noise=noise, speed=max(kicks, default=6.5)))
        self._known: Vector = (0.0, 0.0)  # its position when it was last seen or sensed
        self._own = own
        self._outlines = (_outline(own), _outline(other))
        self.change(league)

    def change(self, league: LeagueSpec) -> None:
        """Replace the parameters of ball and ground."""
        self._law = ball_law(league)
        self._radius = float(league.ball.radius)
        self._front = self._own.outline.ball_front(self._radius) + self._radius

    def keep(self, seconds: float) -> None:
        """Let a ball that is not seen any more roll on for so long, or for the usual time if that is longer."""
        patience = max(seconds, BallModel().patience)
        self._candidates.model = replace(self._candidates.model, patience=patience)

    def see(self, time: float, sightings: Sequence[Vector]) -> None:
        """Process the balls that one camera reports."""
        self._candidates.see(time, sightings)
        ball = self._candidates.best(time)
        if ball is not None:
            self._known = ball.x, ball.y

    def forecast(
        self, time: float, delay: float, around: Around, contacts: Mapping[int, float]
    ) -> tuple[Vector, Vector]:
        """Position and velocity after the delay; *contacts*: robots that sense the ball, and the times of their
        reports.
        """
        seen = self._candidates.best(time)
        place = None if seen is None else position_after((seen.x, seen.y), seen.velocity, time - seen.time, self._law)
        holder = self._holder(time, place, around, contacts)
        if holder is not None:
            pose, later = Pose(*around.now[holder]), Pose(*around.then[holder])
            if place is None or seen is None or time - seen.last > SEEN:
                place = self._before(pose)
            self._known = place = carried(place, pose, later)
            vx, vy, turn = around.velocities[holder]
            return place, (vx - turn * (place[1] - later.y), vy + turn * (place[0] - later.x))
        if place is None or seen is None:
            return self._known, (0.0, 0.0)
        return self._roll(place, velocity_after(seen.velocity, time - seen.time, self._law), delay, around)

    def _holder(self, time: float, ball: Vector | None, around: Around, contacts: Mapping[int, float]) -> int | None:
        """The own robot that has the ball at its dribbler."""
        best, least = None, NEAR
        for number, when in contacts.items():
            if number in around.there and time - when <= TOUCHES:
                away = 0.0 if ball is None else math.dist(ball, self._before(Pose(*around.now[number])))
                if away < least:
                    best, least = number, away
        return best

    def _before(self, pose: Pose) -> Vector:
        """Position of a ball that touches the front of a robot."""
        return pose.x + self._front * math.cos(pose.heading), pose.y + self._front * math.sin(pose.heading)

    def _roll(self, ball: Vector, velocity: Vector, delay: float, around: Around) -> tuple[Vector, Vector]:
        """Motion of a free ball, with reflection at robots."""
        reach = delay * (math.hypot(*velocity) + QUICK) + 2 * self._front
        for row in around.there:
            x, y, heading = around.now[row]
            if abs(x - ball[0]) < reach and abs(y - ball[1]) < reach:
                vx, vy, turn = around.velocities[row]
                moves = [(delay, Twist(*into_body(vx, vy, heading), turn))]
                outline = self._outlines[row >= around.own]
                met = predict_ball(ball, velocity, Pose(x, y, heading), moves, outline, self._radius, REFLECTS)
                if met.collision is not None:
                    return (met.x, met.y), (met.vx, met.vy)
        return position_after(ball, velocity, delay, self._law), velocity_after(velocity, delay, self._law)


def _outline(robot: RobotSpec) -> Outline:
    """The outline of a robot for the ball."""
    front = getattr(robot.outline, "front", None)
    radius = float(robot.outline.circumradius)
    return disc(radius) if front is None else disc_with_flat_front(radius, float(front))
