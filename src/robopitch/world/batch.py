"""Many worlds of one league, stepped together."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from robopitch.messages import Body, Team
from robopitch.physics import state as s
from robopitch.physics.engines import ENGINES
from robopitch.physics.headings import directions_of
from robopitch.physics.scalar import Floats
from robopitch.world.world import World

__all__ = ["Batch"]


class Batch:
    """Worlds in arrays ``[world, robot, …]``. Each gives exactly the results that it would give alone, with any number
    of threads.

    Robots are in the order of `bodies`: blue by id, then yellow by id. Reading returns copies. Write with the methods,
    or through `world(i)`, a view of one world.
    """

    def __init__(self, template: World, worlds: int, threads: int | None = None) -> None:
        if worlds < 1:
            raise ValueError(f"a batch of {worlds} worlds; at least one is wanted")
        if threads is not None and threads < 1:
            raise ValueError(f"{threads} threads; there must be at least one")
        self._template = template
        self._engine = template.engine
        self.threads = min(threads or os.cpu_count() or 1, worlds)
        self._states = np.repeat(template._states, worlds, axis=0)
        self._ticks = np.full(worlds, template.tick, np.int64)
        self._no_events = np.zeros((worlds, 0, s.EVENT_FIELDS))
        self._counts = np.zeros((worlds, 2), np.int64)
        layout = self._engine.layout
        count = layout.fields * layout.robots  # the planar facet comes first, then the ball
        self._robots = self._states[:, :count].reshape(worlds, layout.fields, layout.robots)
        self._ball = self._states[:, count : count + s.BALL_FIELDS]

    def __len__(self) -> int:
        return len(self._states)

    @property
    def bodies(self) -> tuple[Body, ...]:
        """The robot of each column."""
        return self._template._roster.bodies

    def world(self, index: int) -> World:
        """A view of one world: changes to it change the batch."""
        index = range(len(self))[index]
        return World._view(self._template, self._states[index : index + 1], self._ticks[index : index + 1])

    def step(self, steps: int = 1) -> None:
        """Advance all worlds by a number of steps, on all threads."""
        if steps < 0:
            raise ValueError(f"{steps} steps: time does not run backwards")
        self._counts[:] = 0
        if self.threads == 1 or not ENGINES[self._engine.name].threads:
            self._advance(0, len(self), steps)
            return
        edges = np.linspace(0, len(self), self.threads + 1).astype(int)
        jobs = [self._pool.submit(self._advance, int(a), int(b), steps) for a, b in pairwise(edges)]
        for job in jobs:
            job.result()

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads, thread_name_prefix="robopitch")

    def _advance(self, first: int, last: int, steps: int) -> None:
        self._engine.advance(
            self._states[first:last],
            self._ticks[first:last],
            steps,
            self._no_events[first:last],
            self._counts[first:last],
        )

    # ---- reading -----------------------------------------------------------------------------------------------

    @property
    def ticks(self) -> NDArray[np.int64]:
        """``[world]``."""
        return self._ticks.copy()

    @property
    def contacts(self) -> NDArray[np.int64]:
        """``[world]``: contacts between robots during the last call of step(), summed over its steps."""
        return self._counts[:, 1].copy()

    @property
    def poses(self) -> NDArray[Any]:
        """``[world, robot, 4]``: x, y and the heading as a unit vector."""
        return np.moveaxis(self._robots[:, s.X : s.HY + 1], 1, 2).copy()

    @property
    def velocities(self) -> NDArray[Any]:
        """``[world, robot, 3]``: vx, vy, turn rate."""
        return np.moveaxis(self._robots[:, s.VX : s.TURN + 1], 1, 2).copy()

    @property
    def ball_positions(self) -> NDArray[Any]:
        """``[world, 3]``."""
        return self._ball[:, s.BALL_X : s.BALL_Z + 1].copy()

    @property
    def ball_velocities(self) -> NDArray[Any]:
        """``[world, 3]``."""
        return self._ball[:, s.BALL_VX : s.BALL_VZ + 1].copy()

    @property
    def states(self) -> Floats:
        """``[world, number]``: the whole state, not a copy. `robopitch.physics.state` documents the layout."""
        return self._states

    # ---- commanding --------------------------------------------------------------------------------------------

    def command_body_velocities(self, velocities: ArrayLike) -> None:
        """``[world, robot, 3]``: forward, left, turn for every robot; kicks and dribblers do not change."""
        self._command(s.BODY_VELOCITY, velocities)

    def command_field_velocities(self, velocities: ArrayLike) -> None:
        """``[world, robot, 3]``: x, y, turn for every robot."""
        self._command(s.FIELD_VELOCITY, velocities)

    def command_kicks(self, speeds: ArrayLike, angles: ArrayLike = 0.0) -> None:
        """``[world, robot]``: speeds (0 is no kick) and elevation angles of kicks."""
        speeds, angles = np.asarray(speeds, float), np.asarray(angles, float)
        if not (np.isfinite(speeds) & (speeds >= 0)).all():
            raise ValueError("kick speeds must be finite and not below 0")
        if not ((angles >= 0) & (angles < np.pi / 2)).all():
            raise ValueError("kick angles must be from 0 to under π/2")
        level, upright = directions_of(angles)
        self._robots[:, s.KICK_FORWARD] = speeds * level
        self._robots[:, s.KICK_UP] = speeds * upright

    def command_dribblers(self, powers: ArrayLike) -> None:
        """``[world, robot]``: 0 to 1."""
        powers = np.asarray(powers, float)
        if not ((powers >= 0) & (powers <= 1)).all():
            raise ValueError("dribbler powers must be from 0 to 1")
        self._robots[:, s.HOLD] = powers

    def _command(self, mode: int, velocities: ArrayLike) -> None:
        numbers = np.asarray(velocities, float)
        wanted = (len(self), len(self.bodies), 3)
        if numbers.shape != wanted:
            raise ValueError(f"velocities of shape {numbers.shape}; {wanted} is wanted: [world, robot, 3]")
        if not np.isfinite(numbers).all():
            raise ValueError("velocities must be finite")
        sideways = mode == s.FIELD_VELOCITY or (numbers[:, :, 1] != 0).any()
        if sideways and any(robot.drive.kind == "differential" for robot in self._template._roster.robots):
            raise ValueError("robots with a differential drive cannot move sideways; give (forward, 0, turn)")
        self._robots[:, s.MODE] = mode
        self._robots[:, s.COMMAND : s.COMMAND + 3] = np.moveaxis(numbers, 2, 1)

    def fingerprints(self) -> list[str]:
        """The fingerprint of each world, equal to that of the same world alone."""
        return [self.world(index).fingerprint() for index in range(len(self))]

    def __repr__(self) -> str:
        return f"<{len(self)} worlds of {self._template.league.name}, {self.threads} threads>"

    def goals_by(self, team: Team) -> NDArray[np.bool_]:
        """``[world]``: True where the ball is in the goal that this team attacks."""
        side = 1 if team is Team.BLUE else -1
        return (self._ball[:, s.IN_GOAL] > 0) & (self._ball[:, s.BALL_X] * side > 0)
