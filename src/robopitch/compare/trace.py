"""The trace of a scene: positions and velocities, about every millisecond."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import Event, Team

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["Cue", "Trace", "record"]

Array = NDArray[Any]
Cue = tuple[float, Callable[["World"], None]]  # time in s, and action

X, Y, HEADING, VX, VY, TURN = range(6)  # columns of a robot
Z = 2  # of the ball: x, y, z, vx, vy, vz


@dataclass(frozen=True)
class Trace:
    """Samples of a scene in one engine."""

    engine: str
    time: Array  # [sample]
    ball: Array  # [sample, 6]: x, y, z, vx, vy, vz
    robots: Mapping[tuple[Team, int], Array]  # each [sample, 6]: x, y, heading without jumps, vx, vy, turn rate
    events: tuple[Event, ...]

    @property
    def blue(self) -> Array:
        """The first robot of blue, the subject of most scenes."""
        return self.robots[Team.BLUE, 0]

    @property
    def yellow(self) -> Array:
        """The first robot of yellow."""
        return self.robots[Team.YELLOW, 0]

    def at(self, when: float) -> int:
        """The sample at a time."""
        return int(np.searchsorted(self.time, when - 1e-9))


def record(world: World, cues: Sequence[Cue], seconds: float, every: int = 2) -> Trace:
    """Run the cues in a world, with a sample every few steps."""
    todo = sorted(cues, key=lambda cue: cue[0])
    ball: list[Array] = []
    robots: list[list[tuple[float, ...]]] = []
    events: list[Event] = []
    steps = round(seconds / world.timestep)
    for step in range(steps + 1):
        while todo and todo[0][0] <= step * world.timestep + 1e-9:
            todo.pop(0)[1](world)
        if step % every == 0:
            ball.append(np.concatenate([world.ball.position, world.ball.velocity]))
            robots.append([(*robot.pose, *robot.velocity) for robot in world.robots()])
        if step < steps:
            events += world.step()
    samples = np.array(robots).reshape(len(robots), -1, 6)
    samples[:, :, HEADING] = np.unwrap(samples[:, :, HEADING], axis=0)
    return Trace(
        world.engine.name,
        np.arange(len(ball)) * every * world.timestep,
        np.array(ball),
        {
            (robot.body.team, robot.body.id): samples[:, column]
            for column, robot in enumerate(world.robots())
            if robot.body.team is not None
        },
        tuple(events),
    )
