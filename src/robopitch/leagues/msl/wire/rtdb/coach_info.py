"""The records of a base station, COACH_INFO and FORMATION_INFO, as CAMBADA's robots read them.

The order of the fields is that of the published software of 2017, with the padding of C. The frame of the field there
has y towards the opponents' goal and x to the right; here, x and y to the left.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum

from robopitch.messages import Refusal

__all__ = ["MOST_PLAYERS", "CoachInfo", "FormationInfo", "PlayerInfo", "Role", "Signal"]

MOST_PLAYERS = 6
BLUE_GOAL, YELLOW_GOAL, MAGENTA, CYAN = range(4)  # colours

# role, colours of team and goal; role is automatic, running, coaching; orientation, position, number
_PLAYER = struct.Struct("<3i3?x3fi")
# serial numbers of positions; signal, goals, time; manual formation, half; the robot that the taxi brings, and where
_REST = struct.Struct(f"<{MOST_PLAYERS}i4i?3xi{MOST_PLAYERS}s2x2f?3x")
_FORMATION = struct.Struct(f"<2i{2 * MOST_PLAYERS}f{MOST_PLAYERS}i{MOST_PLAYERS}?2x")
NO_POSITION = -1

Point = tuple[float, float]


class Signal(IntEnum):
    """What the referee said last."""

    NOTHING = 0
    STOP = 1
    HALT = 2
    START = 3
    READY = 4
    DROP_BALL = 5
    OUR_KICK_OFF = 6
    THEIR_KICK_OFF = 7
    OUR_FREE_KICK = 8
    THEIR_FREE_KICK = 9
    OUR_GOAL_KICK = 10
    THEIR_GOAL_KICK = 11
    OUR_CORNER = 12
    THEIR_CORNER = 13
    OUR_THROW_IN = 14
    THEIR_THROW_IN = 15
    OUR_PENALTY = 16
    THEIR_PENALTY = 17
    OUR_GOAL = 18
    THEIR_GOAL = 19
    PARKING = 20


class Role(IntEnum):
    """Roles that a coach gives; the list of a robot's program is longer."""

    NONE = 0
    STOP = 1
    GOALIE = 2
    STRIKER = 3
    MIDFIELDER = 4


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """What a coach tells one robot.

    automatic: the robot may choose its role itself
    """

    number: int
    role: Role = Role.NONE
    team_colour: int = CYAN
    goal_colour: int = YELLOW_GOAL  # of the opponents' goal; which is in the direction of blue's attack
    automatic: bool = True
    running: bool = False
    coaching: bool = False


@dataclass(frozen=True, slots=True)
class CoachInfo:
    """COACH_INFO."""

    players: tuple[PlayerInfo, ...] = ()
    signal: int = Signal.STOP
    goals: tuple[int, int] = (0, 0)  # ours and theirs
    time: int = 0  # s
    half: int = 0

    def encode(self) -> bytes:
        """The bytes of the record."""
        players = [*self.players, *(PlayerInfo(number) for number in range(len(self.players) + 1, MOST_PLAYERS + 1))]
        rows = [
            _PLAYER.pack(
                *(one.role, one.team_colour, one.goal_colour, one.automatic, one.running, one.coaching),
                *(0.0, 0.0, 0.0, one.number),
            )
            for one in players[:MOST_PLAYERS]
        ]
        rest = *(0,) * MOST_PLAYERS, self.signal, *self.goals, self.time, False, self.half, b"", 0.0, 0.0, False
        return b"".join(rows) + _REST.pack(*rest)

    @classmethod
    def decode(cls, data: bytes) -> CoachInfo | Refusal:
        """The inverse of `encode`."""
        players_end = MOST_PLAYERS * _PLAYER.size
        if len(data) != players_end + _REST.size:
            return Refusal("UNREADABLE", f"COACH_INFO has {len(data)} bytes, which is not its size")
        try:
            players = tuple(
                PlayerInfo(number, Role(role), team, goal, automatic, running, coaching)
                for role, team, goal, automatic, running, coaching, _, _, _, number in _PLAYER.iter_unpack(
                    data[:players_end]
                )
            )
        except ValueError as error:
            return Refusal("UNREADABLE", f"COACH_INFO: {error}")
        signal, ours, theirs, time, _, half = _REST.unpack_from(data, players_end)[MOST_PLAYERS : MOST_PLAYERS + 6]
        return cls(players, signal, (ours, theirs), time, half)


@dataclass(frozen=True, slots=True)
class FormationInfo:
    """FORMATION_INFO: where the coach wants each robot, in the order of their numbers; None: nowhere."""

    places: tuple[Point | None, ...] = ()

    def encode(self) -> bytes:
        """The bytes of the record; position and robot have the same number."""
        places = [*self.places, *(None,) * MOST_PLAYERS][:MOST_PLAYERS]
        points = [number for place in places for number in ((0.0, 0.0) if place is None else (-place[1], place[0]))]
        ids = [NO_POSITION if place is None else index for index, place in enumerate(places)]
        return _FORMATION.pack(0, 0, *points, *ids, *(False,) * MOST_PLAYERS)

    @classmethod
    def decode(cls, data: bytes) -> FormationInfo | Refusal:
        """The inverse of `encode`."""
        if len(data) != _FORMATION.size:
            return Refusal("UNREADABLE", f"FORMATION_INFO has {len(data)} bytes, which is not its size")
        numbers = _FORMATION.unpack(data)
        points, ids = numbers[2 : 2 + 2 * MOST_PLAYERS], numbers[2 + 2 * MOST_PLAYERS : 2 + 3 * MOST_PLAYERS]
        pairs = zip(points[::2], points[1::2], ids, strict=True)
        return cls(tuple(None if id == NO_POSITION else (y, -x + 0.0) for x, y, id in pairs))
