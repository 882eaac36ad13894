"""Lets programs of VSS-SDK play: stands between them and a server, `python -m robopitch.compat.vss_sdk`.

It speaks ZeroMQ with them and FIRASim's protocol with the server, and needs the package pyzmq.
"""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from robopitch.leagues.mirosot.wire.firasim import decode_environment, encode_orders, encode_places
from robopitch.leagues.mirosot.wire.vss_sdk import decode_commands, decode_control, encode_state
from robopitch.leagues.network import Network
from robopitch.leagues.registry import network_of
from robopitch.messages import Refusal, RobotOrder, Team, WheelSpeeds
from robopitch.net import Listener, NetError, Receiver
from robopitch.spec import load_league

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PORTS", "Bridge", "main"]

PORTS: Mapping[str, int] = {"state": 5555, "yellow": 5556, "blue": 5557, "control": 5560}  # VSS-SDK's defaults
MISSING = "VSS-SDK's protocol needs the package pyzmq, which is not installed: pip install pyzmq"
MOST = 64  # messages of a socket that are handled at a time


class Bridge:
    """The sockets of both sides. `refused` counts what could not be read, by code.

    network: of the server
    ports:   of VSS-SDK, by the names of PORTS
    """

    def __init__(
        self, league: str, network: Network, ports: Mapping[str, int] = PORTS, host: str = "127.0.0.1"
    ) -> None:
        try:
            import zmq
        except ImportError:
            raise ValueError(MISSING) from None
        self._zmq: Any = zmq
        spec = load_league(league)
        self._radii = {team: float(spec.team(team).robot.drive.wheels[0].radius) for team in Team}
        self._sizes = {team: int(spec.team_size) for team in Team}
        field = spec.field
        self._middle = float(field.length) / 2 + float(field.goal.depth), float(field.width) / 2
        self._server = network.host, network.port("command")
        self.refused: dict[str, int] = {}
        self.states = 0  # that were passed on
        with ExitStack() as opened:
            group, port = network.group("environment"), network.port("environment")
            self._listener = opened.enter_context(Listener(group, port, network.interface, label="environment"))
            self._sender = opened.enter_context(Receiver(network.host, label="commands"))
            context = opened.enter_context(zmq.Context())
            self._poller = zmq.Poller()
            self._poller.register(self._listener.fileno(), zmq.POLLIN)
            kinds = {"state": zmq.PUB, "yellow": zmq.PAIR, "blue": zmq.PAIR, "control": zmq.SUB}
            self._sockets: dict[str, Any] = {}
            for name, kind in kinds.items():
                socket = self._sockets[name] = opened.enter_context(context.socket(kind))
                socket.setsockopt(zmq.LINGER, 0)
                if kind == zmq.SUB:
                    socket.setsockopt(zmq.SUBSCRIBE, b"")
                try:
                    socket.bind(f"tcp://{host}:{ports[name]}")
                except zmq.ZMQError as error:
                    raise NetError(f"port {ports[name]} ({name}) cannot be opened: {error}") from None
                if name != "state":
                    self._poller.register(socket, zmq.POLLIN)
            self._open = opened.pop_all()

    def turn(self, seconds: float) -> None:
        """Wait for messages of either side, up to a time, and pass on what has come."""
        ready = dict(self._poller.poll(round(1000 * seconds)))
        if self._listener.fileno() in ready:
            for data, _ in self._listener.receive(MOST):
                self._pass_state(data)
        for team in Team:
            for data in self._messages(team.value, ready):
                self._pass_commands(team, data)
        for data in self._messages("control", ready):
            places = decode_control(data, self._middle)
            if isinstance(places, Refusal):
                self._refuse(places)
            elif places:
                self._sender.send(encode_places(places), self._server)

    def _messages(self, name: str, ready: dict[Any, int]) -> list[bytes]:
        found: list[bytes] = []
        socket = self._sockets[name]
        while socket in ready and len(found) < MOST:
            try:
                found.append(socket.recv(self._zmq.NOBLOCK))
            except self._zmq.Again:
                break
        return found

    def _pass_state(self, data: bytes) -> None:
        state = decode_environment(data)
        if isinstance(state, Refusal):
            self._refuse(state)
            return
        self.states += 1
        self._sockets["state"].send(encode_state(state), self._zmq.NOBLOCK)

    def _pass_commands(self, team: Team, data: bytes) -> None:
        speeds = decode_commands(data)
        if isinstance(speeds, Refusal):
            self._refuse(speeds)
            return
        radius = self._radii[team]
        wheels = [WheelSpeeds((left / radius, right / radius)) for left, right in speeds[: self._sizes[team]]]
        orders = [RobotOrder(number, one) for number, one in enumerate(wheels)]
        self._sender.send(encode_orders(team, orders), self._server)

    def _refuse(self, refusal: Refusal) -> None:
        self.refused[refusal.code] = self.refused.get(refusal.code, 0) + 1

    def close(self) -> None:
        """Close all sockets."""
        self._open.close()


def main() -> int:
    """Run until Ctrl-C; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m robopitch.compat.vss_sdk", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("league", nargs="?", default="vss-3v3", help="of the server; default: vss-3v3")
    parser.add_argument("--port-offset", type=int, default=0, help="of the server")
    parser.add_argument("--interface", default=None, help="the network card for multicast")
    given = parser.parse_args()
    try:
        network = Network(network_of(given.league), interface=given.interface, offset=given.port_offset)
        bridge = Bridge(given.league, network)
    except (ValueError, NetError) as error:
        print(error, file=sys.stderr)
        return 2
    print(
        f"VSS-SDK: state {PORTS['state']}, yellow {PORTS['yellow']}, blue {PORTS['blue']}, control {PORTS['control']}"
    )
    told = time.monotonic()
    try:
        while True:
            bridge.turn(0.5)
            if bridge.states == 0 and time.monotonic() - told > 5:
                told = time.monotonic()
                print("no state of a server has come yet: is `robopitch serve` running?", file=sys.stderr)
    except KeyboardInterrupt:
        return 0
    finally:
        bridge.close()


if __name__ == "__main__":
    sys.exit(main())
