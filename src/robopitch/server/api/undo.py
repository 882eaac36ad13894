"""Undo: stores the inputs that restore the state before each change by a page."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from robopitch.messages import Body, Input, PlaceBall, PlaceRobot, Team

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["Undo", "ball_now", "robot_now"]

MOST = 200  # steps


class Undo:
    """Stack of undo steps. One gesture is one step; each object returns to where it was before the gesture."""

    def __init__(self) -> None:
        self._steps: deque[tuple[object, dict[object, Input]]] = deque(maxlen=MOST)

    def keep(self, gesture: object, thing: object, before: Input) -> None:
        """Store the state of an object; only the first call in a gesture counts."""
        if not self._steps or self._steps[-1][0] != gesture:
            self._steps.append((gesture, {}))
        self._steps[-1][1].setdefault(thing, before)

    def knows(self, gesture: object, thing: object) -> bool:
        """Whether the object is stored already for this gesture."""
        return bool(self._steps) and self._steps[-1][0] == gesture and thing in self._steps[-1][1]

    def keep_all(self, gesture: object, befores: Mapping[object, Input]) -> None:
        """Store the state of several things as a step of its own."""
        self._steps.append((gesture, dict(befores)))

    @property
    def last(self) -> object:
        """The gesture of the last step; None if there is none."""
        return self._steps[-1][0] if self._steps else None

    def step(self) -> Sequence[Input]:
        """The inputs that undo the last step; a ValueError if there is none."""
        if not self._steps:
            raise ValueError("there is nothing to undo")
        return list(self._steps.pop()[1].values())

    def clear(self) -> None:
        """Drop all steps: the match went back in time."""
        self._steps.clear()


def ball_now(world: World) -> PlaceBall:
    """The ball as it is."""
    x, y, z = world.ball.position.tolist()
    vx, vy, vz = world.ball.velocity.tolist()
    spin = tuple(world.ball.spin.tolist())
    return PlaceBall(x, y, z - float(world.league.ball.radius), vx, vy, vz, spin=(spin[0], spin[1], spin[2]))


def robot_now(world: World, team: Team, number: int) -> PlaceRobot:
    """A robot as it is, or its absence."""
    if Body(team, number) not in world.bodies or not world.robot(team, number).present:
        return PlaceRobot(team, number, present=False)
    robot = world.robot(team, number)
    return PlaceRobot(team, number, *robot.pose, *robot.velocity, present=True)
