"""MI20's network from the side of a team: snapshots, states of the game and settings in, velocities and targets out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from robopitch.leagues.endpoint import Address
from robopitch.leagues.mirosot.mi20.frames import camera_frame, snapshot_of_frame, to_corner
from robopitch.leagues.mirosot.mi20.game import game_of_change
from robopitch.leagues.mirosot.mi20.ids import SnapshotIds
from robopitch.leagues.mirosot.wire import mi20_events as wire
from robopitch.leagues.mirosot.wire.mi20 import Situation
from robopitch.messages import BodyVelocity, CameraFrame, ChangeSpec, Command, GameState, Refusal, RobotOrder, Team
from robopitch.messages import team_events as team_side
from robopitch.spec.rules import rules_of

if TYPE_CHECKING:
    from robopitch.client.link import Report
    from robopitch.leagues.network import Network
    from robopitch.spec import LeagueSpec

__all__ = ["Mi20TeamLink"]

ANSWERS = "answers"  # the source of everything: one connection
MODULES = ("estimator", "strategy", "motion", "radio")
HEARS = (
    "game_state_change",
    "score_change",
    "robot_sleep",
    "robot_wakeup",
    "identify",
    "id_swap",
    "shutdown",
    "error",
    "new_snapshot",  # last: the state of the game comes before the first frame
)


class Mi20TeamLink:
    """One team's side of MI20's network; touches no sockets.

    league: what the team assumes of the field; the server states its size
    """

    vision = ANSWERS

    def __init__(self, team: Team, league: LeagueSpec, network: Network, name: str = "robopitch team") -> None:
        self._team, self._league, self._name = team, league, name
        self._rules = rules_of(league)
        self.listens: Mapping[str, Address] = {}
        self.commands: Address = (network.host, network.port("mi20"))
        self._framing = wire.PacketFraming()
        self.reset()

    def reset(self) -> None:
        """Forget what was read; the place in the stream is kept."""
        self._game = GameState()
        self._frames = 0
        self._ids = SnapshotIds(int(self._league.max_ids))

    def opening(self) -> bytes:
        """Hello, and the events that a team wants."""
        self._framing = wire.PacketFraming()
        hello = wire.Hello(self._name, self._team, MODULES).encode()
        return hello + b"".join(wire.Register(wire.event_id(name)).encode() for name in HEARS)

    def split(self, data: bytes) -> Sequence[bytes]:
        """The packets that these bytes complete."""
        return self._framing.feed(data)

    def read(self, source: str, data: bytes) -> Sequence[Report]:
        """What a packet contains."""
        packet = wire.decode_packet(data)
        if isinstance(packet, Refusal):
            return [packet]
        if packet.type is wire.PacketType.EVENT:
            event = wire.decode_event(packet)
            return [event] if isinstance(event, Refusal) else self._read_event(event)
        said = wire.decode_handshake(packet)
        match said:
            case Refusal():
                return [said]
            case wire.Refused(reason):
                return [Refusal("REFUSED", reason)]
            case wire.Accepted():
                return self._read_field(said)
            case wire.SettingChanged(name, value):
                return [team_side.SettingChanged(name, value)]
        return []

    def _read_field(self, accepted: wire.Accepted) -> Sequence[Report]:
        """The size of the field, if it is another one."""
        field = self._league.field
        sizes = {"field.length": (accepted.length, field.length), "field.width": (accepted.width, field.width)}
        changed = {path: round(new, 6) for path, (new, old) in sizes.items() if abs(new - float(old)) > 1e-4}
        return [ChangeSpec(changed)] if changed else []

    def _read_event(self, event: wire.WireEvent) -> Sequence[Report]:
        match event:
            case wire.NewSnapshot(snapshot):
                self._frames += 1
                return [camera_frame(self._ids.see(snapshot), self._team, self._league, self._frames)]
            case wire.GameStateChange():
                self._game = game_of_change(event, self._team, self._league, self._rules, self._game)
                asks = not event.running and event.situation is not Situation.NORMAL_PLAY
                return [self._game, team_side.PlacesWanted(self._game)] if asks else [self._game]
            case wire.RobotSleep(robot):
                return [team_side.RobotSleep(_robot(robot))]
            case wire.RobotWakeup(robot):
                return [team_side.RobotWakeup(_robot(robot))]
            case wire.Identify(robot):
                return [team_side.Identify(_robot(robot))]
            case wire.IdSwap(one, other):
                return [team_side.SwapIds(one, other)]
            case wire.ErrorText(text):
                return [Refusal("SERVER", text)]
            case wire.Shutdown():
                return [team_side.Shutdown()]
        return []

    def write(self, orders: Iterable[RobotOrder]) -> bytes:
        """One packet for each robot, and the end of the frame."""
        packets = [_velocities(order) for order in orders]
        return b"".join((*packets, _DONE))

    def say(self, event: team_side.TeamEvent) -> bytes:
        """An event for other programs of the team, and targets for the referee."""
        match event:
            case team_side.Places(robots):
                return b"".join(
                    wire.encode_event(wire.SetAction(id, *to_corner(self._league, x, y), heading))
                    for id, x, y, heading in robots
                )
            case team_side.IdentifyDone(robot, seen):
                return wire.encode_event(wire.IdentifyDone(robot, wire.ALL if seen is None else seen))
            case team_side.MaybeCollision(robot, other):
                return wire.encode_event(wire.MaybeCollision(robot, wire.ALL if other is None else other))
            case team_side.ModuleStart(module, running):
                return wire.encode_event(wire.ModuleStart(module, running))
        return b""

    def carries(self, command: Command) -> bool:
        """Robots are told linear and angular velocities only."""
        return isinstance(command, BodyVelocity)

    def example(self, frame: CameraFrame) -> bytes:
        """A frame as the server sends it."""
        return wire.encode_event(wire.NewSnapshot(snapshot_of_frame(frame, self._team, self._league)))


_DONE = wire.encode_event(wire.FrameDone())


def _robot(number: int) -> int | None:
    return None if number == wire.ALL else number


def _velocities(order: RobotOrder) -> bytes:
    command = order.command
    if not isinstance(command, BodyVelocity):
        return wire.encode_velocities(order.id, 0.0, 0.0)
    return wire.encode_velocities(order.id, command.forward, command.turn)
