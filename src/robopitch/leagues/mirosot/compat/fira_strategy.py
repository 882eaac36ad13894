"""Lets strategies of FIRA's simulation league play: stands between them and a server,
`python -m robopitch.compat.fira_strategy --strategy blue=127.0.0.1:50052`.

It asks them in gRPC, as FIRA's referee does, and replies to the server's calls in V5RPC. It needs the package grpcio.
"""

from __future__ import annotations

import argparse
import select
import socket
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any

from robopitch.leagues.mirosot.compat.fira_dialogue import FAILED, TIMEOUT, UNREACHABLE, Address, FiraDialogue
from robopitch.leagues.mirosot.wire.fira_strategy import metric_units, platform_units
from robopitch.leagues.network import Network
from robopitch.leagues.registry import network_of
from robopitch.messages import Refusal, Team
from robopitch.net import NetError, Receiver
from robopitch.spec import LeagueSpec, load_league

__all__ = ["PORTS", "UNITS", "Bridge", "main"]

PORTS: Mapping[Team, int] = {Team.BLUE: 50052, Team.YELLOW: 50053}  # where strategies listen by default
UNITS = ("metres", "platform")  # metres, radians and rad/s; or centimetres, degrees and ±125
MISSING = "FIRA's strategy service needs the package grpcio, which is not installed: pip install 'robopitch[grpc]'"
PATIENCE = 1.0  # s for an answer: whoever is slower misses frames, and the match goes on
LONGEST = 1 << 16  # bytes of an answer
MOST = 64  # datagrams of a socket that are handled at a time
HERE = "127.0.0.1"


class Bridge:
    """The sockets of both sides. `refused` counts, by team, what was wrong; `last_refusal` says it.

    strategies: where the strategy of each team listens
    network:    of the server, which calls the V5RPC ports of these teams
    units:      one of UNITS
    """

    def __init__(
        self,
        league: str,
        network: Network,
        strategies: Mapping[Team, Address],
        units: str = UNITS[0],
        patience: float = PATIENCE,
    ) -> None:
        try:
            import grpc
        except ImportError:
            raise ValueError(MISSING) from None
        self._grpc: Any = grpc
        self._patience = patience
        self.refused: dict[Team, Counter[str]] = {team: Counter() for team in strategies}
        self.last_refusal = dict.fromkeys(strategies, "")
        self.dialogues: dict[Team, FiraDialogue] = {}
        self._answers: deque[tuple[Callable[[bytes | Refusal], None], bytes | Refusal]] = deque()
        spec = load_league(league)
        with ExitStack() as opened:
            self._woken, self._wake = map(opened.enter_context, socket.socketpair())
            for one in (self._woken, self._wake):
                one.setblocking(False)
            self._receivers: dict[Team, Receiver] = {}
            for team, (host, port) in strategies.items():
                own, name = network.group("strategy"), f"v5rpc_{team}"
                receiver = self._receivers[team] = opened.enter_context(Receiver(own, network.port(name), label=name))
                options = [
                    ("grpc.enable_http_proxy", 0),
                    ("grpc.enable_retries", 0),
                    ("grpc.max_receive_message_length", LONGEST),
                    ("grpc.initial_reconnect_backoff_ms", 250),
                    ("grpc.max_reconnect_backoff_ms", 1000),
                ]
                channel = grpc.insecure_channel(f"{host}:{port}", options=options)
                opened.callback(channel.close)
                self.dialogues[team] = FiraDialogue(
                    team,
                    spec,
                    platform_units() if units == "platform" else metric_units(_radius(spec, team)),
                    partial(self._ask, channel),
                    receiver.send,
                    self._refuse,
                    self.dialogues,
                )
            self._open = opened.pop_all()

    def turn(self, seconds: float) -> None:
        """Wait for calls and answers, up to a time, and handle what has come."""
        waiting: list[Any] = [*self._receivers.values(), self._woken]
        ready, _, _ = select.select(waiting, [], [], seconds)
        if self._woken in ready:
            self._woken.recv(4096)
        while self._answers:
            take, answer = self._answers.popleft()
            take(answer)
        for team, receiver in self._receivers.items():
            if receiver in ready:
                for data, peer in receiver.receive(MOST):
                    self.dialogues[team].on_datagram(data, peer, time.monotonic())

    def _ask(self, channel: Any, method: str, data: bytes, take: Callable[[bytes | Refusal], None]) -> None:
        """Ask a strategy; the answer is handled by `turn`."""
        call = channel.unary_unary(method).future(data, timeout=self._patience)
        call.add_done_callback(lambda done: self._on_done(method, done, take))

    def _on_done(self, method: str, done: Any, take: Callable[[bytes | Refusal], None]) -> None:
        """Called by a thread of grpcio."""
        code, status = done.code(), self._grpc.StatusCode
        name = method.rpartition("/")[2]
        answer: bytes | Refusal
        if code is status.OK:
            answer = done.result()
        elif code is status.DEADLINE_EXCEEDED:
            answer = Refusal(TIMEOUT, f"{name}: no answer for {self._patience:g} s")
        elif code is status.UNAVAILABLE:
            answer = Refusal(UNREACHABLE, f"{name}: no strategy answers there")
        else:
            answer = Refusal(FAILED, f"{name}: {code.name}: {str(done.details())[:200]}")
        self._answers.append((take, answer))
        with suppress(OSError):  # the loop is awake, or over
            self._wake.send(b"\0")

    def _refuse(self, team: Team, refusal: Refusal) -> None:
        self.refused[team][refusal.code] += 1
        self.last_refusal[team] = refusal.message

    def close(self) -> None:
        """Close all sockets."""
        self._open.close()


def _radius(league: LeagueSpec, team: Team) -> float:
    return float(league.team(team).robot.drive.wheels[0].radius)


def _address(text: str) -> tuple[Team, Address]:
    """blue=127.0.0.1:50052, blue=:50052 or blue, each with the default for what is missing."""
    name, _, where = text.partition("=")
    host, _, port = where.partition(":")
    try:
        team = Team(name)
        return team, (host or HERE, int(port) if port else PORTS[team])
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r}: a team and where its strategy listens, blue={HERE}:50052"
        ) from None


class _News:
    """Prints what has changed: who is there, and the first refusal of each kind."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._names: dict[Team, str] = {}
        self._said: set[tuple[Team, str]] = set()

    def tell(self) -> None:
        for team, dialogue in self._bridge.dialogues.items():
            if dialogue.name != self._names.get(team, ""):
                self._names[team] = dialogue.name
                there = f"{dialogue.name!r} plays" if dialogue.name else "its strategy does not answer any more"
                print(f"{team}: {there}", flush=True)
            for code in self._bridge.refused[team]:
                if (team, code) not in self._said:
                    self._said.add((team, code))
                    print(f"{team}: {code}: {self._bridge.last_refusal[team]}", file=sys.stderr, flush=True)


def main() -> int:
    """Run until Ctrl-C; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m robopitch.compat.fira_strategy",
        description="Lets strategies of FIRA's simulation league play on a server.",
    )
    parser.add_argument("league", nargs="?", default="mirosot-5v5", help="of the server; default: mirosot-5v5")
    parser.add_argument(
        "--strategy",
        action="append",
        type=_address,
        metavar="TEAM=HOST:PORT",
        help=f"where the strategy of a team listens; default: blue={HERE}:50052 and yellow={HERE}:50053",
    )
    parser.add_argument("--units", choices=UNITS, default=UNITS[0], help="metres, radians, rad/s; or cm, degrees, ±125")
    parser.add_argument(
        "--port-offset", type=int, default=0, help="of the server and, without --strategy, of strategies"
    )
    given = parser.parse_args()
    strategies = dict(given.strategy or [(team, (HERE, port + given.port_offset)) for team, port in PORTS.items()])
    try:
        network = Network(network_of(given.league), offset=given.port_offset)
        bridge = Bridge(given.league, network, strategies, given.units)
    except (ValueError, NetError) as error:
        print(error, file=sys.stderr)
        return 2
    for team, (host, port) in strategies.items():
        print(f"{team}: calls of the server at UDP {network.port(f'v5rpc_{team}')}, strategy at {host}:{port}")
    news = _News(bridge)
    try:
        while True:
            bridge.turn(0.5)
            news.tell()
    except KeyboardInterrupt:
        for team, counts in bridge.refused.items():
            refused = ", ".join(f"{count} {code}" for code, count in counts.items()) or "nothing refused"
            print(f"{team}: {bridge.dialogues[team].frames} frames answered, {refused}")
        return 0
    finally:
        bridge.close()


if __name__ == "__main__":
    sys.exit(main())
