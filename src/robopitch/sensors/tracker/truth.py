"""A tracker that reports the true state: positions, velocities, and where a kicked ball will stop."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from robopitch.elementary import hypot
from robopitch.messages import (
    Body,
    Event,
    Kicked,
    KickedBall,
    Restarted,
    Team,
    Touch,
    TrackedBall,
    TrackedRobot,
    TrackerFrame,
)
from robopitch.physics import state as s
from robopitch.physics.headings import headings_of
from robopitch.physics.scalar import Floats
from robopitch.spec import LeagueSpec

__all__ = ["BallLaw", "TruthTracker", "pack_kick", "unpack_kick"]

_SAME_TOUCH = 0.05  # s: contacts of the kicker closer than this to its kick belong to it
_MOST_BOUNCES = 100  # limit for a ball that bounces for ever
_LEAST = 1e-3  # m/s²: least deceleration and gravity, so that there is always a stopping point


@dataclass(frozen=True, slots=True)
class BallLaw:
    """Motion of a free ball until it rests: it flies, bounces, slides, rolls (`physics/ball.py`).

    In closed form, with one term for each bounce; without the drag of the air.
    """

    radius: float  # m
    inertia: float  # I / (m r²)
    friction: float  # µ while it slides
    rolling: float  # m/s²
    restitution: float
    least_bounce: float  # m/s
    gravity: float  # m/s²

    @classmethod
    def of(cls, league: LeagueSpec) -> BallLaw:
        """The law of a league's ball."""
        ball = league.ball
        return cls(
            float(ball.radius),
            float(ball.inertia_factor),
            float(ball.sliding_friction),
            max(float(ball.rolling_deceleration), _LEAST),
            float(ball.restitution),
            float(ball.least_bounce_speed),
            max(float(league.gravity), _LEAST),
        )

    @property
    def sliding(self) -> float:
        """Deceleration of a ball that slides, µg."""
        return self.friction * self.gravity

    def rest(
        self,
        position: tuple[float, float, float],
        velocity: tuple[float, float, float],
        spin: tuple[float, float] = (0.0, 0.0),
    ) -> tuple[float, float, float]:
        """Seconds until the ball rests, and where: (seconds, x, y). The spin is about x and y, in rad/s."""
        (x, y, z), (vx, vy, vz), (sx, sy) = position, velocity, spin
        height, seconds = max(z - self.radius, 0.0), 0.0
        for _ in range(_MOST_BOUNCES):
            if height == vz == 0:
                break
            fall = math.sqrt(vz * vz + 2 * self.gravity * height)
            flight = (vz + fall) / self.gravity
            seconds, x, y, height = seconds + flight, x + vx * flight, y + vy * flight, 0.0
            vz = self.restitution * fall if self.restitution * fall >= self.least_bounce else 0.0
            # The normal impulse per mass is fall + rebound; friction reduces the slip by µ times that, at most until
            # the ball rolls.
            vx, vy, sx, sy, _ = self._rub(vx, vy, sx, sy, self.friction * (fall + vz))
        before_x, before_y = vx, vy
        vx, vy, sx, sy, change = self._rub(vx, vy, sx, sy, math.inf)
        slide = change / self.sliding  # under a constant force: the mean of both velocities
        x, y = x + (before_x + vx) / 2 * slide, y + (before_y + vy) / 2 * slide
        roll = hypot(vx, vy) / self.rolling
        return seconds + slide + roll, x + vx * roll / 2, y + vy * roll / 2

    def _rub(self, vx: float, vy: float, sx: float, sy: float, most: float) -> tuple[float, float, float, float, float]:
        """Velocity and spin after friction has changed the velocity by at most *most*, and the amount of the change."""
        slip_x, slip_y = vx - self.radius * sy, vy + self.radius * sx
        slip = hypot(slip_x, slip_y)
        if slip < 1e-9:
            return vx, vy, sx, sy, 0.0
        change = min(most, slip / (1 + 1 / self.inertia))
        ax, ay = -change * slip_x / slip, -change * slip_y / slip
        turn = self.inertia * self.radius
        return vx + ax, vy + ay, sx + ay / turn, sy - ax / turn, change


class TruthTracker:
    """Reads the state, and keeps the last kick.

    The kicked ball is reported from the kick until the ball rests, a robot touches it or it is placed. Its stopping
    point ignores walls and robots. The height of a ball is that of its lowest point: 0 on the ground.
    """

    def __init__(self, league: LeagueSpec) -> None:
        self._law = BallLaw.of(league)
        self._kicked: KickedBall | None = None

    def change(self, league: LeagueSpec) -> None:
        """Replace the specification of ball and gravity."""
        self._law = BallLaw.of(league)

    def note(self, events: Sequence[Event], ball: Floats, time: float | None = None) -> None:
        """Process events, and the ball after them.

        *time*: the time of the ball, if steps have passed since the events; the velocity of the kick is corrected for
        the deceleration in these steps.
        """
        for event in events:
            if isinstance(event, Kicked):
                self._kicked = self._of_kick(event, ball, time)
            elif isinstance(event, Restarted):
                self._kicked = None
            elif isinstance(event, Touch) and self._kicked is not None:
                kick = self._kicked
                if event.robot != kick.robot or event.time > kick.start + _SAME_TOUCH:
                    self._kicked = None

    def reset(self) -> None:
        """Remove the kick: the ball was placed."""
        self._kicked = None

    def frame(self, number: int, time: float, robots: Floats, ball: Floats, bodies: Sequence[Body]) -> TrackerFrame:
        """The frame of this instant, from the robots' block ``[field, robot]`` and the ball's of `physics.state`."""
        xs, ys, _, _, vxs, vys, turns, present = robots[: s.PRESENT + 1].tolist()
        headings = headings_of(robots).tolist()
        rows = zip(bodies, xs, ys, headings, vxs, vys, turns, present, strict=True)
        # The last column, presence, is also the visibility of a robot. An obstacle is not a robot.
        seen = tuple(TrackedRobot._make(row) for row in rows if row[7] and row[0].team is not None)
        x, y, z, vx, vy, vz = ball[:6].tolist()
        if self._kicked is not None and vx == vy == vz == 0 and z <= self._law.radius:
            self._kicked = None
        there = TrackedBall((x, y, max(z - self._law.radius, 0.0)), (vx, vy, vz), 1.0)
        return TrackerFrame("truth", number, time, (there,), seen, self._kicked)

    def state(self) -> dict[str, Any]:
        """The state, in plain values."""
        return {"kicked": pack_kick(self._kicked)}

    def load(self, state: dict[str, Any]) -> None:
        """Restore a saved state."""
        self._kicked = unpack_kick(state["kicked"])

    def _of_kick(self, kick: Kicked, ball: Floats, time: float | None) -> KickedBall:
        now = kick.time if time is None else time
        x, y, z, vx, vy, vz, sx, sy = ball[:8].tolist()
        left, stop_x, stop_y = self._law.rest((x, y, z), (vx, vy, vz), (sx, sy))
        elapsed, speed = max(now - kick.time, 0.0), hypot(vx, vy)
        if z > self._law.radius or vz != 0:
            vz += self._law.gravity * elapsed
        elif speed > 0:
            vx, vy = (v * (1 + self._law.sliding * elapsed / speed) for v in (vx, vy))
        place = (kick.position[0], kick.position[1])
        return KickedBall(place, (vx, vy, vz), kick.time, now + left, (stop_x, stop_y), kick.robot)


def pack_kick(kick: KickedBall | None) -> list[Any] | None:
    """A kick in plain values."""
    if kick is None:
        return None
    team = None if kick.robot is None else kick.robot.team
    who = None if kick.robot is None else [None if team is None else team.value, kick.robot.id]
    return [list(kick.position), list(kick.velocity), kick.start, kick.stop, list(kick.stop_position), who]


def unpack_kick(values: list[Any] | None) -> KickedBall | None:
    """The inverse of `pack_kick`."""
    if values is None:
        return None
    position, velocity, start, stop, place, who = values
    robot = None if who is None else Body(None if who[0] is None else Team(who[0]), who[1])
    return KickedBall(tuple(position), tuple(velocity), start, stop, tuple(place), robot)
