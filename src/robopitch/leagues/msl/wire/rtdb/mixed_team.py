"""The MixedTeamProtocol: one record "MTP" by which robots of different teams play together, over RtDB 3.

Its value is a MessagePack map. Fields that are missing have their default, unknown ones are ignored, so that older and
newer programs understand each other. The referee box is relayed as records of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Any, TypeVar

from robopitch.leagues.msl.wire.rtdb.packing import pack, text_of, unpack
from robopitch.messages import Refusal

__all__ = [
    "KEY",
    "MixedBall",
    "MixedObstacle",
    "MixedPlayer",
    "MixedPose",
    "MixedRole",
    "RelayedCommand",
    "decode_player",
    "decode_relay",
    "encode_player",
    "encode_relay",
]

KEY = "MTP"
MOST_OBJECTS = 100  # balls, obstacles or roles of one robot
_ALIASES = {b"Rz": b"rz", b"vRz": b"vrz"}  # names of the first release

Part = TypeVar("Part", "MixedBall", "MixedObstacle", "MixedPose")


class MixedRole(IntEnum):
    """The roles."""

    UNDEFINED = 0
    GOALKEEPER = 1
    ATTACKER_MAIN = 2
    ATTACKER_ASSIST = 3
    ATTACKER_GENERIC = 4
    DEFENDER_MAIN = 5
    DEFENDER_GENERIC = 6
    DISABLED_OUT = 7
    DISABLED_IN = 8


@dataclass(frozen=True, slots=True)
class MixedBall:
    """A ball that a robot sees; m and m/s."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    vx: float = 0.0
    vy: float = 0.0
    vz: float = 0.0
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class MixedObstacle:
    """An obstacle that a robot sees."""

    x: float = 0.0
    y: float = 0.0
    vx: float = 0.0
    vy: float = 0.0
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class MixedPose:
    """Where a robot believes to be, and its velocity."""

    x: float = 0.0
    y: float = 0.0
    rz: float = 0.0  # rad
    vx: float = 0.0
    vy: float = 0.0
    vrz: float = 0.0
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class MixedPlayer:
    """The packet of a player.

    vendor:  number of the team that built the robot
    shirt:   number of the robot
    team:    a letter, "A" or "B"
    time:    ms since a start on which all robots agree
    has_ball: 0 or 1
    role_allocation: of a leader: pairs of a player's hash and a role
    role_preference: none, or one pair of a role and a factor
    """

    vendor: int = 0
    shirt: int = 0
    team: str = "?"
    time: int = 0
    has_ball: int = 0
    balls: tuple[MixedBall, ...] = ()
    obstacles: tuple[MixedObstacle, ...] = ()
    poses: tuple[MixedPose, ...] = ()
    is_leader: bool = False
    role_allocation: tuple[tuple[int, MixedRole], ...] = ()
    role_preference: tuple[tuple[MixedRole, float], ...] = ()
    role: MixedRole = MixedRole.UNDEFINED
    intention: int = 0
    error: int = 0


@dataclass(frozen=True, slots=True)
class RelayedCommand:
    """A command of the referee box, relayed to the players: whom it concerns is "us", "them" or "all"."""

    command: str
    target: str = "all"


def encode_player(player: MixedPlayer) -> bytes:
    """The value of the record "MTP"."""
    return pack(
        {
            "vendor_id": player.vendor,
            "shirt_id": player.shirt,
            "team_id": ord(player.team),  # a C char, which MessagePack packs as a number
            "timestamp_ms": player.time,
            "has_ball": player.has_ball,
            "balls": [_map(one) for one in player.balls],
            "obstacles": [_map(one) for one in player.obstacles],
            "self_loc": [_map(one) for one in player.poses],
            "is_leader": player.is_leader,
            "role_allocation": [[number, int(role)] for number, role in player.role_allocation],
            "role_preference": [[int(role), factor] for role, factor in player.role_preference],
            "role": int(player.role),
            "intention": player.intention,
            "error": player.error,
        }
    )


def decode_player(data: bytes) -> MixedPlayer | Refusal:
    """The value of a record "MTP", or why it is none."""
    try:
        found = unpack(data)
        if not isinstance(found, dict):
            raise ValueError("not a map")
        return MixedPlayer(
            vendor=_whole(found, "vendor_id", 255),
            shirt=_whole(found, "shirt_id", 255),
            team=chr(_whole(found, "team_id", 127, default=ord("?"))),
            time=_whole(found, "timestamp_ms", 2**31 - 1),
            has_ball=_whole(found, "has_ball", 255),
            balls=tuple(_part(MixedBall, one) for one in _array(found, "balls")),
            obstacles=tuple(_part(MixedObstacle, one) for one in _array(found, "obstacles")),
            poses=tuple(_part(MixedPose, one) for one in _array(found, "self_loc")),
            is_leader=bool(_whole(found, "is_leader", 1)),
            role_allocation=tuple((_hash(a), _role(b)) for a, b in _pairs(found, "role_allocation")),
            role_preference=tuple((_role(a), _real(b)) for a, b in _pairs(found, "role_preference")),
            role=_role(found.get(b"role", 0)),
            intention=_whole(found, "intention", 255),
            error=_whole(found, "error", 255),
        )
    except ValueError as error:
        return Refusal("UNREADABLE", f"not a packet of the MixedTeamProtocol: {error}")


def encode_relay(relayed: RelayedCommand) -> Mapping[str, bytes]:
    """The records of a relayed command, by key: both names that releases use for the target."""
    return {"COMMAND": pack(relayed.command), "TARGET": pack(relayed.target), "TARGETTEAM": pack(relayed.target)}


def decode_relay(records: Mapping[str, bytes]) -> RelayedCommand | Refusal:
    """The relayed command among records, by key."""
    target = records.get("TARGETTEAM", records.get("TARGET"))
    try:
        command = text_of(unpack(records["COMMAND"])) if "COMMAND" in records else ""
        if not command:
            raise ValueError("no COMMAND")
        return RelayedCommand(command, "all" if target is None else text_of(unpack(target)))
    except ValueError as error:
        return Refusal("UNREADABLE", f"not a relayed command: {error}")


def _map(part: MixedBall | MixedObstacle | MixedPose) -> dict[str, float]:
    return {one.name: float(getattr(part, one.name)) for one in fields(part)}


def _part(kind: type[Part], value: Any) -> Part:
    if not isinstance(value, dict):
        raise ValueError(f"a {kind.__name__} is not a map")
    given = {_ALIASES.get(name, name): number for name, number in value.items() if isinstance(name, bytes)}
    names = [one.name for one in fields(kind)]
    return kind(**{name: _real(given[name.encode()]) for name in names if name.encode() in given})


def _array(found: Mapping[Any, Any], name: str) -> list[Any]:
    value = found.get(name.encode(), [])
    if not isinstance(value, list) or len(value) > MOST_OBJECTS:
        raise ValueError(f"{name} is not an array of up to {MOST_OBJECTS}")
    return value


def _pairs(found: Mapping[Any, Any], name: str) -> list[list[Any]]:
    rows = _array(found, name)
    if not all(isinstance(row, list) and len(row) == 2 for row in rows):
        raise ValueError(f"{name} is not an array of pairs")
    return rows


def _whole(found: Mapping[Any, Any], name: str, most: int, default: int = 0) -> int:
    value = found.get(name.encode(), default)
    if not isinstance(value, int) or not 0 <= value <= most:  # a bool is an int, and some programs send one
        raise ValueError(f"{name} is not a number from 0 to {most}")
    return int(value)


def _role(value: Any) -> MixedRole:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("a role is not a number")
    return MixedRole(value)  # a ValueError for other numbers


def _hash(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("the hash of a player is not a number")
    return value


def _real(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e9 < value < 1e9:
        raise ValueError("a number is missing, or not finite")
    return float(value)
