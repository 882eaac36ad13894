"""The working copy of one world: one row per number for all robots, with a stride that is known at compile time.

A world's state is packed (`state.py`): its rows follow each other at a distance that depends on the number of robots.
During the steps the rows have a constant stride. Only then can the compiler see that rows do not overlap, and turn a
loop over robots into vector instructions; the steps become about four times faster. Row offsets are unsigned, because
the check for a negative index also prevents vectorisation.
"""

from __future__ import annotations

import numpy as np

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, Ints, routine, scalar

__all__ = [
    "FRAME_ROW",
    "IMPULSE_ROW",
    "MAX_BODIES",
    "ROWS",
    "STRIDE",
    "TIPPING_ROW",
    "load",
    "padded",
    "store",
    "zone_of",
]

MAX_BODIES = 64
STRIDE = 72  # ≥ MAX_BODIES, and no power of two: rows then fall into different sets of the cache
MAX_WHEELS = 8
VECTOR = 8  # the number of robots is rounded up to a multiple of this, so that loops have no slow remainder

_WHEEL_ROWS = s.WHEELS
_SCRATCH = _WHEEL_ROWS + s.WHEEL_BLOCKS * MAX_WHEELS
ROWS = _SCRATCH + 18


def _offset(row: int) -> np.uintp:
    return np.uintp(row * STRIDE)


# Offsets of the rows of `state.py`
X, Y, HX, HY = _offset(s.X), _offset(s.Y), _offset(s.HX), _offset(s.HY)
VX, VY, TURN = _offset(s.VX), _offset(s.VY), _offset(s.TURN)
SET_X, SET_Y, SET_TURN = _offset(s.SET_FORWARD), _offset(s.SET_LEFT), _offset(s.SET_TURN)
MODE, COMMAND_X, COMMAND_Y, COMMAND_TURN = (_offset(s.MODE + n) for n in range(4))
PRESENT, CHARGE, TOUCH, RELEASE = _offset(s.PRESENT), _offset(s.CHARGE), _offset(s.TOUCH), _offset(s.RELEASE)
SPEED, TARGET, IMPULSE, OUTPUT, ERROR1, ERROR2 = (
    _offset(_WHEEL_ROWS + block * MAX_WHEELS) for block in range(s.WHEEL_BLOCKS)
)
# Additional rows: body velocity, requested acceleration, sums over wheels, and sizes of robots
FORWARD, LEFT, SPIN, AX, AY, ATURN, SUM_X, SUM_Y, SUM_TURN, FREE_X, FREE_Y, FREE_TURN, SCALE = (
    _offset(_SCRATCH + n) for n in range(13)
)
RADIUS, ZONE = _offset(_SCRATCH + 13), _offset(_SCRATCH + 14)
IMPULSE_ROW, TIPPING_ROW = _WHEEL_ROWS + s.IMPULSE * MAX_WHEELS, _SCRATCH + 15  # of tables
FRAME_ROW = _SCRATCH + 16  # then the time of the frame


@scalar
def padded(count: int) -> int:
    """A number of robots, rounded up to whole vectors."""
    return (count + VECTOR - 1) // VECTOR * VECTOR


@scalar
def _is_memory(block: int) -> bool:
    """Whether a block of the wheels holds the state of PID controllers or of steering; those come last."""
    return block >= s.OUTPUT


@scalar
def _has_memories(which: Ints, kinds: Floats) -> bool:
    """Whether any of the robots has such a state."""
    for i in range(which.shape[0]):  # noqa: SIM110 - a generator costs a compiled function its speed
        if kinds[which[i], p.CONTROLLER] == p.PID or kinds[which[i], p.STEERED] > 0:
            return True
    return False


@scalar
def zone_of(kinds: Floats, k: int) -> float:
    """Distance from the centre of a robot within which it acts on the ball, to the nearest point of the ball."""
    reach = kinds[k, p.RADIUS] + max(kinds[k, p.HOLD_REACH], kinds[k, p.KICK_REACH])
    return max(max(reach, kinds[k, p.BARRIER_DISTANCE]), kinds[k, p.FRAME_REACH])


@routine
def load(work: Floats, packed: Floats, which: Ints, kinds: Floats, wheels: int) -> None:
    """Copy a world's robots in; lanes without a robot are parked like a removed robot."""
    count = packed.shape[1]
    for row in range(s.WHEELS):
        for i in range(count):
            work[row, i] = packed[row, i]
        for i in range(count, padded(count)):
            work[row, i] = 0
    for block in range(s.WHEEL_BLOCKS):
        if _is_memory(block) and not _has_memories(which, kinds):
            break
        for w in range(wheels):
            row = s.WHEELS + block * MAX_WHEELS + w
            for i in range(count):
                work[row, i] = packed[s.WHEELS + block * wheels + w, i]
            for i in range(count, padded(count)):
                work[row, i] = 0
    radius, zone = _SCRATCH + 13, _SCRATCH + 14
    for i in range(count):
        k = which[i]
        work[radius, i] = kinds[k, p.RADIUS]
        work[zone, i] = zone_of(kinds, k)
        work[FRAME_ROW, i] = 0
    for i in range(count, padded(count)):
        work[s.X, i] = s.PARKED * 2 + 10 * i
        work[s.Y, i] = s.PARKED
        work[s.HX, i] = 1
        work[radius, i] = 0
        work[zone, i] = 0


@routine
def store(packed: Floats, work: Floats, which: Ints, kinds: Floats, wheels: int) -> None:
    """Copy a world's robots back."""
    count = packed.shape[1]
    for row in range(s.WHEELS):
        for i in range(count):
            packed[row, i] = work[row, i]
    for block in range(s.WHEEL_BLOCKS):
        if _is_memory(block) and not _has_memories(which, kinds):
            break
        for w in range(wheels):
            for i in range(count):
                packed[s.WHEELS + block * wheels + w, i] = work[s.WHEELS + block * MAX_WHEELS + w, i]
