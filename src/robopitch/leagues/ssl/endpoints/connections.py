"""Endpoints of the Small Size League: simulation protocol, lockstep, grSim's protocol, and the game controller.

Request-reply protocols answer every datagram exactly once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from robopitch.leagues.budget import Budget
from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.endpoint import Address, Endpoint, Kind, Transport
from robopitch.leagues.feedback import FeedbackReader
from robopitch.leagues.ssl.endpoints.control import carry_out
from robopitch.leagues.ssl.endpoints.lockstep import LockstepConnection
from robopitch.leagues.ssl.referee.game_controller import controller_endpoints
from robopitch.leagues.ssl.referee.messages import SOURCE, game_of
from robopitch.leagues.ssl.wire.grsim import decode_packet, encode_status
from robopitch.leagues.ssl.wire.referee import decode_referee
from robopitch.leagues.ssl.wire.simulation import Deframer, decode_control, decode_team, encode_control, encode_team
from robopitch.messages import HearReferee, Refusal, Team

if TYPE_CHECKING:
    from robopitch.leagues.network import Network

__all__ = ["ControlConnection", "GrsimConnection", "RefereeConnection", "TeamConnection", "endpoints"]

# A robot specification takes 10 ms and more, in which nothing else is done: who sends many must not be felt.
CONTROL = Budget(messages=2000, seconds=0.005)
MOST_OURSELVES = 64  # addresses remembered as sources of robopitch's own referee messages


def endpoints(network: Network, controls: bool = False) -> Sequence[Endpoint]:
    """All endpoints, in the order in which a server names them.

    controls: also those of a game controller, which an external one needs for itself
    """
    status = {Team.BLUE: network.port("grsim_blue"), Team.YELLOW: network.port("grsim_yellow")}
    back = f"status to the sender's {status[Team.BLUE]} and {status[Team.YELLOW]}"
    return (
        *(_team(team) for team in Team),
        Endpoint("control", _udp("control"), ControlConnection, about="UDP, simulation protocol", budget=CONTROL),
        Endpoint(
            "grsim",
            _udp("grsim"),
            partial(GrsimConnection, ports=status),
            speakers=tuple(Team),
            about=f"UDP; {back}",
            latest=True,
        ),
        Endpoint(
            "referee",
            Transport(Kind.MULTICAST, "referee", "referee"),
            RefereeConnection,
            speakers=(None,),
            senders=1,
            about="game controller",
        ),
        *(_lockstep(team) for team in (*Team, None)),
        *(controller_endpoints() if controls else ()),
    )


def _udp(port: str) -> Transport:
    return Transport(Kind.UDP, port)


def _team(team: Team) -> Endpoint:
    connect = partial(TeamConnection, team=team)
    about = "UDP, simulation protocol"
    return Endpoint(team.value, _udp(team.value), connect, speakers=(team,), about=about, latest=True)


def _lockstep(team: Team | None) -> Endpoint:
    name = team.value if team is not None else "driver"
    about = "TCP, lockstep" if team is not None else "TCP, lockstep for both teams"
    connect = partial(LockstepConnection, team=team)
    transport = Transport(Kind.TCP, name, framing=Deframer)
    return Endpoint(f"lockstep-{name}", transport, connect, lockstep=True, team=team, about=about)


class TeamConnection(Connection):
    """Commands of one team over the simulation protocol (UDP 10301 and 10302)."""

    def __init__(self, io: Io, team: Team) -> None:
        self._io, self._team = io, team
        self._feedback = FeedbackReader(io.match, team)
        self._in, self._out = f"in/{team}", f"out/{team}"

    def on_data(self, data: bytes) -> None:
        """Offer the orders to the match, and answer with the feedback of the robots."""
        io = self._io
        io.record(self._in, data)
        request = decode_team(data, self._team)
        refusals = request.refusals
        if request.orders is not None:
            io.heard(self._team)
            refusals += io.offer(request.orders)
        if refusals:
            io.refuse(refusals)
        answer = encode_team(refusals, self._feedback.read())
        io.record(self._out, answer)
        io.send(answer)

    def on_rewind(self) -> None:
        """Kicks from now on are new."""
        self._feedback.rewind()

    def apology(self, refusal: Refusal) -> bytes:
        """An answer with the error alone."""
        return encode_team((refusal,), [])


class ControlConnection(Connection):
    """Teleports and configuration over the simulation protocol (UDP 10300)."""

    def __init__(self, io: Io) -> None:
        self._io = io

    def on_data(self, data: bytes) -> None:
        """Carry out the request, and answer with the refusals."""
        io, match = self._io, self._io.match
        io.record("in/control", data)
        refusals = carry_out(io, decode_control(data, match.world.league, match.cameras))
        if refusals:
            io.refuse(refusals)
        answer = encode_control(refusals)
        io.record("out/control", answer)
        io.send(answer)

    def apology(self, refusal: Refusal) -> bytes:
        """An answer with the error alone."""
        return encode_control((refusal,))


class GrsimConnection(Connection):
    """Commands and replacements over grSim's own protocol (UDP 20011); the status goes to the sender's host.

    ports: to which the status of a team's robots is sent
    """

    def __init__(self, io: Io, ports: dict[Team, int]) -> None:
        self._io, self._ports = io, ports
        self._feedback = {team: FeedbackReader(io.match, team) for team in Team}
        self._told: dict[Team, bytes] = {}

    def on_data(self, data: bytes) -> None:
        """Offer orders and replacements to the match; send the status of a team's robots if it has changed."""
        io = self._io
        io.record("in/grsim", data)
        request = decode_packet(data)
        refusals = list(request.refusals)
        for given in request.inputs:
            refusals += io.offer(given)
        if request.orders is not None:
            io.heard(request.orders.team)
            refusals += io.offer(request.orders)
            self._tell(request.orders.team)
        if refusals:
            io.refuse(refusals)

    def _tell(self, team: Team) -> None:
        feedback = self._feedback[team].read()
        status = encode_status(feedback)
        # Two kicks in a row give the same status: each of them is told.
        if status != self._told.get(team) or any(robot.kicked_straight or robot.kicked_chip for robot in feedback):
            self._told[team] = status
            self._io.record("out/grsim", status)
            self._io.send(status, (self._io.peer[0], self._ports[team]))

    def on_rewind(self) -> None:
        """Kicks from now on are new, and so is the status."""
        self._told.clear()
        for reader in self._feedback.values():
            reader.rewind()


class RefereeConnection(Connection):
    """Receives an external referee; ignores robopitch's own messages to the same group."""

    def __init__(self, io: Io) -> None:
        self._io = io
        self._ourselves: set[Address] = set()

    def on_data(self, data: bytes) -> None:
        """Offer the referee's message to the match."""
        io = self._io
        if io.peer in self._ourselves:
            io.ignore()
            return
        state = decode_referee(data)
        if isinstance(state, Refusal):
            io.refuse([state])
        elif state.source == SOURCE:
            io.ignore()
            if len(self._ourselves) < MOST_OURSELVES:  # forged senders must not fill the memory
                self._ourselves.add(io.peer)
        else:
            io.heard()
            io.record("in/referee", data)
            io.offer(HearReferee(game_of(state, io.match.epoch)))
