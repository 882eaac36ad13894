"""The low-level bus of each robot: a program on the laptop of a robot drives it as it drives the real one.

The server is all other nodes: base, motors, odometry, compass. The bus of a robot sleeps until somebody speaks on it:
from then on it carries the frames of [CAMBADA-sim table 3.1] at their periods, for as long as somebody speaks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from robopitch.control.geometry import Pose, Twist
from robopitch.control.kinematics import Kinematics, Wheel, omni_drive
from robopitch.control.odometry import rolled
from robopitch.leagues.endpoint import Address, Connection, Endpoint, Io, Kind, Transport
from robopitch.messages import (
    Body,
    BodyVelocity,
    Decision,
    Event,
    Input,
    Orders,
    PowerKick,
    Refusal,
    RobotOrder,
)
from robopitch.protocols.cambada_bus import (
    FRAMES,
    BarrierState,
    Battery,
    CanFrame,
    CompassHeading,
    Encoder,
    GrabberOrder,
    KickerOrder,
    Message,
    MotorSetPoints,
    Position,
    Rotation,
    SetPosition,
    SetRotation,
    Turn,
    Velocity,
    decode_frame,
    decode_frames,
    encode_frames,
    encode_message,
)

if TYPE_CHECKING:
    from robopitch.leagues.network import Network
    from robopitch.match import Match
    from robopitch.spec import RobotSpec
    from robopitch.world.views import RobotView

__all__ = ["BusConnection", "Buses", "bus_endpoints"]

RATE = 100.0  # Hz: the shortest period of a frame is 10 ms
CYCLE = 10  # ms
SILENT = 2.0  # simulated s without a frame after which a peer is forgotten
MOST_PEERS = 4
EDGES = 30_000  # per turn of a wheel: an encoder of 500 lines, four edges each, behind a gear of 15. chosen
FULL = Battery(24.0, 1.0)  # V: [CAMBADA-sim §3.3.2]; it does not drain


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

    def wake(self, bus: BusConnection) -> None:
        """Let a bus carry frames."""
        if bus not in self._awake:
            self._awake.append(bus)
            if len(self._awake) == 1:
                self._match.observe(self, RATE)

    def on_sample(self, match: Match) -> None:
        """Send the frames that are due; a bus on which nobody speaks any more falls asleep."""
        self._awake = [bus for bus in self._awake if bus.cycle(match)]
        if not self._awake:
            match.forget(self)

    def on_input(self, source: str, sequence: int, input: Input) -> None:
        """Nothing."""

    def on_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """Nothing."""

    def on_decision(self, decision: Decision) -> None:
        """Nothing."""

    def on_events(self, events: Sequence[Event]) -> None:
        """Nothing."""


class BusConnection(Connection):
    """The bus of one robot."""

    def __init__(self, io: Io, buses: Buses, robot: Body) -> None:
        assert robot.team is not None
        self._io, self._buses, self._body, self._team = io, buses, robot, robot.team
        self._peers: dict[Address, float] = {}  # simulated time of the last frame of each
        self._nodes = _Nodes()
        self._turn = 0.0  # rad/s
        self._kick: tuple[int, PowerKick] | None = None  # with the tick at which it came
        self._cycles = 0

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
        self._buses.wake(self)

    def _obey(self, frame: CanFrame, message: Message) -> Sequence[Refusal]:
        match message:
            case Turn(rate):
                self._turn = rate
                return ()
            case Velocity(forward, left):
                velocity = BodyVelocity(forward, left, self._turn)
                self._nodes.wanted = Twist(forward, left, self._turn)
                return self._order(RobotOrder(self._body.id, velocity))
            case KickerOrder(code):
                self._kick = self._io.match.tick, PowerKick(code)
                return self._order(RobotOrder(self._body.id))
            case GrabberOrder(on):
                return self._order(RobotOrder(self._body.id, dribbler=math.inf if on else 0.0))
            case SetPosition(x, y):
                self._nodes.pose = self._nodes.pose._replace(x=x, y=y)
                return ()
            case SetRotation(heading):
                self._nodes.pose = self._nodes.pose._replace(heading=heading)
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
            self._nodes.sleep()
            return False
        if self._body in match.world.bodies and (robot := match.world.robot(self._team, self._body.id)).present:
            contact = bool(match.world.ball_contacts()[match.world.bodies.index(self._body)])
            self._nodes.advance(match.tick, match.world.timestep, robot)
            frames = [encode_message(message) for message in self._nodes.messages(robot, contact)]
            due = [frame for frame in frames if self._cycles * CYCLE % FRAMES[frame.id].period == 0]
            if due:
                data = encode_frames(*due)
                for peer in self._peers:
                    self._io.send(data, peer)
        self._cycles += 1
        return True

    def on_rewind(self) -> None:
        """The encoders go on from where they are."""
        self._peers = dict.fromkeys(self._peers, self._io.match.world.time)
        self._nodes.sleep()


class _Nodes:
    """Motors with encoders, and the odometry that adds up their counts.

    pose:   by the odometry, from where the bus woke up
    wanted: velocity in the frame of the robot
    """

    def __init__(self) -> None:
        self.pose, self.wanted = Pose(0.0, 0.0, 0.0), Twist(0.0, 0.0, 0.0)
        self._angles: list[float] = []  # of the wheels, rad
        self._counts: list[int] = []
        self._last: tuple[int, list[float]] | None = None  # tick and wheel speeds of the last cycle
        self._kinematics: tuple[RobotSpec, Kinematics | None] | None = None

    def sleep(self) -> None:
        """Time passes without a cycle, and the encoders do not count."""
        self._last = None

    def advance(self, tick: int, timestep: float, robot: RobotView) -> None:
        """Count the edges since the last cycle, and add up the way that they stand for."""
        speeds = [float(speed) for speed in robot.wheel_speeds]
        if len(speeds) != len(self._counts):
            self._angles, self._counts, self._last = [0.0] * len(speeds), [0] * len(speeds), None
        last, self._last = self._last, (tick, speeds)
        if last is None or tick <= last[0]:
            return
        seconds, step, turned = (tick - last[0]) * timestep, math.tau / EDGES, []
        for wheel, (before, now) in enumerate(zip(last[1], speeds, strict=True)):
            self._angles[wheel] += 0.5 * (before + now) * seconds
            count = math.floor(self._angles[wheel] / step)
            turned.append((count - self._counts[wheel]) * step / seconds)
            self._counts[wheel] = count
        kinematics = self._kinematics_of(robot.spec)
        if kinematics is not None:
            self.pose = rolled(self.pose, turned, kinematics, seconds)

    def messages(self, robot: RobotView, contact: bool) -> Iterator[Message]:
        """What the nodes have to say, in the order of the identifiers."""
        kinematics = self._kinematics_of(robot.spec)
        if kinematics is not None:
            yield MotorSetPoints(kinematics.wheel_speeds(self.wanted))
        yield FULL
        for wheel, count in enumerate(self._counts[:4], 1):
            yield Encoder(wheel, count)
        yield Position(self.pose.x, self.pose.y)
        yield Rotation(self.pose.heading)
        yield CompassHeading(robot.pose.heading)
        yield BarrierState(contact)

    def _kinematics_of(self, spec: RobotSpec) -> Kinematics | None:
        """Of its omni wheels; None: it has others, and its odometry stands still."""
        if self._kinematics is None or self._kinematics[0] is not spec:
            found = None
            if spec.drive.kind == "omni":
                wheels = spec.drive.wheels
                found = omni_drive([Wheel(one.x, one.y, one.direction, one.radius) for one in wheels])
            self._kinematics = spec, found
        return self._kinematics[1]
