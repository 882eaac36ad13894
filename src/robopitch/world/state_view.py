"""A copy of the state of a world at one tick, to be read later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from robopitch.messages import Body
from robopitch.physics.layout import ARTICULATED, Layout
from robopitch.physics.scalar import Floats
from robopitch.world import save_format
from robopitch.world.roster import Roster

__all__ = ["FigurePose", "StateView"]


class FigurePose(NamedTuple):
    """A robot with joints."""

    column: int
    position: list[float]  # x, y, z of its trunk
    quaternion: list[float]  # w, x, y, z
    joints: list[float]


class StateView(NamedTuple):
    """A copied state. Copying takes a microsecond; reading does the rest of the work."""

    tick: int
    roster: Roster
    layout: Layout
    state: Floats

    @property
    def bodies(self) -> tuple[Body, ...]:
        """The robot of each column."""
        return self.roster.bodies

    @property
    def robot_block(self) -> Floats:
        """``[field, column]`` as in `physics/state.py`."""
        return self.layout.robot_block(self.state)

    @property
    def ball_block(self) -> Floats:
        """The ball, as in `physics/state.py`."""
        return self.layout.ball_block(self.state)

    def values(self, name: str) -> Floats:
        """One field of all robots by its name in `physics/layout.py`, ``[row, column]``."""
        return self.layout.values(self.state, name)

    def figures(self) -> Iterator[FigurePose]:
        """The robots with joints."""
        layout = self.layout
        if ARTICULATED not in layout.facets:
            return
        position, quaternion, joints = map(self.values, ("position3", "quaternion", "joint_angles"))
        for column in range(layout.robots):
            count = layout.joints_of(column)
            if count:
                pose = position[:, column].tolist(), quaternion[:, column].tolist()
                yield FigurePose(column, *pose, joints[:count, column].tolist())

    def fingerprint(self) -> str:
        """The fingerprint of the world at that tick."""
        return save_format.fingerprint(self.roster.names, self.tick, self.state)
