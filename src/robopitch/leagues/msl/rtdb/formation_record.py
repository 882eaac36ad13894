"""The formation as the base station tells it to its robots: FORMATION_INFO of the data base.

The layout of CAMBADA's own record is not known, only its size. So the contents are ours: four letters, the numbers of
spots in attack and in defence, and for each spot its place in millimetres and the pull of the ball in thousandths.
"""

from __future__ import annotations

import struct

from robopitch.messages import Refusal
from robopitch.teams.formation import MOST_SPOTS, Formation, Spot

__all__ = ["decode_formation", "encode_formation"]

MAGIC = b"RPF1"
_HEAD = struct.Struct("<4s2B2x")
_SPOT = struct.Struct("<4h")
SIZE = _HEAD.size + 2 * MOST_SPOTS * _SPOT.size


def encode_formation(formation: Formation | None) -> bytes:
    """The record of a formation; None: the robots stand as they like."""
    if formation is None:
        return _HEAD.pack(MAGIC, 0, 0).ljust(SIZE, b"\0")
    head = _HEAD.pack(MAGIC, len(formation.attack), len(formation.defence))
    spots = (_SPOT.pack(*(round(1000 * part) for part in spot)) for spot in (*formation.attack, *formation.defence))
    return b"".join((head, *spots)).ljust(SIZE, b"\0")


def decode_formation(data: bytes) -> Formation | Refusal | None:
    """The inverse of `encode_formation`."""
    if len(data) != SIZE:
        return Refusal("UNREADABLE", f"FORMATION_INFO has {len(data)} bytes, which is not its size")
    magic, attack, defence = _HEAD.unpack_from(data)
    if magic != MAGIC or attack > MOST_SPOTS or defence > MOST_SPOTS:
        return Refusal("UNREADABLE", "FORMATION_INFO is not a formation of ours")
    if attack == defence == 0:
        return None
    rows = [
        Spot(*(part / 1000 for part in _SPOT.unpack_from(data, _HEAD.size + index * _SPOT.size)))
        for index in range(attack + defence)
    ]
    try:
        return Formation(tuple(rows[:attack]), tuple(rows[attack:]))
    except ValueError as error:
        return Refusal("UNREADABLE", f"FORMATION_INFO: {error}")
