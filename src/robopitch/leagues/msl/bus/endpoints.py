"""The low-level bus of each robot: a program on the laptop of a robot drives it as it drives the real one.

The server is all other nodes: base, motors, odometry, compass. The bus of a robot sleeps until a message comes.
Then it switches on the sensors of the robot whose reports it carries, and sends the frames of [CAMBADA-sim table 3.1]
at their periods, for as long as somebody speaks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.endpoint import Address, Endpoint, Kind, Transport
from robopitch.leagues.msl.bus.nodes import SENSORS, BusNodes
from robopitch.leagues.msl.wire.can import (
    FRAMES,
    CanFrame,
    GrabberOrder,
    KickerOrder,
    Message,
    SetPosition,
    SetRotation,
    Turn,
    Velocity,
    decode_frame,
    decode_frames,
    encode_frames,
    encode_message,
)
from robopitch.messages import (
    Body,
    BodyVelocity,
    ChangeSensor,
    Decision,
    Event,
    Input,
    Orders,
    Output,
    PowerKick,
    Refusal,
    RobotOrder,
)

if TYPE_CHECKING:
    from robopitch.leagues.network import Network
    from robopitch.match import Match
    from robopitch.sensors.sensor import Sensor
    from robopitch.spec import MountedSensor

__all__ = ["BusConnection", "Buses", "bus_endpoints"]

RATE = 100.0  # Hz: the shortest period of a frame is 10 ms
CYCLE = 10  # ms
SILENT = 2.0  # simulated s without a frame after which a peer is forgotten
MOST_PEERS = 4
CHECKED = 100  # cycles between two looks whether the sensors are on: those of a robot that comes later are not


def bus_endpoints(match: Match, network: Network) -> tuple[Endpoint, ...]:
    """A bus for each robot of the teams that are commanded from outside, as far as network.toml has ports."""
    buses = Buses(match)
    numbers = range(int(match.world.league.max_ids))
    return tuple(
        Endpoint(
            f"bus-{team}-{number}",
            Transport(Kind.CAN, f"bus_{team}_{number}"),
            partial(BusConnection, buses=buses, robot=Body(team, number)),
            speakers=(team,),
            about="CAN or UDP, low-level bus of the robot",
        )
        for team in sorted(match.teams.external)
        for number in numbers
        if f"bus_{team}_{number}" in network.ports
    )


class Buses:
    """The buses that are awake. An observer of the match while there is one."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._awake: list[BusConnection] = []

    def wake(self, bus: BusConnection) -> bool:
        """Let a bus carry frames; whether it was asleep."""
        if bus in self._awake:
            return False
        self._awake.append(bus)
        if len(self._awake) == 1:
            self._match.observe(self, RATE)
            self._match.sensors.listeners.append(self.on_reports)
        return True

    def on_sample(self, match: Match) -> None:
        """Send the frames that are due; a bus on which nobody speaks any more falls asleep."""
        self._awake = [bus for bus in self._awake if bus.cycle(match)]
        if not self._awake:
            match.forget(self)
            match.sensors.listeners.remove(self.on_reports)

    def on_reports(self, sensor: Sensor, reports: Sequence[Output]) -> None:
        """Pass reports of a robot's sensors on to its nodes."""
        for bus in self._awake:
            if bus.robot == sensor.owner:
                for report in reports:
                    bus.nodes.hear(report)

    def on_input(self, source: str, sequence: int, input: Input) -> None:
        """Nothing."""

    def on_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """Nothing."""

    def on_decision(self, decision: Decision) -> None:
        """Nothing."""

    def on_events(self, events: Sequence[Event]) -> None:
        """Nothing."""


class BusConnection(Connection):
    """The bus of one robot.

    nodes: all but the laptop
    """

    def __init__(self, io: Io, buses: Buses, robot: Body) -> None:
        assert robot.team is not None
        self._io, self._buses, self.robot, self._team = io, buses, robot, robot.team
        self._peers: dict[Address, float] = {}  # simulated time of the last frame of each
        self.nodes = BusNodes()
        self._turn = 0.0  # rad/s
        self._kick: tuple[int, PowerKick] | None = None  # with the tick at which it came
        self._cycles = 0
        self._switched: list[str] = []  # sensors that were off before

    # ---- what the laptop says ----------------------------------------------------------------------------------

    def on_data(self, data: bytes) -> None:
        """Take in the frames of a datagram, or one of the bus."""
        frames, refusals = decode_frames(data)
        if frames:
            self._keep_peer()
        for frame in frames:
            message = decode_frame(frame)
            if isinstance(message, Refusal):
                refusals.append(message)
            else:
                refusals += self._obey(frame, message)
        if refusals:
            self._io.refuse(refusals)

    def _keep_peer(self) -> None:
        self._peers[self._io.peer] = self._io.match.world.time
        if len(self._peers) > MOST_PEERS:
            del self._peers[min(self._peers, key=lambda peer: self._peers[peer])]
        if self._buses.wake(self):
            self._switch_on(self._io.match)

    def _obey(self, frame: CanFrame, message: Message) -> Sequence[Refusal]:
        match message:
            case Turn(rate):
                self._turn = rate
                return ()
            case Velocity(forward, left):
                velocity = BodyVelocity(forward, left, self._turn)
                self.nodes.wanted = forward, left, self._turn
                return self._order(RobotOrder(self.robot.id, velocity))
            case KickerOrder(code):
                self._kick = self._io.match.tick, PowerKick(code)
                return self._order(RobotOrder(self.robot.id))
            case GrabberOrder(on):
                return self._order(RobotOrder(self.robot.id, dribbler=math.inf if on else 0.0))
            case SetPosition(x, y):
                self.nodes.pose = self.nodes.pose._replace(x=x, y=y)
                return ()
            case SetRotation(heading):
                self.nodes.pose = self.nodes.pose._replace(heading=heading)
                return ()
        info = FRAMES[frame.id]
        return (Refusal("SENDER", f"{info.name} ({info.about}) comes from the {info.source}, not from the laptop"),)

    def _order(self, order: RobotOrder) -> Sequence[Refusal]:
        """Offer an order. One without a kick would cancel a kick of the same tick."""
        self._io.heard(self._team)
        if self._kick is not None and self._kick[0] == self._io.match.tick:
            order = order._replace(kick=self._kick[1])
        return self._io.offer(Orders(self._team, (order,)))

    # ---- what the other nodes say ------------------------------------------------------------------------------

    def cycle(self, match: Match) -> bool:
        """Send what is due in this cycle; False if nobody listens any more."""
        now = match.world.time
        self._peers = {peer: heard for peer, heard in self._peers.items() if 0 <= now - heard <= SILENT}
        if not self._peers:
            self._switch_off()
            return False
        if self._cycles % CHECKED == 0:
            self._switch_on(match)
        if self.robot in match.world.bodies and (robot := match.world.robot(self._team, self.robot.id)).present:
            frames = [encode_message(message) for message in self.nodes.messages(robot.spec)]
            due = [frame for frame in frames if self._cycles * CYCLE % FRAMES[frame.id].period == 0]
            if due:
                data = encode_frames(*due)
                for peer in self._peers:
                    self._io.send(data, peer)
        self._cycles += 1
        return True

    def _switch_on(self, match: Match) -> None:
        """Switch the sensors on whose reports go over the bus."""
        kinds = {f"{self.robot} {mounted.name}": mounted.kind for mounted in self._mounted(match)}
        for sensor in match.sensors.suite:
            if kinds.get(sensor.name) in SENSORS and not sensor.settings.on:
                self._io.refuse(self._io.offer(ChangeSensor(sensor.name, {"on": True})))
                if sensor.name not in self._switched:  # after time went back it may be
                    self._switched.append(sensor.name)

    def _mounted(self, match: Match) -> Sequence[MountedSensor]:
        """The sensors in the description of the robot."""
        if self.robot not in match.world.bodies:
            return ()
        return match.world.robot(self._team, self.robot.id).spec.sensors

    def _switch_off(self) -> None:
        """Switch off what was off before."""
        for name in self._switched:
            self._io.offer(ChangeSensor(name, {"on": False}))
        self._switched.clear()
        self.nodes.forget()
        self._cycles = 0

    def on_rewind(self) -> None:
        """The peers are still there; sensors may be off again."""
        self._peers = dict.fromkeys(self._peers, self._io.match.world.time)
        self.nodes.forget()
        if self._peers:
            self._switch_on(self._io.match)
