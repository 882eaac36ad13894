"""Events on MI20's network: the identifier of the event, then its data [MI20 §2.6.3, appendix A].

Snapshots, world data and states of the game have the data of recordings [MI20 appendix B], scores that of
[MI20 listing 2.2]. All other data is ours. Positions are in m from the corner of the field with the least x and y.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass

from robopitch.leagues.mirosot.wire.mi20.codec import Situation, Snapshot, World
from robopitch.leagues.mirosot.wire.mi20_events.event_id import EVENT_NAMES, OWN_NAMES, event_id, names_by_id
from robopitch.leagues.mirosot.wire.mi20_events.fields import Fields, text
from robopitch.leagues.mirosot.wire.mi20_events.packet import EventPacket, PacketType, encode_packet, seal
from robopitch.messages import Refusal

__all__ = [
    "ALL",
    "ActionFinished",
    "ErrorText",
    "FrameDone",
    "GameStateChange",
    "IdSwap",
    "Identify",
    "IdentifyDone",
    "MaybeCollision",
    "ModuleStart",
    "NewSnapshot",
    "NewWorldData",
    "OtherEvent",
    "RobotSleep",
    "RobotWakeup",
    "ScoreChange",
    "SetAction",
    "Shutdown",
    "Velocities",
    "WireEvent",
    "decode_event",
    "encode_event",
    "encode_velocities",
    "event_data",
]

ALL = 0xFF  # instead of the number of a robot
MOVE = 0  # the only kind of action
_NAMES = names_by_id((*EVENT_NAMES, *OWN_NAMES))
_VELOCITIES = struct.Struct("<BHIBff")  # type and length of the packet, event, robot, mm/s, rad/s
_VELOCITIES_ID = event_id("velocities")


@dataclass(frozen=True, slots=True)
class NewSnapshot:
    """What vision found in one frame, in mm as in recordings."""

    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class NewWorldData:
    """The estimated state of the world, in mm as in recordings."""

    world: World


@dataclass(frozen=True, slots=True)
class Velocities:
    """A robot is to drive at these speeds."""

    robot: int
    forward: float  # m/s
    turn: float  # rad/s, counter-clockwise


@dataclass(frozen=True, slots=True)
class SetAction:
    """A robot is to move to a place."""

    robot: int
    x: float  # m
    y: float
    heading: float  # rad
    speed: float = 0.0  # m/s at most; 0: as fast as it can


@dataclass(frozen=True, slots=True)
class GameStateChange:
    """The state of the game, from the side of one team."""

    running: bool
    situation: Situation
    right_to_left: bool
    location: int  # as in recordings


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """The score."""

    blue: int
    yellow: int


@dataclass(frozen=True, slots=True)
class Identify:
    """A robot, or ALL, is to show which one it is."""

    robot: int


@dataclass(frozen=True, slots=True)
class IdentifyDone:
    """A robot has shown itself; *seen* is the one that was seen to move, ALL if none was."""

    robot: int
    seen: int


@dataclass(frozen=True, slots=True)
class IdSwap:
    """Two robots have each other's number."""

    one: int
    other: int


@dataclass(frozen=True, slots=True)
class RobotSleep:
    """A robot, or ALL, stands until it is woken up."""

    robot: int


@dataclass(frozen=True, slots=True)
class RobotWakeup:
    """A robot, or ALL, plays again."""

    robot: int


@dataclass(frozen=True, slots=True)
class ActionFinished:
    """A robot has finished its action."""

    robot: int


@dataclass(frozen=True, slots=True)
class MaybeCollision:
    """Two robots are about to collide; *other* is ALL if it is an opponent."""

    robot: int
    other: int


@dataclass(frozen=True, slots=True)
class ModuleStart:
    """A module was started, or stopped."""

    module: str
    running: bool


@dataclass(frozen=True, slots=True)
class ErrorText:
    """Something went wrong."""

    text: str


@dataclass(frozen=True, slots=True)
class Shutdown:
    """The program ends."""


@dataclass(frozen=True, slots=True)
class FrameDone:
    """The sender has answered the last snapshot; in lockstep, time goes on when all teams have."""


@dataclass(frozen=True, slots=True)
class OtherEvent:
    """An event whose data is not known here: it is passed on as it is."""

    event: int  # identifier
    data: bytes


WireEvent = (
    NewSnapshot
    | NewWorldData
    | Velocities
    | SetAction
    | GameStateChange
    | ScoreChange
    | Identify
    | IdentifyDone
    | IdSwap
    | RobotSleep
    | RobotWakeup
    | ActionFinished
    | MaybeCollision
    | ModuleStart
    | ErrorText
    | Shutdown
    | FrameDone
    | OtherEvent
)


def encode_event(event: WireEvent) -> bytes:
    """The packet of an event."""
    name, data = event_data(event)
    identifier = event.event if isinstance(event, OtherEvent) else event_id(name)
    return encode_packet(PacketType.EVENT, struct.pack("<I", identifier) + data)


def encode_velocities(robot: int, forward: float, turn: float) -> bytes:
    """The packet of `Velocities`; quicker, because a team sends one for each robot in every frame.

    >>> encode_velocities(3, 1.0, -0.5) == encode_event(Velocities(3, 1.0, -0.5))
    True
    """
    rest = _VELOCITIES.pack(PacketType.EVENT, _VELOCITIES.size - 3, _VELOCITIES_ID, robot, 1000 * forward, turn)
    return seal(rest)


def event_data(event: WireEvent) -> tuple[str, bytes]:
    """Name and data of an event; the name of an unknown one is empty."""
    match event:
        case NewSnapshot(snapshot):
            return "new_snapshot", snapshot.encode()
        case NewWorldData(world):
            return "new_worlddata", world.encode()
        case Velocities(robot, forward, turn):
            return "velocities", struct.pack("<Bff", robot, 1000 * forward, turn)
        case SetAction(robot, x, y, heading, speed):
            return "set_action", struct.pack("<BBffff", robot, MOVE, 1000 * x, 1000 * y, heading, 1000 * speed)
        case GameStateChange(running, situation, direction, location):
            return "game_state_change", struct.pack("<?B?B", running, situation, direction, location)
        case ScoreChange(blue, yellow):
            return "score_change", struct.pack("<ii", blue, yellow)
        case Identify(robot):
            return "identify", bytes((robot,))
        case RobotSleep(robot):
            return "robot_sleep", bytes((robot,))
        case RobotWakeup(robot):
            return "robot_wakeup", bytes((robot,))
        case ActionFinished(robot):
            return "action_finished", bytes((robot,))
        case IdentifyDone(robot, other):
            return "identify_done", bytes((robot, other))
        case IdSwap(robot, other):
            return "id_swap", bytes((robot, other))
        case MaybeCollision(robot, other):
            return "maybe_collision", bytes((robot, other))
        case ModuleStart(module, running):
            return "module_start", text(module) + bytes((running,))
        case ErrorText(said):
            return "error", text(said, "<H")
        case Shutdown():
            return "shutdown", b""
        case FrameDone():
            return "frame_done", b""
        case OtherEvent(identifier, data):
            return _NAMES.get(identifier, ""), data


def decode_event(packet: EventPacket) -> WireEvent | Refusal:
    """The event in a packet of type 0x20; one without a known layout is an `OtherEvent`."""
    if packet.type is not PacketType.EVENT or len(packet.data) < 4:
        return Refusal("UNREADABLE", "an event begins with its identifier of four bytes")
    (identifier,) = struct.unpack_from("<I", packet.data)
    name = _NAMES.get(identifier)
    if name is None:
        return Refusal("EVENT", f"no event has the identifier {identifier:#010x}")
    read = _READERS.get(name)
    if read is None:
        return OtherEvent(identifier, packet.data[4:])
    fields = Fields(packet.data[4:])
    try:
        event = read(fields)
        fields.end()
    except (ValueError, struct.error, IndexError) as error:
        return Refusal("UNREADABLE", f"{name}: {error}")
    return event


def _snapshot(fields: Fields) -> NewSnapshot:
    data = fields.rest()
    found = Snapshot.decode(data)
    robots = len(found.team) + len(found.opponents)
    _check_size(data, 7 + 16 * len(found.balls) + 25 * robots)
    return NewSnapshot(found)


def _world(fields: Fields) -> NewWorldData:
    data = fields.rest()
    found = World.decode(data)
    _check_size(data, 5 + 29 * (1 + 2 * data[4]))
    return NewWorldData(found)


def _check_size(data: bytes, size: int) -> None:
    if len(data) != size:
        raise ValueError(f"{len(data)} bytes; the lists announce {size}")


def _velocities(fields: Fields) -> Velocities:
    robot, forward, turn = fields.take("<Bff", "robot, linear and angular velocity")
    return Velocities(robot, _finite(forward / 1000), _finite(turn))


def _action(fields: Fields) -> SetAction:
    robot, kind, x, y, heading, speed = fields.take("<BBffff", "robot, kind, place, orientation and speed")
    if kind != MOVE:
        raise ValueError(f"an action of kind {kind}; {MOVE} (move) is known here")
    return SetAction(robot, _finite(x / 1000), _finite(y / 1000), _finite(heading), max(_finite(speed / 1000), 0.0))


def _finite(number: float) -> float:
    if not math.isfinite(number):
        raise ValueError(f"{number} is not a number")
    return number


def _game(fields: Fields) -> GameStateChange:
    running, situation, direction, location = fields.take("<?B?B", "state of the game")
    return GameStateChange(running, Situation(situation), direction, location)


_READERS: dict[str, Callable[[Fields], WireEvent]] = {
    "new_snapshot": _snapshot,
    "new_worlddata": _world,
    "velocities": _velocities,
    "set_action": _action,
    "game_state_change": _game,
    "score_change": lambda fields: ScoreChange(*fields.take("<ii", "score of blue and yellow")),
    "identify": lambda fields: Identify(fields.one("<B", "robot")),
    "identify_done": lambda fields: IdentifyDone(*fields.take("<BB", "two robots")),
    "id_swap": lambda fields: IdSwap(*fields.take("<BB", "two robots")),
    "robot_sleep": lambda fields: RobotSleep(fields.one("<B", "robot")),
    "robot_wakeup": lambda fields: RobotWakeup(fields.one("<B", "robot")),
    "action_finished": lambda fields: ActionFinished(fields.one("<B", "robot")),
    "maybe_collision": lambda fields: MaybeCollision(*fields.take("<BB", "two robots")),
    "module_start": lambda fields: ModuleStart(fields.text("module"), bool(fields.one("<B", "running"))),
    "error": lambda fields: ErrorText(fields.text("text", "<H")),
    "shutdown": lambda fields: Shutdown(),
    "frame_done": lambda fields: FrameDone(),
}
