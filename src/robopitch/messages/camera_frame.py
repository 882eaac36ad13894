"""What a camera over the field reports for one picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SEEN_NUMBERS", "CameraFrame", "SeenBall", "SeenRobot"]

# Rows of float64 [object, number], in the order of the fields of SeenBall and SeenRobot; the first row of the frame;
# how many balls, blue and yellow robots it has, in this order. A plain tuple: there are many.
FrameTable: TypeAlias = "tuple[NDArray[Any], int, int, int, int]"
SEEN_NUMBERS = 8  # columns of a frame's table: those of a SeenRobot; a SeenBall has fewer


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
    def of_table(cls, camera: int, number: int, capture: float, sent: float, table: FrameTable) -> Self:
        """A frame of rows that a camera wrote; they must not change any more."""
        frame = object.__new__(cls)
        values = {"camera": camera, "number": number, "capture": capture, "sent": sent, "_table": table}
        object.__setattr__(frame, "__dict__", values)  # it is frozen
        return frame

    def stamped(self, number: int, sent: float) -> Self:
        """The same sighting with another number and time of sending."""
        frame = object.__new__(type(self))
        frame.__dict__.update(self.__dict__, number=number, sent=sent)
        return frame

    @property
    def table(self) -> FrameTable:
        """Its balls, blue and yellow robots as rows of numbers."""
        table: FrameTable | None = self.__dict__.get("_table")
        return _table_of(self.balls, self.blue, self.yellow) if table is None else table

    def __getattr__(self, name: str) -> Any:
        """The tuples of a table, when they are first read."""
        table = self.__dict__.get("_table")
        if table is None or name not in ("balls", "blue", "yellow"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        rows, start, balls, blue, yellow = table
        first, middle, end = start + balls, start + balls + blue, start + balls + blue + yellow
        self.__dict__.update(
            balls=tuple(SeenBall(*row[:6]) for row in rows[start:first].tolist()),
            blue=tuple(SeenRobot(int(row[0]), *row[1:]) for row in rows[first:middle].tolist()),
            yellow=tuple(SeenRobot(int(row[0]), *row[1:]) for row in rows[middle:end].tolist()),
        )
        return self.__dict__[name]


def _table_of(balls: tuple[SeenBall, ...], blue: tuple[SeenRobot, ...], yellow: tuple[SeenRobot, ...]) -> FrameTable:
    import numpy as np

    rows = np.zeros((len(balls) + len(blue) + len(yellow), SEEN_NUMBERS))
    if balls:
        rows[: len(balls), :6] = balls
    if blue or yellow:
        rows[len(balls) :] = blue + yellow
    return rows, 0, len(balls), len(blue), len(yellow)
