"""What a camera over the field reports for one picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["HEAD_NUMBERS", "SEEN_NUMBERS", "CameraFrame", "FrameTable", "SeenBall", "SeenRobot"]

SEEN_NUMBERS = 8  # columns of a table's rows: those of a SeenRobot; a SeenBall has fewer
HEAD_NUMBERS = 6  # columns of a table's heads


class FrameTable(NamedTuple):
    """Frames of several cameras at one instant, as numbers.

    rows:  float64 ``[object, number]`` in the order of the fields of SeenBall and SeenRobot
    heads: int64 ``[frame, number]``: camera, number of the frame, its first row, how many balls, blue and yellow robots
           it has, in this order
    """

    rows: NDArray[Any]
    heads: NDArray[Any]


class SeenBall(NamedTuple):
    """A ball as a camera reports it, on the plane in which a resting ball has its centre."""

    x: float
    y: float
    pixel_x: float
    pixel_y: float
    area: float  # px
    confidence: float  # 0 to 1


class SeenRobot(NamedTuple):
    """A robot as a camera reports it, at the height of its cover."""

    id: int
    x: float
    y: float
    heading: float
    pixel_x: float
    pixel_y: float
    height: float
    confidence: float  # 0 to 1


@dataclass(frozen=True)
class CameraFrame:
    """What one camera saw at one instant.

    The cameras of a match write tables, and encoders read them: a frame of a table builds the tuples of balls and
    robots only when they are read.
    """

    camera: int
    number: int  # counts the frames of this camera
    capture: float  # when the shutter opened
    sent: float  # the time of sending that the frame states
    balls: tuple[SeenBall, ...]
    blue: tuple[SeenRobot, ...]
    yellow: tuple[SeenRobot, ...]

    @classmethod
    def of_table(cls, camera: int, number: int, capture: float, sent: float, table: FrameTable, index: int) -> Self:
        """A frame of a table, with camera and number as in its head; the table must not change any more."""
        frame = object.__new__(cls)
        values = {"camera": camera, "number": number, "capture": capture, "sent": sent, "_table": (table, index)}
        object.__setattr__(frame, "__dict__", values)  # it is frozen
        return frame

    @property
    def table(self) -> tuple[FrameTable, int]:
        """The table that it is in, and its index there; one of its own if it was not made from a table.

        Raises a TypeError, ValueError or OverflowError if a table cannot hold its numbers.
        """
        table: tuple[FrameTable, int] | None = self.__dict__.get("_table")
        return (_table_of(self), 0) if table is None else table

    def __getattr__(self, name: str) -> Any:
        """The tuples of a table, when they are first read."""
        table = self.__dict__.get("_table")
        if table is None or name not in ("balls", "blue", "yellow"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        (rows, heads), index = table
        _, _, start, balls, blue, yellow = heads[index].tolist()
        first, middle, end = start + balls, start + balls + blue, start + balls + blue + yellow
        self.__dict__.update(
            balls=tuple(SeenBall(*row[:6]) for row in rows[start:first].tolist()),
            blue=tuple(SeenRobot(int(row[0]), *row[1:]) for row in rows[first:middle].tolist()),
            yellow=tuple(SeenRobot(int(row[0]), *row[1:]) for row in rows[middle:end].tolist()),
        )
        return self.__dict__[name]


def _table_of(frame: CameraFrame) -> FrameTable:
    import numpy as np

    balls, robots = frame.balls, frame.blue + frame.yellow
    rows = np.zeros((len(balls) + len(robots), SEEN_NUMBERS))
    if balls:
        rows[: len(balls), :6] = balls
    if robots:
        rows[len(balls) :] = robots
    head = (frame.camera, frame.number, 0, len(balls), len(frame.blue), len(frame.yellow))
    return FrameTable(rows, np.array([head], np.int64))
