"""The hub: control programs connect to it, each for one robot [FUmanoid-emulator §4.1.1.2].

It knows who is connected, passes on what the sensors of the match deliver, and names those without whom the match
pauses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from robopitch.leagues.endpoint import Endpoint, Kind, Transport
from robopitch.leagues.humanoid.bus.ways import bus_ways, external_robots, robot_name
from robopitch.leagues.humanoid.features import HubOptions, ServoBusOptions
from robopitch.leagues.humanoid.hub.connection import BUDGET, HubConnection
from robopitch.leagues.humanoid.wire.figure import encode_figure
from robopitch.leagues.humanoid.wire.hub import Bus
from robopitch.messages import Body, Decision, Event, Input, Output

if TYPE_CHECKING:
    from robopitch.leagues.network import Network
    from robopitch.match import Match
    from robopitch.sensors.sensor import Sensor
    from robopitch.spec.figure import FigureSpec

__all__ = ["ALL", "Hub", "hub_endpoints"]

ALL = "hub"  # in --pause-without: every program that was connected
LOOK = 10.0  # Hz at which changes of sensors by others are noticed


def hub_endpoints(match: Match, network: Network) -> tuple[Endpoint, ...]:
    """The port of the hub, and a Unix socket if there is a folder for buses; none without external teams."""
    if not match.teams.external:
        return ()
    hub = Hub(match, network)
    ways = [("hub", Transport(Kind.TCP, "hub"), "TCP, hub: control programs of robots, and their sensors")]
    folder = network.options(ServoBusOptions).bus_dir
    if folder is not None:
        ways.append(("hub-unix", Transport(Kind.UNIX, "hub.sock", str(folder / "hub.sock")), "Unix socket, hub"))
    return tuple(
        Endpoint(
            name,
            transport,
            partial(HubConnection, hub=hub),
            about=about,
            budget=BUDGET,
            report=hub.report if index == 0 else None,
            waits=hub.waits if index == 0 and hub.pauses_without else None,
        )
        for index, (name, transport, about) in enumerate(ways)
    )


class Hub:
    """All connected control programs. An observer of the match while there is one.

    peers:     by the robot; one program for each
    exchanged: when a program last brought another description of a robot, s of the clock of the connections
    pauses_without: names of robots without whose control programs time stands still; `ALL`: all that were connected
    """

    def __init__(self, match: Match, network: Network) -> None:
        self.match = match
        self.peers: dict[Body, HubConnection] = {}
        self.exchanged: dict[Body, float] = {}
        self._described: dict[Body, tuple[FigureSpec, bytes]] = {}
        self._network, self._seen = network, dict[Body, None]()  # all that have ever been connected, in order
        self._robots = {robot_name(robot): robot for robot in external_robots(match)}
        self.pauses_without = network.options(HubOptions).pause_without
        for name in self.pauses_without:
            if name != ALL and name not in self._robots:
                known = ", ".join((ALL, *self._robots))
                raise ValueError(f"--pause-without {name}: neither {ALL!r} nor a robot; these are known: {known}")
        match.sensors.listeners.append(self.on_reports)

    # ---- who is there ------------------------------------------------------------------------------------------

    def objection(self, robot: Body) -> str | None:
        """Why a program cannot have a robot at all; None if it can."""
        match = self.match
        if robot.team not in match.teams.external:
            return f"{robot.team} is not commanded from outside in this match"
        if robot not in self._robots.values() or not self._is_present(robot):
            names = ", ".join(str(one) for one in self._robots.values() if self._is_present(one))
            return f"{robot} is not on the field; these are: {names or 'none'}"
        return None

    def _is_present(self, robot: Body) -> bool:
        world = self.match.world
        return robot.team is not None and robot in world.bodies and world.robot(robot.team, robot.id).present

    def figure(self, robot: Body) -> FigureSpec | None:
        """The figure of a robot."""
        assert robot.team is not None
        return self.match.world.robot(robot.team, robot.id).spec.figure

    def description(self, robot: Body) -> bytes:
        """The figure of a robot as a message; empty if it has none."""
        figure = self.figure(robot)
        if figure is None:
            return b""
        if self._described.get(robot, (None, b""))[0] is not figure:
            self._described[robot] = figure, encode_figure(figure)
        return self._described[robot][1]

    def join(self, peer: HubConnection, robot: Body) -> None:
        """A program has got its robot."""
        if not self.peers:
            self.match.observe(self, LOOK)
        self.peers[robot] = peer
        self._seen[robot] = None

    def leave(self, peer: HubConnection) -> None:
        """A program has left."""
        if peer.robot is not None and self.peers.get(peer.robot) is peer:
            del self.peers[peer.robot]
            if not self.peers:
                self.match.forget(self)

    def waits(self) -> str:
        """Whose control programs the match waits for; "": nobody's."""
        wanted: dict[Body, None] = {}
        for name in self.pauses_without:
            wanted |= self._seen if name == ALL else {self._robots[name]: None}
        missing = [robot for robot in wanted if robot not in self.peers and self._is_present(robot)]
        return f"the control program of {', '.join(map(str, missing))}" if missing else ""

    def buses(self, robot: Body) -> tuple[Bus, ...]:
        """The ways to the bus of a robot."""
        found = []
        for _, transport, place, _ in bus_ways(self._network, robot):
            is_port = transport.kind in (Kind.TCP, Kind.UDP)
            port = self._network.port(transport.port) if is_port else 0
            found.append(Bus(transport.kind, "" if is_port else place, port))
        return tuple(found)

    def report(self) -> Mapping[str, Any]:
        """Who is connected, for the status."""
        programs = {
            str(robot): {"program": peer.program, "peer": "{}:{}".format(*peer.address), "sensors": sorted(peer.sent)}
            for robot, peer in self.peers.items()
        }
        text = ", ".join(f"{robot} {one['program']!r}" for robot, one in programs.items()) or "nobody is connected"
        return {"programs": programs, "waits_for": self.waits(), "text": f"control programs: {text}"}

    # ---- the match ---------------------------------------------------------------------------------------------

    def on_reports(self, sensor: Sensor, reports: Sequence[Output]) -> None:
        """A sensor of the match has delivered something."""
        if self.peers and sensor.owner in self.peers:
            self.peers[sensor.owner].deliver(sensor, reports)

    def on_sample(self, match: Match) -> None:
        """Tell programs of changes that others made."""
        for peer in self.peers.values():
            peer.tell_changes()

    def on_input(self, source: str, sequence: int, input: Input) -> None:
        """Nothing."""

    def on_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """Nothing."""

    def on_decision(self, decision: Decision) -> None:
        """Nothing."""

    def on_events(self, events: Sequence[Event]) -> None:
        """Nothing."""
