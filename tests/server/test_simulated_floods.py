"""The floods of `bench floods` on a simulated machine: what they cost the match and a client beside them, exactly.

It is a slow machine: what the match takes is two to four times what was measured on one core of an AMD EPYC.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

import robopitch
from robopitch.bench.floods.client import CLIENTS, PERIOD
from robopitch.bench.floods.senders import SENDERS
from robopitch.bench.floods.table import FLOODS
from robopitch.leagues.budget import Account
from robopitch.leagues.humanoid.features import ServoBusOptions
from robopitch.leagues.network import Network
from robopitch.leagues.registry import network_of
from robopitch.messages import ChangeRobot, Orders, WriteRegisters
from robopitch.server import Server
from robopitch.server.history import History
from robopitch.testing.system import SimulatedSystem

SLICE = 0.005  # s between two bursts of a flooder
BEFORE, SETTLING, DURING = (
    0.2,
    0.6,
    1.4,
)  # s; settling is part of the flood: what comes first may cost a quarter of a second
TICKS = {"humanoid": 300e-6, "ssl": 20e-6}  # s of processor time
OFFER = {WriteRegisters: 10e-6, Orders: 10e-6, ChangeRobot: 3e-3}
TAKE_IN = {WriteRegisters: 10e-6, Orders: 40e-6}
REBUILD = 10e-3  # once for all changes of specs
OTHER = 20e-6
MOST_WAITING = 1000  # messages and inputs, of all senders together
LATEST = 2  # ticks


def take_in(inputs) -> float:
    rebuilds = any(isinstance(input, ChangeRobot) for input in inputs)
    return REBUILD * rebuilds + sum(TAKE_IN.get(type(input), 0.0) for input in inputs)


class Inputs:
    """Observes when inputs take effect."""

    def __init__(self, match, client) -> None:
        self.match, self.client = match, client
        self.ticks = defaultdict(list)  # by key

    def on_input(self, source, sequence, input):
        if (key := self.client.key(input)) is not None:
            self.ticks[key].append(self.match.tick)

    def __getattr__(self, name):
        return lambda *_: None


class Flood:
    """A server under a flood, with a client that behaves."""

    def __init__(self, name: str, folder: Path) -> None:
        self.flood, self.system = FLOODS[name], SimulatedSystem()
        family = next(family for family in CLIENTS if self.flood.league.startswith(family))
        external = {"blue": "external", "yellow": "external"} if family != "humanoid" else {}
        self.match = match = robopitch.make_match(self.flood.league, players=self.flood.programs, seed=1, **external)
        self.system.meter(match, TICKS[family], lambda input: OFFER.get(type(input), OTHER), take_in)
        network = Network(network_of(family))
        self.client, self.folder, self.ports = CLIENTS[family], folder, network.ports
        if self.flood.kind in ("pty", "unix"):
            network = Network(network_of(family), given=(ServoBusOptions(bus_dir=folder),))
        self.server = Server(match, network, history=History(memory=1.0, system=self.system), system=self.system)
        self.sent: list[tuple[int, int]] = []
        self.most = self.came = 0

    def run(self) -> None:
        system, match = self.system, self.match
        self.inputs = Inputs(match, self.client)
        match.observe(self.inputs, 1.0)
        good = self._connect(self.ports[self.client.port], "tcp" if self.client.kind == 1 else "udp")

        def order() -> None:
            key = 1 + len(self.sent)
            self.sent.append((self.server.clock.tick_at(system.now), key))
            good(self.client.encode(key))

        system.every(PERIOD, order, 0.1, BEFORE + DURING)
        for number in range(self.flood.programs):
            self._flood(number)
        system.every(0.1, self._look)
        system.at(BEFORE, lambda: setattr(self, "began", (system.now, match.tick)))
        system.at(BEFORE + DURING, self.server.stop)
        self.server.run(warm_up=False)

    def _look(self) -> None:
        server = self.server
        held = sum(port.link.waiting for port in server.ports)
        streams = sum(len(client.waiting) for client in server.lockstep._clients)
        self.most = max(self.most, held + streams + len(self.match.inputs.waiting))

    def _connect(self, port, kind):
        if kind == "udp":
            return self.system.udp(port).send
        if kind == "unix":
            return self.system.unix(self.folder / "blue-0.sock").send
        if kind == "pty":
            return self.system.lines[str(self.folder / "blue-0")].write
        return self.system.tcp(port).send

    def _flood(self, number: int) -> None:
        flood, system = self.flood, self.system
        names = ("control", "blue", "yellow", "grsim") if flood.port == "all" else (flood.port,)
        ports = [self.ports.get(name, 0) for name in names]
        state = {"packets": SENDERS[flood.send](number), "sent": 0, "lines": [], "rest": b""}

        def burst() -> None:
            if not state["lines"]:
                state["lines"] = [self._connect(port, flood.kind) for port in ports]
            due = int((system.now - BEFORE) * flood.rate)
            try:
                while state["sent"] < due:
                    line = state["lines"][state["sent"] % len(ports)]
                    data = state["rest"] or next(state["packets"])
                    taken = line(data)
                    state["rest"] = b"" if taken is None else data[taken:]
                    if state["rest"]:
                        break
                    state["sent"] += 1
                    self.came += 1
            except ConnectionResetError:  # come again
                state.update(packets=SENDERS[flood.send](number), lines=[], rest=b"")

        system.every(SLICE, burst, BEFORE, BEFORE + DURING)

    @property
    def factor(self) -> float:
        when, tick = self.began
        return (self.match.tick - tick) * self.match.world.timestep / (self.system.now - when)

    def late(self) -> list[int | None]:
        """Of each order of the good client, how many ticks after it was sent it took effect; None: it did not."""
        found: list[int | None] = []
        for tick, key in self.sent[:-2]:  # the last ones may be on their way
            ticks = self.inputs.ticks.get(key)
            found.append(None if not ticks else ticks[0] - tick)
        return found


USUAL = ("bus-tcp-fast", "bus-udp", "specs", "hub-requests")
LONG = ("bus-tcp", "bus-unix", "bus-pty", "hub-rates", "orders", "garbage")


@pytest.mark.parametrize("name", [*USUAL, *(pytest.param(name, marks=pytest.mark.nightly) for name in LONG)])
def test_under_a_flood_time_goes_on_queues_stay_short_and_a_client_that_behaves_is_obeyed(name, tmp_path):
    flood = Flood(name, tmp_path)
    with flood.server:
        flood.run()
    late = flood.late()
    assert flood.came > 100
    assert flood.factor >= 0.95
    assert flood.most <= MOST_WAITING
    assert None not in late
    assert max(late[round((BEFORE + SETTLING) / PERIOD) :]) <= LATEST


def test_without_budgets_a_client_that_behaves_would_wait_and_queues_would_grow(tmp_path, monkeypatch):
    for name, nothing in (("owes", 0.0), ("waits", 0.0), ("floods", False), ("count", True)):
        monkeypatch.setattr(Account, name, lambda *_, nothing=nothing: nothing)
    specs, bus = Flood("specs", tmp_path), Flood("bus-tcp-fast", tmp_path)
    for flood in (specs, bus):
        with flood.server:
            flood.run()
    assert max(late for late in specs.late() if late is not None) > 100
    assert bus.most > MOST_WAITING


def test_the_same_flood_is_the_same_again(tmp_path):
    found = []
    for _ in range(2):
        flood = Flood("specs", tmp_path)
        with flood.server:
            flood.run()
        found.append((flood.match.tick, flood.match.world.fingerprint(), flood.system.spent, flood.late()))
    assert found[0] == found[1]
