"""The frame of a goalkeeper: it moves out to one side for a time, and waits until it can move out again.

Only the ball meets it (`turf/ball_contact.py`). The state has its two rows only in worlds with a robot that has one.
"""

from __future__ import annotations

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics import workspace as at
from robopitch.physics.scalar import Floats, Ints, routine, scalar

__all__ = ["has_frames", "load_frames", "move_frames", "store_frames"]


@scalar
def has_frames(fields: int, wheels: int) -> bool:
    """Whether a state with so many rows per robot has those of the frames."""
    return fields > s.WHEELS + s.WHEEL_BLOCKS * wheels


@routine
def load_frames(work: Floats, packed: Floats) -> None:
    """Copy the frames in; `workspace.load` copies the rest."""
    first = packed.shape[0] - s.FRAME_ROWS
    for row in range(s.FRAME_ROWS):
        for i in range(packed.shape[1]):
            work[at.FRAME_ROW + row, i] = packed[first + row, i]


@routine
def store_frames(packed: Floats, work: Floats) -> None:
    """Copy the frames back."""
    first = packed.shape[0] - s.FRAME_ROWS
    for row in range(s.FRAME_ROWS):
        for i in range(packed.shape[1]):
            packed[first + row, i] = work[at.FRAME_ROW + row, i]


@routine
def move_frames(work: Floats, which: Ints, kinds: Floats, dt: float) -> None:
    """Let a step pass: frames whose time is over move in."""
    real = type(dt)
    for i in range(which.shape[0]):
        left = work[at.FRAME_ROW + s.FRAME_TIME, i]
        if left > real(0):
            left = max(left - dt, real(0))
            work[at.FRAME_ROW + s.FRAME_TIME, i] = left
            if left <= kinds[which[i], p.FRAME_PAUSE]:
                work[at.FRAME_ROW, i] = real(s.FRAME_IN)
