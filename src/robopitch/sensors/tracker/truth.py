"""A tracker that reports the true state: positions, velocities, and where a kicked ball will stop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from robopitch.control.ballistics import rest_point
from robopitch.elementary import hypot
from robopitch.messages import Body, Event, Kicked, KickedBall, Restarted, Team, Touch, TrackerFrame
from robopitch.messages.tracker_frame import TEAM_CODES, TRACKED_NUMBERS
from robopitch.physics import state as s
from robopitch.physics.ball_law import ball_law
from robopitch.physics.scalar import Floats
from robopitch.sensors.tracker.kernel import write_rows
from robopitch.spec import LeagueSpec

__all__ = ["TruthTracker", "pack_kick", "unpack_kick"]

_SAME_TOUCH = 0.05  # s: contacts of the kicker closer than this to its kick belong to it


class TruthTracker:
    """Reads the state, and keeps the last kick.

    The kicked ball is reported from the kick until the ball rests, a robot touches it or it is placed. Its stopping
    point ignores walls and robots. The height of a ball is that of its lowest point: 0 on the ground.
    """

    def __init__(self, league: LeagueSpec) -> None:
        self._law = ball_law(league)
        self._kicked: KickedBall | None = None
        self._bodies: Sequence[Body] = ()
        self._codes = np.zeros((0, 2))  # code of the team and id of each body

    def change(self, league: LeagueSpec) -> None:
        """Replace the specification of ball and gravity."""
        self._law = ball_law(league)

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
        if bodies is not self._bodies:
            self._bodies = bodies
            self._codes = np.array([(TEAM_CODES[body.team], body.id) for body in bodies], np.float64).reshape(-1, 2)
        if robots.dtype != np.float64:
            robots, ball = robots.astype(np.float64), ball.astype(np.float64)
        if (
            self._kicked is not None
            and not ball[s.BALL_VX : s.BALL_VZ + 1].any()
            and ball[s.BALL_Z] <= self._law.radius
        ):
            self._kicked = None
        rows = np.empty((1 + len(bodies), TRACKED_NUMBERS))
        count = write_rows(robots, ball, self._law.radius, self._codes, rows)
        return TrackerFrame.of_table("truth", number, time, rows[:count], 1, self._kicked)

    def state(self) -> dict[str, Any]:
        """The state, in plain values."""
        return {"kicked": pack_kick(self._kicked)}

    def load(self, state: dict[str, Any]) -> None:
        """Restore a saved state."""
        self._kicked = unpack_kick(state["kicked"])

    def _of_kick(self, kick: Kicked, ball: Floats, time: float | None) -> KickedBall:
        now = kick.time if time is None else time
        x, y, z, vx, vy, vz, sx, sy = ball[:8].tolist()
        left, stop_x, stop_y = rest_point((x, y, z), (vx, vy, vz), self._law, (sx, sy))
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
