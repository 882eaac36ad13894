"""What a tracker reports: positions and velocities of robots and ball."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from robopitch.messages.events import Body
from robopitch.messages.team import Team

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "TEAM_CODES",
    "TRACKED_NUMBERS",
    "KickedBall",
    "TrackedBall",
    "TrackedRobot",
    "TrackerFrame",
]

TRACKED_NUMBERS = 9  # columns of a frame's table
TEAM_CODES = {None: 0, Team.YELLOW: 1, Team.BLUE: 2}  # in the first column of a robot's row
_TEAMS = {code: team for team, code in TEAM_CODES.items()}


class TrackedBall(NamedTuple):
    """The ball in space."""

    position: tuple[float, float, float]  # the height is that of its lowest point: 0 on the ground
    velocity: tuple[float, float, float]
    visibility: float


class TrackedRobot(NamedTuple):
    """A robot with its velocity."""

    robot: Body
    x: float
    y: float
    heading: float
    vx: float
    vy: float
    turn: float
    visibility: float


class KickedBall(NamedTuple):
    """The last kick, and where the ball will stop if nothing is in its way."""

    position: tuple[float, float]
    velocity: tuple[float, float, float]
    start: float
    stop: float
    stop_position: tuple[float, float]
    robot: Body | None


@dataclass(frozen=True)
class TrackerFrame:
    """Positions and velocities of robots and ball, from the truth or from a filter over camera frames.

    A frame of a table builds the tuples of balls and robots only when they are read.
    """

    source: str  # "truth" or "filter"
    number: int
    time: float
    balls: tuple[TrackedBall, ...]
    robots: tuple[TrackedRobot, ...]
    kicked: KickedBall | None

    @classmethod
    def of_table(
        cls, source: str, number: int, time: float, rows: NDArray[Any], balls: int, kicked: KickedBall | None
    ) -> Self:
        """A frame of rows that must not change any more; see `table`."""
        frame = object.__new__(cls)
        frame.__dict__.update(source=source, number=number, time=time, kicked=kicked, _table=(rows, balls))
        return frame

    @property
    def table(self) -> tuple[NDArray[Any], int]:
        """Rows of float64 ``[object, number]``, and how many of them are balls, which come first.

        A ball: x, y, z, vx, vy, vz, visibility. A robot: code of its team, id, x, y, heading, vx, vy, turn, visibility.
        """
        table: tuple[NDArray[Any], int] | None = self.__dict__.get("_table")
        return _table_of(self.balls, self.robots) if table is None else table

    def __getattr__(self, name: str) -> Any:
        """The tuples of a table, when they are first read."""
        table = self.__dict__.get("_table")
        if table is None or name not in ("balls", "robots"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        rows, balls = table
        self.__dict__.update(
            balls=tuple(
                TrackedBall((x, y, z), (vx, vy, vz), visibility)
                for x, y, z, vx, vy, vz, visibility, _, _ in rows[:balls].tolist()
            ),
            robots=tuple(TrackedRobot(Body(_TEAMS[row[0]], int(row[1])), *row[2:]) for row in rows[balls:].tolist()),
        )
        return self.__dict__[name]


def _table_of(balls: tuple[TrackedBall, ...], robots: tuple[TrackedRobot, ...]) -> tuple[NDArray[Any], int]:
    import numpy as np

    rows = np.zeros((len(balls) + len(robots), TRACKED_NUMBERS))
    if balls:
        rows[: len(balls), :7] = [(*ball.position, *ball.velocity, ball.visibility) for ball in balls]
    if robots:
        rows[len(balls) :] = [(TEAM_CODES[robot[0].team], robot[0].id, *robot[1:]) for robot in robots]
    return rows, len(balls)
