"""The data bases of a team's robots, connected with a match.

Each robot has the data base of an agent, number id + 1; agent 0 is the base station. What the robot's sensors report
goes into its local records, as the processes of a real robot would write it. What its program orders is read from
there. Shared records go to the other robots by radio: as `Transmit`, which the match turns into `Received`.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robopitch.elementary import cos, sin
from robopitch.leagues.msl.rtdb.wireless import Wireless
from robopitch.leagues.msl.wire.rtdb import SELF, ItemId, Record, Store, TeamStates, decode_v1, encode_v1
from robopitch.leagues.msl.wire.rtdb.records import (
    Compass,
    FrontVision,
    Grabber,
    GrabberInfo,
    HardwareErrors,
    HardwareInfo,
    Kicker,
    LaptopInfo,
    Odometry,
    Velocity,
    Vision,
)
from robopitch.leagues.msl.wire.rtdb.store import LONGEST_LIFE
from robopitch.messages import BodyVelocity, Orders, PowerKick, Received, Refusal, RobotOrder, Team, Transmit
from robopitch.sensors.barrier import BarrierReport
from robopitch.sensors.battery import BatteryReport
from robopitch.sensors.compass import CompassReport
from robopitch.sensors.odometry import OdometryReport
from robopitch.sensors.omnivision.view import OmniView

if TYPE_CHECKING:
    from robopitch.sensors.camera.frontal import FrontalView

__all__ = ["BASE_STATION", "CHARGED", "KICK_WAIT", "OLD_COMMAND", "RUNNING", "TeamRtdb", "agent_of"]

BASE_STATION = 0
OLD_COMMAND = 500  # ms: CAMBADA's simulator does not obey an older velocity
KICK_WAIT = 100  # ms, chosen: a few cycles of a program, and less than the kicker needs to charge
RUNNING = 2000  # ms: an agent whose shared records are all older does not run
MOST_REFUSALS = 100  # kept until somebody asks
LOGIC = 74  # tenths of a volt, of the battery of the logic: CAMBADA's simulator
BATTERY = 24.0  # V, until the battery has reported
CHARGED = 400  # tenths of a volt, of the kicker with full charge: CAMBADA's simulator
ARM = 100  # of both arms of the grabber, with the ball: CAMBADA's simulator


def agent_of(id: int) -> int:
    """The agent of a robot."""
    return id + 1


class TeamRtdb:
    """The data bases of a team.

    stores: of all agents, the base station first; their clock is the simulated one in lockstep, else the machine's
    """

    def __init__(self, team: Team, stores: Sequence[Store], wireless: Wireless) -> None:
        self.team, self._stores, self._wireless = team, stores, wireless
        self._states = TeamStates(len(stores), BASE_STATION)
        self._seen: dict[int, tuple[int, ...]] = {}  # times of the commands that were carried out, by agent
        self._refused: list[Refusal] = []
        self._voltages: dict[int, float] = {}  # of the drive's battery, by agent
        self.rewind()

    def rewind(self) -> None:
        """The match goes back in time, or begins: nothing is under way."""
        self._period = -1
        self._frames: dict[int, int] = {}  # the next of each agent
        self._air: list[tuple[float, int, int, tuple[int, ...], bytes]] = []  # arrival, sender, frame, receivers, data
        self._charges: dict[int, float] = {}  # of the kicker, when its voltage was written last

    def deliver(self, outputs: Iterable[Any]) -> None:
        """Write reports of sensors and messages of mates into the data bases of their robots."""
        for output in outputs:
            if isinstance(output, Received):
                if output.team is self.team:
                    travelled = round(1000 * (output.time - output.sent))
                    self._hear(agent_of(output.id), agent_of(output.sender), output.data, travelled)
                continue
            if isinstance(output, BatteryReport) and output.robot.team is self.team:
                self._write_battery(agent_of(output.robot.id), output)
            written = _RECORDS.get(type(output))
            if written is not None and output.robot.team is self.team:
                for id, data in written(output):
                    self._put(agent_of(output.robot.id), id, data)

    def write_hardware(self, id: int, charge: float) -> None:
        """Write what the hardware of a robot measures; *charge*: of its kicker, as a share.

        All voltages are in every record: a robot of which one is 0 is switched off.
        """
        agent, drive = agent_of(id), self._voltages.get(agent_of(id), BATTERY)
        charge = min(max(charge, 0.0), 1.0)
        kicked = charge < self._charges.get(agent, 0.0)
        self._charges[agent] = charge
        half, whole = (max(1, min(round(volts), 0xFFFF)) for volts in (5 * drive, 10 * drive))
        info = HardwareInfo(LOGIC, half, whole, round(CHARGED * charge), kicked)
        self._put(agent, ItemId.CMD_INFO, info.encode())
        self._put(agent, ItemId.CMD_HWERRORS, HardwareErrors().encode())

    def write_front_vision(self, view: FrontalView, x: float, z: float) -> None:
        """Write the balls that a frontal camera sees in the air; *x*, *z*: where it is on its robot, m."""
        if agent_of(view.robot.id) >= len(self._stores):
            return
        balls = []
        for ball in view.balls:
            along = ball.distance * cos(ball.elevation)
            forward, left = x + along * cos(ball.bearing), along * sin(ball.bearing)
            balls.append((forward, left, z + ball.distance * sin(ball.elevation), 0))
        agent = agent_of(view.robot.id)
        known = FrontVision.decode(self._stores[agent].get(agent, ItemId.FRONT_VISION_INFO).data)
        if not balls and isinstance(known, FrontVision):
            balls = [(x, y, z, unseen + 1) for x, y, z, unseen in known.balls]  # where they were, a cycle older
        self._put(agent, ItemId.FRONT_VISION_INFO, FrontVision(tuple(balls)).encode())

    def _write_battery(self, agent: int, report: BatteryReport) -> None:
        """Keep the voltage; the base station shows the charge of a robot whose program runs."""
        self._voltages[agent] = report.voltage
        if agent < len(self._stores) and 0 <= self._stores[agent].get(SELF, ItemId.ROBOT_WS).age <= RUNNING:
            self._put(agent, ItemId.LAPTOP_INFO, LaptopInfo(round(100 * report.charge)).encode())

    def take_refusals(self) -> tuple[Refusal, ...]:
        """What was refused since the last call, up to a hundred."""
        refused, self._refused = tuple(self._refused), []
        return refused

    def orders(self) -> Orders | None:
        """The commands that programs have written since the last call; None if there are none.

        A kick waits for the ball for `KICK_WAIT` after it was written.
        """
        orders = []
        for agent in range(1, len(self._stores)):
            order = self._order(agent)
            if order is not None:
                orders.append(order)
        return Orders(self.team, tuple(orders)) if orders else None

    def frames(self, time: float) -> list[Transmit]:
        """The frames of robots that arrive by this time, to be offered to the match; times must not go back.

        Frames from and to the base station, which is not on the field, are delivered here.
        """
        self._begin_periods(time)
        slots = self._states.slots
        for agent in slots:
            number = max(self._frames.get(agent, 0), self._period - 1, 0)
            while self._wireless.start(agent, number, slots) <= time:
                self._send(agent, number, slots)
                number += 1
            self._frames[agent] = number
        arrived = []
        while self._air and self._air[0][0] <= time:
            _, sender, _, receivers, data = heapq.heappop(self._air)
            if sender == BASE_STATION:
                for receiver in receivers:
                    self._hear(receiver, sender, data, 0)
                continue
            if BASE_STATION in receivers:
                self._hear(BASE_STATION, sender, data, 0)
            robots = tuple(receiver - 1 for receiver in receivers if receiver != BASE_STATION)
            if robots:
                arrived.append(Transmit(self.team, sender - 1, data, robots))
        return arrived

    def _begin_periods(self, time: float) -> None:
        """At the end of each period, find out who is running."""
        period = math.floor(time / self._wireless.settings.period)
        for _ in range(min(period - self._period, 100)):  # after a jump in time, as many as change anything
            for agent, store in enumerate(self._stores):
                if 0 <= store.silence <= RUNNING:
                    self._states.hear(agent)
            self._states.end_period()
        self._period = max(self._period, period)

    def _send(self, agent: int, number: int, slots: Sequence[int]) -> None:
        """Encode the records that are due, older by the time that the frame is on its way."""
        due = self._stores[agent].due(number)
        if not due:
            return
        states = self._states.states
        try:
            size = len(encode_v1(agent, number, states, [Record(item.id, 0, one.data) for item, one in due.items()]))
        except ValueError as error:
            self._refuse("TOO_LONG", f"agent {agent}: {error}")
            return
        receivers = self._wireless.receivers(agent, number, slots, size)
        if receivers:
            arrival = self._wireless.arrival(agent, number, slots, size)
            way = round(1000 * (arrival - self._wireless.start(agent, number, slots)))
            records = [Record(item.id, min(one.age + way, LONGEST_LIFE), one.data) for item, one in due.items()]
            data = encode_v1(agent, number, states, records)
            heapq.heappush(self._air, (arrival, agent, number, receivers, data))

    def _hear(self, receiver: int, sender: int, data: bytes, travelled: int) -> None:
        """Write the records of a frame into the data base of its receiver."""
        frame = decode_v1(data)
        if isinstance(frame, Refusal):
            self._refused = [*self._refused, frame][:MOST_REFUSALS]
            return
        if frame.agent != sender or receiver >= len(self._stores):
            self._refuse("UNREADABLE", f"a frame of agent {frame.agent} from agent {sender} to agent {receiver}")
            return
        for one in frame.records:
            if not self._stores[receiver].put_received(sender, one.id, one.data, one.life + travelled):
                self._refuse("UNKNOWN_RECORD", f"agent {sender} shares record {one.id} of {len(one.data)} bytes")

    def _put(self, agent: int, item: ItemId, data: bytes) -> None:
        """Write a record of an agent; a configuration of the user may not have it."""
        place = self._stores[agent].configuration.find(agent, item) if agent < len(self._stores) else None
        if place is None or place.item.size != len(data):
            self._refuse("UNKNOWN_RECORD", f"agent {agent} has no record {item.name} of {len(data)} bytes")
        else:
            self._stores[agent].put(item, data)

    def _refuse(self, code: str, message: str) -> None:
        if len(self._refused) < MOST_REFUSALS:
            self._refused.append(Refusal(code, message))

    def _order(self, agent: int) -> RobotOrder | None:
        """The command of one program, if it wrote one since the last."""
        store, seen = self._stores[agent], self._seen.get(agent, (0, 0, 0))
        times = tuple(store.written(item) for item in _COMMANDS)
        if times == seen:
            return None
        readings = [store.get(agent, item) for item in _COMMANDS]
        times = tuple(reading.time for reading in readings)
        fresh = [
            0 <= reading.age <= OLD_COMMAND and reading.time != old for reading, old in zip(readings, seen, strict=True)
        ]
        self._seen[agent] = times
        velocity, kicker = Velocity.decode(readings[0].data), Kicker.decode(readings[1].data)
        grabber = Grabber.decode(readings[2].data)
        command = kick = hold = None
        if fresh[0] and isinstance(velocity, Velocity):
            command = BodyVelocity(velocity.forward, velocity.left, velocity.turn)
        if 0 <= readings[1].age <= KICK_WAIT and isinstance(kicker, Kicker) and kicker.code > 0:
            kick = PowerKick(kicker.code)
        if fresh[2] and isinstance(grabber, Grabber):
            hold = math.inf if grabber.mode > 0 else 0.0
        return RobotOrder(agent - 1, command, kick, hold) if any(fresh) else None


_COMMANDS = (ItemId.CMD_VEL, ItemId.CMD_KICKER, ItemId.CMD_GRABBER)


Records = Sequence[tuple[ItemId, bytes]]


def _vision(report: OmniView) -> Records:
    ball = report.ball
    balls = () if ball is None else ((ball.x, ball.y),)
    return ((ItemId.VISION_INFO, Vision(report.obstacles, report.lines, balls).encode()),)


def _compass(report: CompassReport) -> Records:
    return ((ItemId.CMD_IMU, Compass(report.heading).encode()),)


def _odometry(report: OdometryReport) -> Records:
    moves = Velocity(report.forward, report.left, report.turn)  # as the base does, not as it was told
    return (
        (ItemId.CMD_POS, Odometry(report.x, report.y, report.heading).encode()),
        (ItemId.LAST_CMD_VEL, moves.encode()),
    )


def _barrier(report: BarrierReport) -> Records:
    arm = ARM if report.ball else 0
    return ((ItemId.CMD_GRABBER_INFO, GrabberInfo(arm, arm).encode()),)


_RECORDS: Mapping[type, Callable[[Any], Records]] = {
    OmniView: _vision,
    CompassReport: _compass,
    OdometryReport: _odometry,
    BarrierReport: _barrier,
}
"""The records of a report, by its class."""
