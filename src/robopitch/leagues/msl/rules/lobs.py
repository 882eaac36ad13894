"""Balls that are lobbed over the centre line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from robopitch.elementary import hypot
from robopitch.messages import Body, Team
from robopitch.messages.saved import Count, Place, SavedPart, checked
from robopitch.referee.observed.areas import own_side

if TYPE_CHECKING:
    from robopitch.referee.scene import RefereeScene

__all__ = ["Lob", "Lobs"]

GROUND = 0.02  # m above which a ball flies


class Lob(NamedTuple):
    """A lob that landed where it may not."""

    robot: Body
    height: float  # that it reached, m
    middle_y: float  # where it crossed the centre line


class _Saved(SavedPart):
    robot: tuple[Team, Count] | None
    start: tuple[Place, Place]
    height: Place


class Lobs:
    """Follows a ball that was kicked into the air in the kicker's own half, until it lands or somebody touches it.

    height:   m above which it is a lob
    distance: m from its landing place within which a team-mate must be
    """

    def __init__(self, height: float, distance: float) -> None:
        self._limit, self._distance = height, distance
        self._robot: Body | None = None
        self._start = (0.0, 0.0)
        self._height = 0.0

    def landed(self, scene: RefereeScene) -> Lob | None:
        """Add a judgement; the lob that has landed now far from all team-mates in the other half."""
        for kick in scene.kicks:
            self.forget()
            team = kick.robot.team
            if team is not None and kick.vz > 0 and kick.x * own_side(team) > 0:
                self._robot, self._start = kick.robot, (kick.x, kick.y)
        if self._robot is None:
            return None
        if any(touch.robot != self._robot for touch in scene.touches):
            self.forget()
            return None
        self._height = max(self._height, scene.height)
        if scene.height > GROUND or self._height <= GROUND:
            return None
        lob = self._judged(scene, self._robot)
        self.forget()
        return lob

    def _judged(self, scene: RefereeScene, robot: Body) -> Lob | None:
        ball, (x, y), team = scene.ball, self._start, robot.team
        assert team is not None
        if self._height <= self._limit or ball.x * own_side(team) >= 0:
            return None
        mates = (mate for mate in scene.of(team) if mate.body != robot)
        if any(hypot(mate.x - ball.x, mate.y - ball.y) <= self._distance for mate in mates):
            return None
        share = x / (x - ball.x)
        return Lob(robot, self._height, y + share * (ball.y - y))

    def forget(self) -> None:
        """No ball is in the air."""
        self._robot, self._height = None, 0.0

    def state(self) -> Any:
        """The state, in plain values."""
        robot = self._robot
        plain = None if robot is None or robot.team is None else [robot.team.value, robot.id]
        return {"robot": plain, "start": list(self._start), "height": self._height}

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        saved = checked(_Saved, state)
        self._robot = None if saved.robot is None else Body(*saved.robot)
        self._start, self._height = saved.start, saved.height
