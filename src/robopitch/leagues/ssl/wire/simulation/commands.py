"""Compiled decoder of team commands: usual messages into a table of orders; protobuf decodes all others.

Usual is what clients send: known fields, each at most once, moves in the frame of the robot or of the field, finite
numbers in their ranges. Whatever else there is, valid or not, is left to protobuf, which also finds the reasons of
refusals.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from robopitch.elementary.caching import cached
from robopitch.messages.orders import BODY_MOVE, FIELD_MOVE, NO_MOVE, ORDER_NUMBERS
from robopitch.physics.scalar import Floats, routine
from robopitch.wire.encoding import Bytes, float_at, wire_digest

__all__ = ["MOST_IDS", "read_control", "read_sync_request"]

MOST_IDS = 16  # patterns of the league
RPM = 2 * math.pi / 60  # rad/s
_LONGEST = 8192  # bytes; protobuf decodes longer messages
_SHORTEST = 4  # bytes of a command with its header
_LEFT = (-1.0, -1, -1)  # to protobuf
_DEGREE = math.pi / 180.0


@routine
def _length_at(data: Bytes, at: int, end: int) -> tuple[int, int]:
    """Where a part begins and ends whose length is written at *at*; (−1, −1) if it does not fit or is long."""
    if at >= end:
        return -1, -1
    length = int(data[at])
    at += 1
    if length >= 128:
        if at >= end or data[at] >= 128:
            return -1, -1
        length = length - 128 + 128 * int(data[at])
        at += 1
    if at + length > end:
        return -1, -1
    return at, at + length


@routine
def _read_move(data: Bytes, at: int, end: int, row: Floats) -> bool:
    """Read a move: one velocity of three finite floats in the order of their numbers."""
    if end - at != 17 or data[at + 1] != 15:
        return False
    if data[at] == 0x12:
        row[1] = BODY_MOVE
    elif data[at] == 0x1A:
        row[1] = FIELD_MOVE
    else:
        return False
    for n in range(3):
        if data[at + 2 + 5 * n] != 0x0D + 8 * n:
            return False
        row[2 + n] = float_at(data, at + 3 + 5 * n)
        if not math.isfinite(row[2 + n]):
            return False
    return True


@routine
def _read_command(data: Bytes, at: int, end: int, row: Floats) -> bool:
    """Read a command of one robot."""
    row[0], row[1], row[2], row[3], row[4] = -1.0, NO_MOVE, 0.0, 0.0, 0.0
    speed, angle, rpm = math.nan, math.nan, math.nan
    while at < end:
        tag = data[at]
        if tag == 0x08:
            if at + 2 > end or row[0] >= 0.0 or data[at + 1] >= MOST_IDS:
                return False
            row[0] = data[at + 1]
            at += 2
        elif tag == 0x12:
            first, last = _length_at(data, at + 1, end)
            if first < 0 or row[1] != NO_MOVE or not _read_move(data, first, last, row):
                return False
            at = last
        elif tag == 0x1D or tag == 0x25 or tag == 0x2D:
            if at + 5 > end:
                return False
            value = float_at(data, at + 1)
            if not math.isfinite(value):
                return False
            if tag == 0x1D and math.isnan(speed):
                speed = value
            elif tag == 0x25 and math.isnan(angle):
                angle = value
            elif tag == 0x2D and math.isnan(rpm):
                rpm = value
            else:
                return False
            at += 5
        else:
            return False
    if row[0] < 0.0 or speed < 0.0 or rpm < 0.0:
        return False
    row[5], row[6], row[7] = math.nan, 0.0, rpm * RPM
    if speed > 0.0:
        row[5] = speed
        row[6] = 0.0 if math.isnan(angle) else angle * _DEGREE
        return row[6] >= 0.0 and row[6] < math.pi / 2
    return True


@routine
def _read_commands(data: Bytes, at: int, end: int, table: Floats, count: int) -> int:
    """Read a RobotControl into the rows from *count* on; returns the number of rows then, or −1."""
    while at < end:
        if data[at] != 0x0A:
            return -1
        first, last = _length_at(data, at + 1, end)
        if first < 0 or last - first + 2 < _SHORTEST or not _read_command(data, first, last, table[count]):
            return -1
        at = last
        count += 1
    return count


def _read(digest: int) -> Any:
    """Create the entry point. Its closure holds the digest, which becomes part of the key of Numba's disk cache."""

    @cached(error_model="numpy")
    def read(data: Bytes, is_sync: bool, table: Floats) -> tuple[float, int, int]:
        """Read a RobotControl or a SimulationSyncRequest; returns the step, −1 if protobuf must read it, and the
        numbers of commands for the client's team and for yellow, −1 for a part that is missing.
        """
        own, yellow = -1, -1
        at, end, step, total = 0 * digest, data.shape[0], math.nan, 0  # used, or else it would not be part of the key
        if not is_sync:
            own = _read_commands(data, at, end, table, 0)
            return (0.0 if own >= 0 else -1.0), own, yellow
        while at < end:
            if data[at] == 0x0D and at + 5 <= end and math.isnan(step):
                step = float_at(data, at + 1)
                if not (step >= 0.0 and step < math.inf) or math.copysign(1.0, step) < 0.0:
                    return _LEFT
                at += 5
                continue
            is_own = data[at] == 0x1A
            if not is_own and not (data[at] == 0xA2 and at + 1 < end and data[at + 1] == 0x06):
                return _LEFT
            first, last = _length_at(data, at + (1 if is_own else 2), end)
            if first < 0 or yellow >= 0 or (is_own and own >= 0):  # each once, and yellow's at last
                return _LEFT
            now = _read_commands(data, first, last, table, total)
            if now < 0:
                return _LEFT
            if is_own:
                own = now - total
            else:
                yellow = now - total
            total, at = now, last
        return (0.0 if math.isnan(step) else step), own, yellow

    return read


_decode = _read(wire_digest(Path(__file__).parents[1]))


def read_control(data: bytes) -> Floats | None:
    """The table of a RobotControl; None if protobuf must decode it."""
    if len(data) > _LONGEST:
        return None
    table = np.empty((len(data) // _SHORTEST + 1, ORDER_NUMBERS))
    step, own, _ = _decode(np.frombuffer(data, np.uint8), False, table)
    return None if step < 0 else table[:own]


def read_sync_request(data: bytes) -> tuple[float, Floats | None, Floats | None] | None:
    """Step, and the tables of robot_control and yellow_control, None where one is missing; None if protobuf must
    decode it.
    """
    if len(data) > _LONGEST:
        return None
    table = np.empty((len(data) // _SHORTEST + 1, ORDER_NUMBERS))
    step, own, yellow = _decode(np.frombuffer(data, np.uint8), True, table)
    if step < 0:
        return None
    first = max(own, 0)
    return step, None if own < 0 else table[:own], None if yellow < 0 else table[first : first + yellow]
