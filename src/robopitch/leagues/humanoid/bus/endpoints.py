"""The servo bus of each robot [FUmanoid-emulator §4.2.1.2]: a control program drives it as it drives the real one.

The server is the devices on the bus. One bus has several transports: a pseudo terminal, which a program opens as a
serial port, a Unix socket, TCP and UDP. Bytes are answered at once, from the last finished tick and what was written
since.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from robopitch.leagues.budget import Budget
from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.endpoint import Address, Endpoint
from robopitch.leagues.humanoid.bus.log import BusLog
from robopitch.leagues.humanoid.bus.ways import bus_ways, check_devices, external_robots
from robopitch.leagues.humanoid.features import ServoBusOptions
from robopitch.messages import Body, Input, Refusal
from robopitch.wire.dynamixel import Bus, Device, DynamixelPacket, Instruction, LineSettings
from robopitch.wire.dynamixel.line import byte_time

if TYPE_CHECKING:
    from robopitch.leagues.network import Network
    from robopitch.match import Match

__all__ = ["BusConnection", "MakeDevices", "RobotBus", "bus_endpoints"]

LATENCY = 0.0005  # s: a master waits for each answer, and reads twenty servos a hundred times a second
# Of one client: 50 devices read and written 200 times a second, on a line of 1.5 Mbaud; chosen. A bus that is faster
# may get as much as its baud rate allows.
BUDGET = Budget(messages=20_000, bytes=150_000, seconds=0.4)
ALONE = (Instruction.ACTION, Instruction.REBOOT, Instruction.FACTORY_RESET)  # no write is merged across these

Offer = Callable[[Input], tuple[Refusal, ...]]
MakeDevices = Callable[["Match", Body, Offer], Mapping[int, Device]]
"""Makes the devices of a robot, by their ids at the start; what they change goes through the offer."""


class _Master(NamedTuple):
    """Who speaks on a bus: a connection and, of a datagram port, one of its peers."""

    connection: BusConnection
    peer: Address


def bus_endpoints(match: Match, network: Network, make: MakeDevices) -> tuple[Endpoint, ...]:
    """A bus for each robot of the teams that are commanded from outside: at a path, if there is a folder for them, and
    at ports, as far as network.toml has them.
    """
    check_devices(match, network)
    found: list[Endpoint] = []
    for robot in external_robots(match):
        found += _of_robot(match, network, robot, make)
    return tuple(found)


def _of_robot(match: Match, network: Network, robot: Body, make: MakeDevices) -> list[Endpoint]:
    """The endpoints of one robot; the first one reports on all of them."""
    bus = RobotBus(match, robot, make, LineSettings(wire_time=network.options(ServoBusOptions).wire_time == "on"))
    ways = bus_ways(network, robot)
    places, log = [place for _, _, place, _ in ways], BusLog(bus)
    return [
        Endpoint(
            way,
            transport,
            partial(BusConnection, bus=bus),
            speakers=(robot.team,),
            about=about,
            latency=LATENCY,
            budget=BUDGET,
            rate=bus.rate,
            bus=partial(bus.report, places) if index == 0 else None,
            log=log.read if index == 0 else None,
        )
        for index, (way, transport, _, about) in enumerate(ways)
    ]


class RobotBus:
    """The bus of one robot, whoever speaks on it. While the robot is not on the field, nobody answers."""

    def __init__(self, match: Match, robot: Body, make: MakeDevices, settings: LineSettings) -> None:
        self.robot = robot
        self._match, self._make, self._settings = match, make, settings
        self.now = 0.0  # s, monotonic: when a master spoke last
        self._bus: Bus | None = None
        self._described: object = None  # for which description of the robot it was made
        self._offer: Offer | None = None  # that of the connection that speaks
        self._tap: Callable[[DynamixelPacket | bytes], None] | None = None
        self._here: Bus | None = None  # what `bus` returned at …
        self._tick, self._queue = -1, list[Any]()  # … this tick, with these inputs waiting

    @property
    def bus(self) -> Bus | None:
        """The bus with the devices that the robot has now; None while it is not on the field."""
        match = self._match
        if match.tick != self._tick or match.inputs.waiting is not self._queue:  # once for many packets
            self._here = self._find()
            self._tick, self._queue = match.tick, match.inputs.waiting
        return self._here

    def _find(self) -> Bus | None:
        assert self.robot.team is not None
        world = self._match.world
        if self.robot not in world.bodies or not (body := world.robot(self.robot.team, self.robot.id)).present:
            return None
        if self._bus is None or self._described is not body.spec:  # it may have been exchanged
            self._described = body.spec
            self._bus = Bus(self._make(self._match, self.robot, self._pass_on), self._settings)
            self._bus.tap = self._tap
        return self._bus

    def rate(self) -> float:
        """Bytes a second that a client may send."""
        return max(BUDGET.bytes, 0.0 if self._bus is None else 1.0 / byte_time(self._bus.baud))

    @property
    def time(self) -> float:
        """Simulated time, s."""
        return self._match.world.time

    def listen(self, tap: Callable[[DynamixelPacket | bytes], None] | None) -> None:
        """Tell *tap* of all packets; None: nobody listens."""
        self._tap = tap
        if self._bus is not None:
            self._bus.tap = tap

    def _pass_on(self, given: Input) -> tuple[Refusal, ...]:
        """Offer an input of a device in the name of the connection that speaks."""
        return () if self._offer is None else self._offer(given)

    def feed(self, data: bytes, io: Io, master: _Master) -> None:
        """Bytes of a master; answers that are due leave at once, others when `on_time` is called."""
        bus, self.now = self.bus, io.now
        if bus is None:
            return
        answer = bus.reply(data, master)
        if answer is not None:
            io.send(answer, master.peer)
            return
        self._offer = io.offer
        damaged = bus.counts.damaged
        count, sealed = 0, False

        def allows(packet: DynamixelPacket) -> bool:
            nonlocal count, sealed
            count += 1
            if packet.code in ALONE or sealed:
                self._match.inputs.seal()
                sealed = packet.code in ALONE
            return count == 1 or io.allows()  # the first one was counted when the bytes came

        bus.feed(data, io.now, master, io.since, allows)
        if sealed:
            self._match.inputs.seal()
        if bus.counts.damaged > damaged:
            io.refuse([Refusal("CHECKSUM", f"{self.robot}: a packet with a wrong checksum")])
        self.deliver(io.now, io)

    def deliver(self, now: float, io: Io) -> None:
        """Send the answers that are due, to whoever they are for, and wake for the next."""
        bus = self._bus
        if bus is None:
            return
        for master, data in bus.collect(now):
            if isinstance(master, _Master):
                master.connection.send(data, master.peer)
        if self._settings.wire_time:
            io.wake_at(bus.due)

    def leave(self, master: _Master) -> None:
        """A master has gone."""
        if self._bus is not None:
            self._bus.leave(master)

    def restart(self) -> None:
        """The match went back in time."""
        self._tick = -1
        if self._bus is not None:
            self._bus.restart()

    def report(self, places: list[str]) -> Mapping[str, Any]:
        """For the status: where the bus is, how it speaks, and what happened on it."""
        bus = self.bus
        found: dict[str, Any] = {"robot": str(self.robot), "path": places[0], "protocol": None, "baud": None}
        if bus is not None:
            found |= {"protocol": float(bus.protocol), "baud": bus.baud, "devices": len(bus.units.all)}
            found |= vars(bus.counts)
        return found | {"wire_time": self._settings.wire_time, "others": places[1:]}


class BusConnection(Connection):
    """A transport of a robot's bus."""

    def __init__(self, io: Io, bus: RobotBus) -> None:
        self._io, self._bus = io, bus
        self._master = _Master(self, io.peer)  # who spoke last

    def on_data(self, data: bytes) -> None:
        """Bytes of a master."""
        io = self._io
        io.heard(self._bus.robot.team)
        if io.peer != self._master.peer:
            self._master = _Master(self, io.peer)
        self._bus.feed(data, io, self._master)

    def send(self, data: bytes, peer: Address) -> None:
        """Send an answer."""
        self._io.send(data, peer)

    def on_time(self, now: float) -> None:
        """An answer is due."""
        self._bus.deliver(now, self._io)

    def on_rewind(self) -> None:
        """Registers may have other values."""
        self._bus.restart()

    def on_close(self) -> None:
        """The peer of a stream left."""
        self._bus.leave(_Master(self, self._io.peer))
