"""Where a ball may be that nobody of a team sees, and where its robots look for it.

A map of chances begins where the ball was seen last. As time passes, it widens, because somebody may have kicked the
ball, and the parts that a robot looks at without a sight of the ball become less likely. Robots that share their
positions compute the same map, and share the search without a word. The method is ours.

All operations are sums, products and comparisons of whole arrays in a fixed order: the same map on every processor.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["BallSearch"]

Floats = NDArray[np.float64]
Point = tuple[float, float]

CELL = 1.0  # m, size of a cell
OUTSIDE = 1.0  # m around the lines where a ball may lie as well
SIGHT = 4.0  # m within which a robot finds a ball, chosen: vision ends at 5 m, and others hide what is behind them
FOUND = 3.0  # 1/s: rate at which it finds one that is there, chosen: some robot may hide it for a while
SPREAD = 1.0  # m²/s by which the square of the deviation grows, chosen: a ball rolls 4 m in ten seconds
START = 1.0  # m: deviation of a ball that has just been lost
DELAY = 1.0  # s that are added to the time that a robot needs to a place: near and far places are comparable
LEAST = 1e-3  # of the largest chance: the ball may have been carried anywhere


class BallSearch:
    """A map of where the ball may be, in the frame of the team.

    length, width: m, of the field

        search.begin(last)                          # where it was seen last
        search.pass_time(0.04, robots)              # in each cycle: where robots look and see no ball
        search.places({2: (0.0, 1.0)}, speed=2.0)   # where each robot should look
    """

    def __init__(self, length: float, width: float) -> None:
        columns, rows = (round((size + 2 * OUTSIDE) / CELL) for size in (length, width))
        self.x: Floats = (np.arange(columns, dtype=np.float64) * CELL - (columns - 1) / 2 * CELL)[:, None]
        self.y: Floats = (np.arange(rows, dtype=np.float64) * CELL - (rows - 1) / 2 * CELL)[None, :]
        self.chance: Floats = np.ones((columns, rows))  # of each cell; the largest is 1
        reach = int((SIGHT - CELL) / CELL)
        span = range(-reach, reach + 1)
        self._disc = [(i, j) for i in span for j in span if i * i + j * j <= reach * reach]

    def begin(self, place: Point | None) -> None:
        """Begin where the ball was seen last; None: it may be anywhere."""
        if place is None:
            self.chance = np.ones_like(self.chance)
            return
        near = 1.0 / (1.0 + self._squares(place) / (START * START))
        self.chance = np.maximum(near * near, LEAST)

    def pass_time(self, seconds: float, robots: Iterable[Point]) -> None:
        """Let the ball move for a while, in which these robots do not see it."""
        self.chance = self._widened(min(0.25 * SPREAD * seconds / (CELL * CELL), 0.2))
        missed = max(1.0 - FOUND * seconds, 0.0)
        for robot in robots:
            self.chance = np.where(self._squares(robot) < SIGHT * SIGHT, missed * self.chance, self.chance)
        most = float(self.chance.max())
        self.chance = np.maximum(self.chance / most, LEAST) if most > 0 else np.ones_like(self.chance)

    def place(self) -> Point:
        """Where the ball is most likely: the middle of the disc that a robot sees at once."""
        return self._cell(self._in_sight(self.chance))

    def places(self, robots: Mapping[int, Point], speed: float) -> dict[int, Point]:
        """A place for each robot, from which it sees much of where the ball may be, and soon.

        robots: where they are, by number; speed: m/s at which they drive
        """
        left, found = self.chance, {}
        waiting = {number: robots[number] for number in sorted(robots)}
        times = {number: DELAY + np.sqrt(self._squares(place)) / speed for number, place in waiting.items()}
        while waiting:
            seen = self._in_sight(left)
            values = {number: seen / times[number] for number in waiting}
            best = max(waiting, key=lambda number: (float(values[number].max()), -number))
            found[best] = self._cell(values[best])
            left = np.where(self._squares(found[best]) < SIGHT * SIGHT, 0.0, left)
            del waiting[best]
        return found

    def state(self) -> list[list[float]]:
        """The state, in plain values."""
        rows: list[list[float]] = self.chance.tolist()
        return rows

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        self.chance = np.array(state, np.float64)

    def _squares(self, place: Point) -> Floats:
        """The squares of the distances of all cells from a place."""
        dx, dy = self.x - place[0], self.y - place[1]
        return dx * dx + dy * dy

    def _cell(self, values: Floats) -> Point:
        column, row = divmod(int(values.argmax()), values.shape[1])
        return float(self.x[column, 0]), float(self.y[0, row])

    def _widened(self, share: float) -> Floats:
        """The map after each cell has given a share to each of its neighbours."""
        edged = np.pad(self.chance, 1, mode="edge")
        around = edged[:-2, 1:-1] + edged[2:, 1:-1] + edged[1:-1, :-2] + edged[1:-1, 2:]
        return (1.0 - 4.0 * share) * self.chance + share * around

    def _in_sight(self, chance: Floats) -> Floats:
        """For each cell, the chance that a robot there sees the ball."""
        columns, rows = chance.shape
        reach = int((SIGHT - CELL) / CELL)
        edged = np.pad(chance, reach)
        total = np.zeros_like(chance)
        for i, j in self._disc:
            total += edged[reach + i : reach + i + columns, reach + j : reach + j + rows]
        return total
