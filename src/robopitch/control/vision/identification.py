"""Which robot is which: ids of robots that their patches do not tell, from former snapshots [MI20 §2.2, §2.4.2].

A robot that vision has identified keeps its id. The others get the ids that are not seen, each where that robot is
expected; a robot that moves by no more than it can cannot be confused with another one. Robots that were confused all
the same, after they were out of sight together, are exchanged by a person: `swap`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

from robopitch.control.vision.snapshot import UNIDENTIFIED, SeenRobot

__all__ = ["Identification"]


@dataclass(slots=True)
class _Track:
    """A robot as it was last seen."""

    time: float
    x: float
    y: float
    heading: float | None
    vx: float
    vy: float

    def at(self, time: float) -> tuple[float, float]:
        """Where it is expected."""
        later = min(time - self.time, _TRUST)
        return self.x + self.vx * later, self.y + self.vy * later


_TRUST = 0.2  # s for which a robot is expected to keep its velocity
_BLEND = 0.5  # share of the newest motion in the velocity


class Identification:
    """The ids of the robots of one team.

    speed: m/s, no robot is faster
    gate:  m by which a robot may be elsewhere than expected, and more the longer it was not seen
    """

    def __init__(self, speed: float = 3.0, gate: float = 0.06) -> None:
        self._speed, self._gate = speed, gate
        self._tracks: dict[int, _Track] = {}

    def begin(self, time: float, places: Mapping[int, tuple[float, float]]) -> None:
        """Forget everything; robots stand at these places, as at a kick-off."""
        self._tracks = {id: _Track(time, x, y, None, 0.0, 0.0) for id, (x, y) in places.items()}

    def swap(self, one: int, other: int) -> None:
        """Exchange the ids of two robots; a ValueError if one of them was never seen."""
        for id in (one, other):
            if id not in self._tracks:
                raise ValueError(f"robot {id} was never seen; those that were: {sorted(self._tracks)}")
        self._tracks[one], self._tracks[other] = self._tracks[other], self._tracks[one]

    def see(self, time: float, robots: Sequence[SeenRobot]) -> tuple[SeenRobot, ...]:
        """The same robots, with ids as far as they are known, and with headings if they were known before."""
        ids: dict[int, int] = {}  # by the index of a robot
        for index, robot in enumerate(robots):
            if robot.id != UNIDENTIFIED and robot.id not in ids.values():
                ids[index] = robot.id
        pairs = []
        for id, track in self._tracks.items():
            if id in ids.values():
                continue
            x, y = track.at(time)
            reach = self._gate + self._speed * max(time - track.time, 0.0)
            for index, robot in enumerate(robots):
                apart = math.hypot(robot.x - x, robot.y - y)
                if index not in ids and apart <= reach:
                    pairs.append((apart, id, index))
        for _, id, index in sorted(pairs):
            if index not in ids and id not in ids.values():
                ids[index] = id
        return tuple(self._named(time, robot, ids.get(index, UNIDENTIFIED)) for index, robot in enumerate(robots))

    def _named(self, time: float, robot: SeenRobot, id: int) -> SeenRobot:
        track = self._tracks.get(id)
        heading = robot.heading
        if heading is None and track is not None:
            heading = track.heading
        if id != UNIDENTIFIED:
            vx, vy = 0.0, 0.0
            if track is not None and time > track.time:
                apart = time - track.time
                vx = track.vx + _BLEND * ((robot.x - track.x) / apart - track.vx)
                vy = track.vy + _BLEND * ((robot.y - track.y) / apart - track.vy)
                faster = math.hypot(vx, vy) / self._speed
                vx, vy = (vx / faster, vy / faster) if faster > 1 else (vx, vy)
            self._tracks[id] = _Track(time, robot.x, robot.y, heading, vx, vy)
        return replace(robot, id=id, heading=heading)

    def state(self) -> list[tuple[Any, ...]]:
        """The state, in plain values: id, time, x, y, heading and velocity of each robot."""
        return [(id, *astuple(track)) for id, track in self._tracks.items()]

    def load(self, state: Sequence[Sequence[Any]]) -> None:
        """Restore a saved state."""
        self._tracks = {int(id): _Track(*numbers) for id, *numbers in state}
