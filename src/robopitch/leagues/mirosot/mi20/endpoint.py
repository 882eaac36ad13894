"""MI20's port: programs of teams, and of people who watch, exchange events with the match and with each other.

The server is the simulator of [MI20 §5.2], and the peer through which all others find each other [MI20 §2.6.3].
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from robopitch.leagues.budget import Budget
from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.endpoint import Endpoint, Kind, Transport
from robopitch.leagues.mirosot.channels import MI20
from robopitch.leagues.mirosot.mi20.frames import from_corner
from robopitch.leagues.mirosot.mi20.game import change_of
from robopitch.leagues.mirosot.mi20.hub import KNOWN, RATE, SNAPSHOT, WORLD, Mi20Hub
from robopitch.leagues.mirosot.wire.mi20_events import (
    Accepted,
    ErrorText,
    EventPacket,
    FrameDone,
    Hello,
    ModuleStart,
    PacketFraming,
    PacketType,
    Peer,
    Refused,
    Register,
    ScoreChange,
    SetAction,
    SettingChanged,
    Unregister,
    Velocities,
    decode_event,
    decode_handshake,
    decode_packet,
    encode_event,
    event_id,
)
from robopitch.messages import (
    BodyVelocity,
    Orders,
    Phase,
    Refusal,
    RequestPlaces,
    RobotOrder,
    RobotPlace,
    Team,
)

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["Mi20Connection", "mi20_endpoint"]

FIELDS = {3: 0x03, 5: 0x05, 7: 0x07, 11: 0x11}  # by robots a team; MI20's recordings have the last three
BUDGET = Budget(messages=100 * RATE, seconds=0.2)  # of a client: 100 packets a frame; a team of eleven sends about 25
STILL = BodyVelocity(0.0)
GAME, SCORE, ERROR = map(event_id, ("game_state_change", "score_change", "error"))


def mi20_endpoint(match: Match) -> Endpoint:
    """The port of MI20's network."""
    hub = Mi20Hub(match)
    return Endpoint(
        "mi20",
        Transport(Kind.TCP, "mi20"),
        partial(Mi20Connection, hub=hub),
        about="TCP, MI20: events of teams",
        budget=BUDGET,
        report=hub.report,
        views=(hub.times.view,),
    )


class Mi20Connection(Connection):
    """One program. It is accepted once it has said hello."""

    def __init__(self, io: Io, hub: Mi20Hub) -> None:
        self.io, self._hub, self.address = io, hub, io.peer
        self.hello = Hello("?")
        self.wants: set[int] = set()
        self._accepted = False
        self._framing = PacketFraming()
        self._orders: dict[int, RobotOrder] = {}
        self._places: dict[int, RobotPlace] = {}
        self._asked = -1  # number of the phase for which places were given
        self._told: dict[int, bytes] = {}  # the last state of the game and score

    @property
    def side(self) -> Team:
        """The team from whose side it sees the game; who only watches sees it from blue's."""
        return self.hello.team or Team.BLUE

    # ---- what comes --------------------------------------------------------------------------------------------

    def on_data(self, data: bytes) -> None:
        """Take in what has come, as far as the budget allows."""
        io = self.io
        try:
            packets = self._framing.feed(data)
        except ValueError as error:
            io.refuse([Refusal("UNREADABLE", str(error))])
            io.close(str(error))
            return
        io.record(MI20, data)
        refusals: list[Refusal] = []
        for index, packet in enumerate(packets):
            if index and not io.allows():  # the first one was counted when the data came
                break
            with self._hub.times.of(packet, io.clock):
                refusals += self._take(packet)
        refusals += self._command()
        if refusals:
            io.refuse(refusals)
            if ERROR in self.wants:
                io.send(encode_event(ErrorText(refusals[-1].message)))

    def _take(self, data: bytes) -> Sequence[Refusal]:
        packet = decode_packet(data)
        if isinstance(packet, Refusal):
            return (packet,)
        if not self._accepted and packet.type is not PacketType.HELLO:
            return (Refusal("HELLO", "who are you? The first packet of a program is its hello"),)
        if packet.type is PacketType.EVENT:
            return self._take_event(packet)
        said = decode_handshake(packet)
        match said:
            case Refusal():
                return (said,)
            case Hello():
                return self._meet(said)
            case Register(identifier):
                return self._register(identifier)
            case Unregister(identifier):
                self.wants.discard(identifier)
                self._told.pop(identifier, None)
                return ()
            case SettingChanged():
                self._hub.pass_setting(self, said)
                return ()
        return (Refusal("TYPE", f"a packet of type {packet.type:#04x} comes from a server, not from a client"),)

    def _meet(self, hello: Hello) -> Sequence[Refusal]:
        if self._accepted:
            return (Refusal("HELLO", f"{self.hello.name!r} has already said hello"),)
        reason = self._hub.join(self, hello)
        if reason is not None:
            self.io.send(Refused(reason).encode())
            self.io.close(reason)
            return (Refusal("HELLO", reason),)
        self._accepted, self.hello = True, hello
        league = self.io.match.world.league
        others = [peer for peer in self._hub.peers if peer is not self]
        peers = tuple(Peer(peer.hello.name, "{}:{}".format(*peer.address)) for peer in others)
        size, field = int(league.team_size), league.field
        welcome = Accepted(FIELDS.get(size, 0), size, float(field.length), float(field.width), RATE, peers)
        self.io.send(welcome.encode())
        for module in hello.modules:
            self._hub.relay(self, ModuleStart(module, True))
        return ()

    def _register(self, identifier: int) -> Sequence[Refusal]:
        if identifier not in KNOWN:
            return (Refusal("EVENT", f"no event has the identifier {identifier:#010x}"),)
        self.wants.add(identifier)
        match = self.io.match
        if identifier in (SNAPSHOT, WORLD):  # in lockstep, time does not go on before it is answered
            self.io.send(self._hub.frame(match, self.side, identifier))
        self.tell_game(match)
        return ()

    def _take_event(self, packet: EventPacket) -> Sequence[Refusal]:
        event = decode_event(packet)
        team = self.hello.team
        match event:
            case Refusal():
                return (event,)
            case Velocities() | SetAction() | FrameDone() if team is None:
                return (Refusal("TEAM", f"{self.hello.name!r} plays for no team, and commands no robots"),)
            case Velocities(robot, forward, turn):
                self._orders[robot] = RobotOrder(robot, BodyVelocity(forward, 0.0, turn))
            case SetAction(robot, x, y, heading):
                return self._place(RobotPlace(robot, *from_corner(self.io.match.world.league, x, y), heading))
            case FrameDone():
                refusals = self._command()  # before time goes on
                self._hub.done(self)
                return refusals
            case _:
                self._hub.relay(self, event)
        return ()

    def _command(self) -> Sequence[Refusal]:
        """Offer the commands that have come, all together."""
        team = self.hello.team
        if not self._orders or team is None:
            return ()
        orders, self._orders = tuple(self._orders[robot] for robot in sorted(self._orders)), {}
        self.io.heard(team)
        return self.io.offer(Orders(team, orders))

    def _place(self, place: RobotPlace) -> Sequence[Refusal]:
        """A target of the auto-positioning; outside a stoppage the referee ignores it."""
        game, team = self.io.match.game, self.hello.team
        assert team is not None
        if game.number != self._asked:
            self._asked = game.number
            self._places.clear()
        if game.phase is not Phase.STOP:
            return ()
        self._places[place.id] = place
        self.io.heard(team)
        return self.io.offer(RequestPlaces(team, tuple(self._places[robot] for robot in sorted(self._places))))

    # ---- what goes ---------------------------------------------------------------------------------------------

    def tell_game(self, match: Match) -> None:
        """Send the state of the game and the score, if they are wanted and new."""
        if GAME in self.wants:
            self._tell(GAME, encode_event(change_of(match.game, self.side)))
        if SCORE in self.wants:
            score = match.game.score
            self._tell(SCORE, encode_event(ScoreChange(score[Team.BLUE], score[Team.YELLOW])))

    def _tell(self, identifier: int, data: bytes) -> None:
        if self._told.get(identifier) != data:
            self._told[identifier] = data
            self.io.send(data)

    def on_rewind(self) -> None:
        """The match does not know any more what was told."""
        self._told.clear()

    def on_close(self) -> None:
        """The program has left: its robots stand."""
        team, match = self.hello.team, self.io.match
        if not self._accepted:
            return
        self._hub.leave(self)
        if team is not None and team in match.teams.external and "radio" in self.hello.modules:
            robots = [robot.body.id for robot in match.world.robots() if robot.body.team is team]
            self.io.offer(Orders(team, tuple(RobotOrder(id, STILL) for id in robots)))
