"""What a camera over the field reports for one picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["HEAD_NUMBERS", "SEEN_NUMBERS", "CameraFrame", "CameraFrames", "SeenBall", "SeenRobot"]

SEEN_NUMBERS = 8  # columns of a table's rows: those of a SeenRobot; a SeenBall has fewer
HEAD_NUMBERS = 6  # columns of a table's heads


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
    def of_table(cls, frames: CameraFrames, index: int) -> Self:
        """A frame of a table."""
        frame = object.__new__(cls)
        camera, number, *_ = frames.heads[index].tolist()
        frame.__dict__.update(
            camera=camera, number=number, capture=frames.capture, sent=frames.sent, _table=(frames, index)
        )
        return frame

    @property
    def table(self) -> tuple[CameraFrames, int]:
        """The table that it is in, and its index there; one of its own if it was not made from a table.

        Raises a TypeError, ValueError or OverflowError if a table cannot hold its numbers.
        """
        table: tuple[CameraFrames, int] | None = self.__dict__.get("_table")
        return (_table_of(self), 0) if table is None else table

    def __getattr__(self, name: str) -> Any:
        """The tuples of a table, when they are first read."""
        table = self.__dict__.get("_table")
        if table is None or name not in ("balls", "blue", "yellow"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        frames, index = table
        rows = frames.rows
        _, _, start, balls, blue, yellow = frames.heads[index].tolist()
        first, middle, end = start + balls, start + balls + blue, start + balls + blue + yellow
        self.__dict__.update(
            balls=tuple(SeenBall(*row[:6]) for row in rows[start:first].tolist()),
            blue=tuple(SeenRobot(int(row[0]), *row[1:]) for row in rows[first:middle].tolist()),
            yellow=tuple(SeenRobot(int(row[0]), *row[1:]) for row in rows[middle:end].tolist()),
        )
        return self.__dict__[name]


class CameraFrames(Sequence[CameraFrame]):
    """The frames of several cameras at one instant, as a table of numbers; a frame is built each time it is read.

    rows:  float64 ``[object, number]`` in the order of the fields of SeenBall and SeenRobot
    heads: int64 ``[frame, number]``: camera, number of the frame, its first row, how many balls, blue and yellow robots
           it has, in this order
    capture, sent: as in CameraFrame

    The numbers must not change any more. Frames are not kept: they know their table, and objects that know each other
    are freed only by a search for cycles, which a server does without.
    """

    __slots__ = ("capture", "heads", "rows", "sent")

    def __init__(self, rows: NDArray[Any], heads: NDArray[Any], capture: float, sent: float) -> None:
        self.rows, self.heads, self.capture, self.sent = rows, heads, capture, sent

    def __len__(self) -> int:
        return len(self.heads)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        return CameraFrame.of_table(self, range(len(self))[index])

    def __iter__(self) -> Iterator[CameraFrame]:
        return (CameraFrame.of_table(self, index) for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


def _table_of(frame: CameraFrame) -> CameraFrames:
    import numpy as np

    balls, robots = frame.balls, frame.blue + frame.yellow
    rows = np.zeros((len(balls) + len(robots), SEEN_NUMBERS))
    if balls:
        rows[: len(balls), :6] = balls
    if robots:
        rows[len(balls) :] = robots
    head = (frame.camera, frame.number, 0, len(balls), len(frame.blue), len(frame.yellow))
    return CameraFrames(rows, np.array([head], np.int64), frame.capture, frame.sent)
