"""Numbers for robots that vision could not identify, on the side of a team: its state estimator knows where each robot
was [MI20 §2.4.2].
"""

from __future__ import annotations

from collections.abc import Sequence

from robopitch.control.vision.identification import Identification
from robopitch.control.vision.snapshot import UNIDENTIFIED, SeenRobot
from robopitch.leagues.mirosot.wire.mi20 import Snapshot, SnapshotRobot

__all__ = ["SnapshotIds"]


class SnapshotIds:
    """Completes the snapshots of one connection.

    A robot without a number gets that of the robot which was there before. When nothing is known yet, free numbers are
    given in the order of the snapshot: `identify` finds out which robot turns, and `id_swap` exchanges two.

    count: robots of a team; numbers run from 0
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._needed = False
        self._ids = (Identification(), Identification())

    def see(self, snapshot: Snapshot) -> Snapshot:
        """The same snapshot, with numbers as far as there are any left."""
        if not self._needed:
            self._needed = None in [robot[3] for robot in (*snapshot.team, *snapshot.opponents)]
            if not self._needed:  # the usual vision knows them all
                return snapshot
        sides = (snapshot.team, snapshot.opponents)
        own, others = (self._named(ids, snapshot.time, robots) for ids, robots in zip(self._ids, sides, strict=True))
        return Snapshot(snapshot.time, snapshot.balls, own, others)

    def _named(self, ids: Identification, time: float, robots: Sequence[SnapshotRobot]) -> tuple[SnapshotRobot, ...]:
        named = ids.see(time, [_seen(robot, robot.id) for robot in robots])
        known = {robot.id for robot in named} | {int(row[0]) for row in ids.state()}
        free = [id for id in range(self._count) if id not in known]
        if free and any(robot.id == UNIDENTIFIED for robot in named):
            rest = iter(free)
            numbers = [next(rest, None) if one.id == UNIDENTIFIED else one.id for one in named]
            named = ids.see(time, [_seen(robot, id) for robot, id in zip(robots, numbers, strict=True)])
        return tuple(
            robot._replace(id=None if one.id == UNIDENTIFIED else one.id)
            for robot, one in zip(robots, named, strict=True)
        )


def _seen(robot: SnapshotRobot, id: int | None) -> SeenRobot:
    number = UNIDENTIFIED if id is None else id
    return SeenRobot(number, robot.x / 1000, robot.y / 1000, robot.heading, 0.0, 0.0, 1.0)
