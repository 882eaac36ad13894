"""A server on free ports, in a separate thread or process, and its clients."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from itertools import cycle
from random import Random
from typing import Any

import robopitch
from robopitch.leagues.network import Network, NetworkSpec
from robopitch.leagues.registry import network_of
from robopitch.match import Match
from robopitch.net import NetError
from robopitch.server import Server

from .clients import DEADLINE, HERE, Answer, Datagrams, Group, Stepper, ask_console
from .words import Frame, control

EPOCH = 1_000_000_000.0


class Company:
    """The clients of a server. In lockstep, time advances only in `run` and `step`."""

    def __init__(self, network: Network) -> None:
        self.network, self.ports = network, network.ports
        self._open = ExitStack()
        self._driver: Stepper | None = None
        self._cameras: Group | None = None
        ports = self.ports
        if "control" in ports:  # a league with the simulation protocol
            self.blue, self.yellow = self.client(ports["blue"]), self.client(ports["yellow"])
            self.control, self.grsim = self.client(ports["control"]), self.client(ports["grsim"])

    def client(self, port: int, bound: int = 0) -> Datagrams:
        return self._open.enter_context(closing(Datagrams(port, bound)))

    def group(self, name: str) -> Group:
        """A member of the multicast group of vision, tracker or referee."""
        group = self.network.group("referee" if name == "referee" else "vision")
        return self._open.enter_context(closing(Group(group, self.ports[name])))

    def stepper(self, name: str = "driver") -> Stepper:
        """A lockstep client; the server has accepted it when this returns."""
        count = len(self.status()["lockstep"]["clients"])
        stepper = self._open.enter_context(closing(Stepper(self.ports[name])))
        self.wait(lambda: len(self.status()["lockstep"]["clients"]) > count)
        return stepper

    def ask(self, **request: Any) -> dict[str, Any]:
        return ask_console(self.ports["console"], **request)

    def status(self) -> dict[str, Any]:
        return self.ask(ask="status")

    def heard(self, link: str, count: int) -> dict[str, Any]:
        """The status of a link, once it has received this many messages."""
        self.wait(lambda: self.status()["links"][link]["received"] >= count)
        return self.status()["links"][link]

    def wait(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + DEADLINE
        while not condition():
            assert time.monotonic() < end, "it did not happen in time"
            time.sleep(0.001)  # the server is in a thread of this process

    @property
    def driver(self) -> Stepper:
        if self._driver is None:
            self._driver = self.stepper()
        return self._driver

    def step(self, seconds: float, **request: bytes) -> Answer:
        return self.driver.ask(seconds, **request)

    def run(self, seconds: float, piece: float = 0.1) -> list[Frame]:
        """Advance time; returns the frames that the cameras sent."""
        if self._cameras is None:
            self._cameras = self.group("vision")
        self._cameras.waiting()
        frames: list[Frame] = []
        for _ in range(round(seconds / piece)):
            self.driver.ask(piece)
            frames += self._cameras.frames()
        return frames

    def place(self, *parts: bytes) -> None:
        """Send teleports, which must not be refused."""
        self.configure(control(*parts))

    def configure(self, data: bytes) -> None:
        """Send a SimulatorCommand, which must not be refused."""
        answer = self.control.ask(data)
        assert not answer.raw, answer.each(1)[0].raw

    def close(self) -> None:
        self._open.close()


class Pitch(Company):
    """A server in a thread, so that tests can read the true state."""

    def __init__(self, server: Server) -> None:
        super().__init__(server.network)
        self.server, self.match = server, server.match
        self._crash: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(is_first(self.match),), name="server")
        self._thread.start()
        self.status()  # waits until it serves

    def _run(self, warm_up: bool) -> None:
        try:
            self.server.run(warm_up=warm_up)
        except BaseException as error:
            self._crash = error
            self.server.close()  # no client waits for an answer that will not come
            raise

    @property
    def runs(self) -> bool:
        """Whether the server has not ended by itself."""
        return self._thread.is_alive()

    def close(self) -> None:
        super().close()
        self.server.stop()
        if self._crash is None:
            with socket.create_connection((HERE, self.ports["console"])):  # wakes the loop
                self._thread.join(DEADLINE)
        self.server.close()
        assert self._crash is None, self._crash
        assert not self._thread.is_alive(), "the server did not stop"


_PROGRAM = """
import json, sys, robopitch
from robopitch.leagues.network import Network
from robopitch.leagues.registry import network_of
from robopitch.server import Server
where, options = json.loads(sys.argv[1])
own = options.pop("own", {})
server = Server(robopitch.make_match(**options), Network(network_of(options["league"]), **where), **own)
print("ready", flush=True)
server.run()
"""


class DistantPitch(Company):
    """A server in a separate process, so that it has its own processor."""

    def __init__(self, **options: Any) -> None:
        for _ in range(10):
            network = free_network()
            where = {"interface": HERE, "given_ports": network.ports, "given_groups": network.groups}
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
            self.process = subprocess.Popen(
                [sys.executable, "-c", _PROGRAM, json.dumps([where, options])],
                stdout=subprocess.PIPE,
                env=environment,
                text=True,
            )
            assert self.process.stdout is not None
            if self.process.stdout.readline() == "ready\n":
                break
            self.process.wait()
        super().__init__(network)
        self.status()

    def close(self) -> None:
        super().close()
        running = self.process.poll() is None
        self.process.terminate()
        self.process.communicate()
        assert running, "the server has crashed"


_played: set[str] = set()


def is_first(match: Match) -> bool:
    """Whether this process has not simulated that league yet; if so, compile everything that it needs."""
    league = match.world.league.name
    first = league not in _played
    if first:  # in a fresh clone, compiling takes longer than DEADLINE
        robopitch.make_match(league, realism="realistic").advance(100)
        _played.add(league)
    return first


# Below the ports that the system hands out by itself: those would be taken again before a test opens them.
_CANDIDATES = cycle(Random(os.getpid()).sample(range(20_500, 30_000), 9_500))


def free_network(league: str | NetworkSpec = "ssl-div-a") -> Network:
    """Free ports, and multicast groups of this process, so that parallel tests do not disturb each other."""
    pid, spec = os.getpid(), network_of(league) if isinstance(league, str) else league
    groups = {name: f"239.{101 + index}.{pid >> 8 & 255}.{pid & 255}" for index, name in enumerate(spec.groups)}
    with ExitStack() as held:
        found: dict[str, int] = {}
        for name in Network(spec).ports:
            while name not in found:
                port = next(_CANDIDATES)
                try:
                    for kind in (socket.SOCK_DGRAM, socket.SOCK_STREAM):
                        held.enter_context(socket.socket(socket.AF_INET, kind)).bind((HERE, port))
                except OSError:
                    continue
                found[name] = port
        return Network(spec, interface=HERE, given_ports=found, given_groups=groups)


def with_changes(
    network: Network, ports: dict[str, int] | None = None, groups: dict[str, str] | None = None, **changes: Any
) -> Network:
    """The network with other ports, groups or addresses."""
    given = {"given_ports": {**network.given_ports, **(ports or {})}}
    return replace(network, **given, given_groups={**network.given_groups, **(groups or {})}, **changes)


def open_server(
    speed: float,
    lockstep: bool,
    own: dict[str, Any] | None = None,
    network: dict[str, Any] | None = None,
    **options: Any,
) -> Server:
    """A server on free ports; tries again if another process takes a port between the search and the opening.

    own: other arguments of `Server`; network: as for `with_changes`
    """
    match = robopitch.make_match(**options)
    for _ in range(9):
        try:
            free = free_network(match.world.league.family)
            return Server(match, with_changes(free, **(network or {})), speed, lockstep, **(own or {}))
        except NetError:
            continue
    return Server(match, free_network(match.world.league.family), speed, lockstep, **(own or {}))
