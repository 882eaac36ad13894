"""Where datagrams come in: one desk for each port. A desk answers every datagram of its protocol exactly once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from robopitch.messages import HearReferee, Refusal, Team
from robopitch.net import Address, Listener, Receiver
from robopitch.protocols.grsim import decode_packet, encode_status
from robopitch.protocols.publishing import decode_published
from robopitch.protocols.ssl_referee import decode_referee
from robopitch.protocols.ssl_simulation import ControlRequest, decode_control, decode_team, encode_control, encode_team
from robopitch.server.links import Link
from robopitch.server.tape import Tape

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["ControlDesk", "Desk", "GrsimDesk", "RefereeDesk", "SignalDesk", "TeamDesk", "carry_out"]


class Desk(Protocol):
    """A socket and what is done with what comes in."""

    link: Link

    def fileno(self) -> int:
        """For select."""
        ...

    def serve(self, now: float) -> bool:
        """Handle what has come; whether anything had."""
        ...

    def close(self) -> None:
        """Give the port back."""
        ...


class TeamDesk:
    """Commands of one team over the simulation protocol (UDP 10301 and 10302)."""

    def __init__(self, match: Match, team: Team, host: str, port: int, tape: Tape) -> None:
        self._match, self._team, self._tape = match, team, tape
        self._socket = Receiver(host, port, label=team.value)
        self.link = Link(team.value)

    def fileno(self) -> int:
        """For select."""
        return self._socket.fileno()

    def serve(self, now: float) -> bool:
        """Take the orders, answer with what the robots tell."""
        came = self._socket.receive()
        for data, peer in came:
            self.link.hear(peer, now)
            self._tape.packet(f"/in/{self._team}", data)
            request = decode_team(data, self._team)
            refusals = request.refusals
            if request.orders is not None:
                refusals += self._match.offer(self._team.value, request.orders)
            if refusals:
                self.link.refuse(refusals)
            answer = encode_team(refusals, self._match.feedback(self._team, "team"))
            self._tape.packet(f"/out/{self._team}", answer)
            self._socket.send(answer, peer)
        return bool(came)

    def close(self) -> None:
        """Give the port back."""
        self._socket.close()


class ControlDesk:
    """Teleports and configuration over the simulation protocol (UDP 10300)."""

    def __init__(
        self,
        match: Match,
        host: str,
        port: int,
        set_speed: Callable[[float], None],
        move_vision: Callable[[int], None],
        tape: Tape,
    ) -> None:
        self._match, self._tape = match, tape
        self._socket = Receiver(host, port, label="control")
        self._set_speed, self._move_vision = set_speed, move_vision
        self.link = Link("control")

    def fileno(self) -> int:
        """For select."""
        return self._socket.fileno()

    def serve(self, now: float) -> bool:
        """Do what is asked, answer with what could not be done."""
        came = self._socket.receive()
        for data, peer in came:
            self.link.hear(peer, now)
            self._tape.packet("/in/control", data)
            request = decode_control(data, self._match.world.league)
            refusals = carry_out(self._match, "control", request, self._set_speed, self._move_vision)
            if refusals:
                self.link.refuse(refusals)
            answer = encode_control(refusals)
            self._tape.packet("/out/control", answer)
            self._socket.send(answer, peer)
        return bool(came)

    def close(self) -> None:
        """Give the port back."""
        self._socket.close()


def carry_out(
    match: Match,
    source: str,
    request: ControlRequest,
    set_speed: Callable[[float], None],
    move_vision: Callable[[int], None],
) -> tuple[Refusal, ...]:
    """Do what a control request asks for; returns everything that was refused."""
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


class GrsimDesk:
    """Commands and replacements over grSim's own protocol (UDP 20011); the status goes to the sender's machine."""

    def __init__(self, match: Match, host: str, port: int, status_ports: dict[Team, int], tape: Tape) -> None:
        self._match, self._tape = match, tape
        self._socket = Receiver(host, port, label="grsim")
        self._status_ports = status_ports
        self._told: dict[Team, bytes] = {}
        self.link = Link("grsim")

    def fileno(self) -> int:
        """For select."""
        return self._socket.fileno()

    def serve(self, now: float) -> bool:
        """Take orders and placements; tell the status of a team's robots when it has changed."""
        came = self._socket.receive()
        for data, peer in came:
            self.link.hear(peer, now)
            self._tape.packet("/in/grsim", data)
            request = decode_packet(data)
            refusals = list(request.refusals)
            for wish in request.inputs:
                refusals += self._match.offer("grsim", wish)
            if request.orders is not None:
                refusals += self._match.offer("grsim", request.orders)
                team = request.orders.team
                status = encode_status(self._match.feedback(team, "grsim"))
                if status != self._told.get(team):
                    self._told[team] = status
                    self._tape.packet("/out/grsim", status)
                    self._socket.send(status, (peer[0], self._status_ports[team]))
            if refusals:
                self.link.refuse(refusals)
        return bool(came)

    def close(self) -> None:
        """Give the port back."""
        self._socket.close()


class SignalDesk:
    """What teams say about themselves (UDP 10398)."""

    def __init__(self, match: Match, host: str, port: int) -> None:
        self._match = match
        self._socket = Receiver(host, port, label="signals")
        self.link = Link("signals")

    def fileno(self) -> int:
        """For select."""
        return self._socket.fileno()

    def serve(self, now: float) -> bool:
        """Take it in; nothing is answered."""
        came = self._socket.receive()
        for data, peer in came:
            self.link.hear(peer, now)
            published = decode_published(data)
            if isinstance(published, Refusal):
                self.link.refuse([published])
            else:
                self._match.offer("signals", published)
        return bool(came)

    def close(self) -> None:
        """Give the port back."""
        self._socket.close()


class RefereeDesk:
    """Hears a referee outside; what this server sends itself to the same group is not that."""

    def __init__(self, match: Match, listener: Listener, tape: Tape) -> None:
        self._match, self._tape = match, tape
        self._socket = listener
        self._ourselves: set[Address] = set()
        self.link = Link("referee")

    def fileno(self) -> int:
        """For select."""
        return self._socket.fileno()

    def serve(self, now: float) -> bool:
        """Hand the messages in."""
        heard = False
        for data, peer in self._socket.receive():
            if peer in self._ourselves:
                continue
            state = decode_referee(data)
            if isinstance(state, Refusal):
                self.link.hear(peer, now)
                self.link.refuse([state])
            elif state.source == "robopitch":
                self._ourselves.add(peer)
            else:
                self.link.hear(peer, now)
                self._tape.packet("/in/referee", data)
                self._match.offer("referee", HearReferee(state))
                heard = True
        return heard

    def close(self) -> None:
        """Leave the group."""
        self._socket.close()
