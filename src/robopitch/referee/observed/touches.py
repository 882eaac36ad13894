"""Who touched the ball last: of all robots, of each team, since a moment.

An event tells when a contact begins. How long it lasts is read from the state of the world, which knows for each robot
how long ago its last contact was.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from robopitch.messages import Body, Event, Kicked, Team, Touch
from robopitch.physics.happenings import SAME_TOUCH
from robopitch.referee.observed.seen import TouchSeen

__all__ = ["Touches", "contacts"]

Point3 = tuple[float, float, float]


class Contact(NamedTuple):
    """A robot is, or was, at the ball."""

    robot: Body
    tick: int  # of its latest moment


def contacts(
    bodies: Sequence[Body], countdowns: Sequence[float], tick: int, since: int, timestep: float
) -> list[Contact]:
    """The robots that were in contact with the ball after the tick `since`, in the order of their columns.

    countdowns: s until a contact of each body would be a new touch (`physics/state.py`, TOUCH)

    >>> blue = Body(Team.BLUE, 3)
    >>> contacts([blue], [0.048], 1000, 990, 0.001)  # 2 ms ago
    [Contact(robot=Body(team=<Team.BLUE: 'blue'>, id=3), tick=998)]
    >>> contacts([blue], [0.048], 1000, 999, 0.001)
    []
    """
    least = max(SAME_TOUCH - (tick - since - 0.5) * timestep, 0.0)
    if max(countdowns, default=0.0) <= least:  # mostly
        return []
    return [
        Contact(body, tick - round((SAME_TOUCH - left) / timestep))
        for body, left in zip(bodies, countdowns, strict=True)
        if left > least and body.team is not None
    ]


class Touches:
    """The latest contact of each robot, since the ball was placed."""

    def __init__(self) -> None:
        self._last: dict[Body, TouchSeen] = {}  # the latest one comes last
        self._before: TouchSeen | None = None  # the last one before this judgement …
        self._now: list[TouchSeen] = []  # … and those in it
        self._since: dict[Body, int] = {}  # the robots in contact, and a tick from which on they are

    @property
    def last(self) -> TouchSeen | None:
        """The last of all."""
        return next(reversed(self._last.values()), None)

    def last_of(self, team: Team) -> TouchSeen | None:
        """The last of a team."""
        return next((touch for touch in reversed(self._last.values()) if touch.robot.team is team), None)

    def of(self, robot: Body) -> TouchSeen | None:
        """The last of a robot."""
        return self._last.get(robot)

    def since(self, tick: int, team: Team | None = None, other_than: Body | None = None) -> bool:
        """Whether anybody has touched the ball after a tick: of a team, and not one robot."""
        for touch in reversed(self._last.values()):
            if touch.tick <= tick:
                return False
            if touch.robot != other_than and (team is None or touch.robot.team is team):
                return True
        return False

    def observe(
        self, found: Sequence[Contact], events: Sequence[Event], ball: Point3, since: int, tick: int
    ) -> list[TouchSeen]:
        """Add the contacts and events of a judgement; returns the touches in their order in time.

        since: tick of the judgement before; who was in contact shortly before it, and is now, has been all the time

        Two robots may be in contact with the ball in the same step. As in the physics, even and odd steps then order
        them differently, so that neither colour is favoured.
        """
        self._before, self._now = self.last, []
        if not found and not events:
            self._since = {}
            return self._now
        touches = [
            TouchSeen(event.robot, event.tick + 1, *event.position)
            for event in events
            if isinstance(event, Touch | Kicked) and event.robot.team is not None
        ]
        lately = 2 * since - tick  # as long before the last judgement as this one is after it
        self._since = {robot: touch.tick for robot, touch in self._last.items() if touch.tick > lately}
        self._since |= {event.robot: event.tick + 1 for event in events if isinstance(event, Touch)}
        exact = {touch.robot: touch.tick for touch in touches}
        touches += [TouchSeen(robot, at, *ball) for robot, at in found if at > exact.get(robot, -1)]
        if len(touches) > 1:
            touches.sort(key=lambda touch: touch.tick)
            pairs = pairwise(touches)
            if tick % 2 and any(a.tick == b.tick and a.robot.team is not b.robot.team for a, b in pairs):
                touches.reverse()
                touches.sort(key=lambda touch: touch.tick)
        self._now = touches
        for touch in touches:
            self._last.pop(touch.robot, None)
            self._last[touch.robot] = touch
        return touches

    def last_until(self, tick: int) -> TouchSeen | None:
        """The last touch up to a tick of this judgement. Who is in contact before and after it is so at it."""
        last = self._before
        for touch in self._now:
            if touch.tick > tick >= self._since.get(touch.robot, touch.tick):
                touch = touch._replace(tick=tick)
            if touch.tick <= tick and (last is None or touch.tick >= last.tick):
                last = touch
        return last

    def all(self) -> tuple[TouchSeen, ...]:
        """The latest touch of each robot, the latest last."""
        return tuple(self._last.values())

    def load(self, saved: Iterable[TouchSeen]) -> None:
        """Restore a saved state, the latest touch last."""
        self._last = {touch.robot: touch for touch in saved}
