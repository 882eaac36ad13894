"""UDP endpoints: one `Desk` per port. Request-reply protocols answer every datagram exactly once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from robopitch.messages import Drawn, HearReferee, Refusal, Team
from robopitch.net import Address, Listener, OwnAddresses, Receiver
from robopitch.net.faults import Faults
from robopitch.protocols.grsim import decode_packet, encode_status
from robopitch.protocols.publishing import decode_said
from robopitch.protocols.ssl_referee import decode_referee
from robopitch.protocols.ssl_simulation import ControlRequest, decode_control, decode_team, encode_control, encode_team
from robopitch.server.history import History
from robopitch.server.link_stats import Link, Voice

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["ControlDesk", "Desk", "GrsimDesk", "RefereeDesk", "SignalDesk", "TeamDesk", "carry_out"]


MOST_LAYERS = 64  # of drawings, both teams together
MOST_OURSELVES = 64  # addresses remembered as sources of robopitch's own referee messages


class Desk:
    """A UDP endpoint: a socket and its statistics; subclasses implement `handle`."""

    def __init__(self, name: str, socket: Receiver | Listener, match: Match, history: History) -> None:
        self.link = Link(name)
        self.voices: dict[Team | None, Voice] = {}  # activity of those who command here; None: a referee
        self._socket, self._match, self._history = socket, match, history
        self.faults = Faults()
        self.own = OwnAddresses()  # of the whole server: datagrams from there are refused

    def fileno(self) -> int:
        """For select."""
        return self._socket.fileno()

    @property
    def address(self) -> Address | None:
        """The address it receives on; None for a multicast listener, which sends no answers."""
        return (self._socket.host, self._socket.port) if isinstance(self._socket, Receiver) else None

    def serve(self, now: float, limit: int = 64) -> bool:
        """Handle up to *limit* received datagrams; returns True if there were any."""
        came = self._socket.receive(limit)
        for data, peer in came:
            if peer in self.own:
                self.link.refuse([Refusal("FORGED_SENDER", "{}:{} is a port of this server".format(*peer))])
                continue
            try:
                self.handle(data, peer, now)
            except Exception as error:
                text = self.faults.note(self.link.name, error, "{}:{}".format(*peer))
                refusal = Refusal("INTERNAL_ERROR", f"a fault of the server: {text}")
                self.link.refuse([refusal])
                self.apologize(peer, refusal)
        return bool(came)

    def handle(self, data: bytes, peer: Address, now: float) -> None:
        """Handle one datagram."""
        raise NotImplementedError

    def apologize(self, peer: Address, refusal: Refusal) -> None:
        """Answer a datagram whose handling failed, if the protocol has answers."""

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()


class TeamDesk(Desk):
    """Commands of one team over the simulation protocol (UDP 10301 and 10302)."""

    def __init__(self, match: Match, team: Team, host: str, port: int, history: History) -> None:
        self._receiver = Receiver(host, port, label=team.value)
        super().__init__(team.value, self._receiver, match, history)
        self._team = team
        self.voices = {team: Voice()}

    def handle(self, data: bytes, peer: Address, now: float) -> None:
        """Offer the orders to the match, and answer with the feedback of the robots."""
        self.link.hear(peer, now)
        self._history.packet(f"/in/{self._team}", data)
        request = decode_team(data, self._team)
        refusals = request.refusals
        if request.orders is not None:
            self.voices[self._team].hear(now)
            refusals += self._match.offer(self._team.value, request.orders)
        if refusals:
            self.link.refuse(refusals)
        answer = encode_team(refusals, self._match.feedback(self._team, "team"))
        self._history.packet(f"/out/{self._team}", answer)
        self._receiver.send(answer, peer)

    def apologize(self, peer: Address, refusal: Refusal) -> None:
        """An answer with the error alone."""
        self._receiver.send(encode_team((refusal,), []), peer)


class ControlDesk(Desk):
    """Teleports and configuration over the simulation protocol (UDP 10300)."""

    def __init__(
        self,
        match: Match,
        host: str,
        port: int,
        set_speed: Callable[[float], None],
        move_vision: Callable[[int], None],
        history: History,
    ) -> None:
        self._receiver = Receiver(host, port, label="control")
        super().__init__("control", self._receiver, match, history)
        self._set_speed, self._move_vision = set_speed, move_vision

    def handle(self, data: bytes, peer: Address, now: float) -> None:
        """Carry out the request, and answer with the refusals."""
        self.link.hear(peer, now)
        self._history.packet("/in/control", data)
        request = decode_control(data, self._match.world.league, self._match.cameras)
        refusals = carry_out(self._match, "control", request, self._set_speed, self._move_vision)
        if refusals:
            self.link.refuse(refusals)
        answer = encode_control(refusals)
        self._history.packet("/out/control", answer)
        self._receiver.send(answer, peer)

    def apologize(self, peer: Address, refusal: Refusal) -> None:
        """An answer with the error alone."""
        self._receiver.send(encode_control((refusal,)), peer)


def carry_out(
    match: Match,
    source: str,
    request: ControlRequest,
    set_speed: Callable[[float], None],
    move_vision: Callable[[int], None],
) -> tuple[Refusal, ...]:
    """Carry out a control request; returns all refusals."""
    refusals = list(request.refusals)
    for wish in request.inputs:
        refusals += match.offer(source, wish)
    try:
        if request.speed is not None:
            set_speed(request.speed)
    except ValueError as error:
        refusals.append(Refusal("SIMULATION_SPEED", str(error)))
    try:
        if request.vision_port is not None:
            move_vision(request.vision_port)
    except ValueError as error:
        refusals.append(Refusal("VISION_PORT", str(error)))
    return tuple(refusals)


class GrsimDesk(Desk):
    """Commands and replacements over grSim's own protocol (UDP 20011); the status goes to the sender's host."""

    def __init__(self, match: Match, host: str, port: int, status_ports: dict[Team, int], history: History) -> None:
        self._receiver = Receiver(host, port, label="grsim")
        super().__init__("grsim", self._receiver, match, history)
        self._status_ports = status_ports
        self.voices = {team: Voice() for team in Team}
        self._told: dict[Team, bytes] = {}

    def handle(self, data: bytes, peer: Address, now: float) -> None:
        """Offer orders and replacements to the match; send the status of a team's robots if it has changed."""
        self.link.hear(peer, now)
        self._history.packet("/in/grsim", data)
        request = decode_packet(data)
        refusals = list(request.refusals)
        for wish in request.inputs:
            refusals += self._match.offer("grsim", wish)
        if request.orders is not None:
            self.voices[request.orders.team].hear(now)
            refusals += self._match.offer("grsim", request.orders)
            self._tell(request.orders.team, peer)
        if refusals:
            self.link.refuse(refusals)

    def _tell(self, team: Team, peer: Address) -> None:
        status = encode_status(self._match.feedback(team, "grsim"))
        if status != self._told.get(team):
            self._told[team] = status
            self._history.packet("/out/grsim", status)
            self._receiver.send(status, (peer[0], self._status_ports[team]))


class SignalDesk(Desk):
    """Signals and drawings that teams publish (UDP 10398); sends no answers."""

    def __init__(self, match: Match, host: str, port: int, history: History) -> None:
        super().__init__("signals", Receiver(host, port, label="signals"), match, history)
        self._layers: set[tuple[Team, str]] = set()

    def handle(self, data: bytes, peer: Address, now: float) -> None:
        """Offer a signal or a drawing to the match."""
        self.link.hear(peer, now)
        published = decode_said(data)
        if isinstance(published, Refusal):
            self.link.refuse([published])
            return
        if isinstance(published, Drawn):
            key = published.team, published.layer
            if key not in self._layers and len(self._layers) >= MOST_LAYERS:
                self.link.refuse([Refusal("DRAWING", f"more than {MOST_LAYERS} layers; {key[1]!r} is one too many")])
                return
            self._layers.add(key)
        self._match.offer("signals", published)


class RefereeDesk(Desk):
    """Receives an external referee; ignores robopitch's own messages to the same group."""

    def __init__(self, match: Match, listener: Listener, history: History) -> None:
        super().__init__("referee", listener, match, history)
        self.voices = {None: Voice()}
        self._ourselves: set[Address] = set()

    def handle(self, data: bytes, peer: Address, now: float) -> None:
        """Offer the referee's message to the match."""
        if peer in self._ourselves:
            return
        state = decode_referee(data)
        if not isinstance(state, Refusal) and state.source == "robopitch":
            if len(self._ourselves) < MOST_OURSELVES:  # forged senders must not fill the memory
                self._ourselves.add(peer)
            return
        self.link.hear(peer, now)
        if isinstance(state, Refusal):
            self.link.refuse([state])
        else:
            self.voices[None].hear(now)
            self._history.packet("/in/referee", data)
            self._match.offer("referee", HearReferee(state))
