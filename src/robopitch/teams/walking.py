"""Walks robots through the registers of their servos: which legs a figure has, and the goals of a gait."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from robopitch.control.keyframes import SIDES, ServoGoal
from robopitch.control.walking import LEG_JOINTS, STATE, Gait, Leg, Walk, advance, numbers_of
from robopitch.control.walking.gait import HEADING, SWINGS, X
from robopitch.control.walking.legs import DOUBLE_KNEE, PARALLEL, SERIAL
from robopitch.physics.servos.constants import model_of
from robopitch.spec.catalogue import gait_files
from robopitch.spec.figure import FigureSpec, LinkSpec
from robopitch.spec.figure.servo import ServoSpec
from robopitch.teams.motions import Write, writes_of

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["CYCLE", "Manner", "Walker", "gait_of", "legs_of", "parse_gait", "stand_ready", "walk_robot"]

CYCLE = 0.01  # s between two goals of a servo, chosen: 100 Hz
_AXES = "zxyyyx"  # of the joints of a leg: yaw, roll and pitch of the hip, knee, pitch and roll of the foot
_REST = 1.0  # s in which a robot takes the pose in which it begins to walk


class Manner(NamedTuple):
    """How a robot walks, as its gait file says."""

    gait: Gait
    pose: Mapping[str, float] = {}  # angles of other servos by name, rad
    registers: Mapping[str, int] = {}  # of the servos of the legs, by name


class Legs(NamedTuple):
    """The legs of a figure: their measures, and the servos of the left and of the right one, as `LEG_JOINTS`."""

    leg: Leg
    servos: tuple[tuple[ServoSpec, ...], tuple[ServoSpec, ...]]


def legs_of(figure: FigureSpec) -> Legs:
    """The legs of a described figure: two chains of six servos, mirrored; a ValueError says what is missing."""
    chains = [chain for chain in _chains(figure) if len(chain) == len(LEG_JOINTS)]
    chains = [chain for chain in chains if "".join(_axis(link) for link, _ in chain) == _AXES]
    if len(chains) != 2:
        raise ValueError(
            f"this robot cannot walk: {len(chains)} legs with servos of yaw, roll and pitch of the hip, knee, pitch "
            "and roll of the foot are described, and two are needed"
        )
    left, right = sorted(chains, key=lambda chain: -float(chain[1][0].anchor[1]))
    return Legs(_measures(figure, [link for link, _ in left]), (_servos(left), _servos(right)))


Chain = list[tuple[LinkSpec, ServoSpec]]


def _servos(chain: Chain) -> tuple[ServoSpec, ...]:
    return tuple(servo for _, servo in chain)


def _axis(link: LinkSpec) -> str:
    """Along which axis it turns, "x", "y" or "z"; empty if along none or against it."""
    for name, value in zip("xyz", link.axis, strict=True):
        if float(value) > 0.99 * math.sqrt(sum(float(part) ** 2 for part in link.axis)):
            return name
    return ""


def _chains(figure: FigureSpec) -> Iterator[Chain]:
    """From the trunk to each end: the links that a servo moves."""
    above, servos = {link.child: link for link in figure.links}, {servo.joint: servo for servo in figure.servos}
    parents = {link.parent for link in figure.links}
    for end in above.keys() - parents:
        chain: Chain = []
        body = end
        while body in above:
            link = above[body]
            if link.name in servos:
                chain.insert(0, (link, servos[link.name]))
            body = link.parent
        while chain and _axis(chain[0][0]) == "z" and len(chain) > len(LEG_JOINTS):  # the waist
            del chain[0]
        yield chain


def _measures(figure: FigureSpec, links: Sequence[LinkSpec]) -> Leg:
    """Lengths from the places of the joints; a joint that follows one of them tells how the leg is built."""
    _, roll, hip, knee, foot, _ = links
    follows = {coupling.follows: coupling for coupling in figure.couplings}
    anchors = {link.name: link.anchor for link in figure.links}

    def height(name: str) -> float:
        return float(anchors[name][2])

    side, top, ankle = float(roll.anchor[1]), height(hip.name), height(foot.name)
    if hip.name in follows and knee.name in follows:
        upper, lower = height(follows[hip.name].joint), height(follows[knee.name].joint)
        thigh, shank = top - upper, height(knee.name) - lower
        return Leg(PARALLEL, thigh, shank, top - ankle - thigh - shank, side)
    if knee.name in follows:
        thigh, shank = top - height(knee.name), height(follows[knee.name].joint) - ankle
        return Leg(DOUBLE_KNEE, thigh, shank, top - ankle - thigh - shank, side)
    return Leg(SERIAL, top - height(knee.name), height(knee.name) - ankle, 0.0, side)


def parse_gait(text: str, label: str) -> Manner:
    """The gait in the text of a file: `[gait]`, `[pose]` in degrees, `[registers]`; a ValueError says what is wrong."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{label}: {error}") from None
    if unknown := set(tables) - {"gait", "pose", "registers"}:
        raise ValueError(f"{label}: a gait file has no {sorted(unknown)[0]!r}, but gait, pose and registers")
    numbers = {}
    for table in ("gait", "pose", "registers"):
        for name, value in tables.get(table, {}).items():
            if table == "gait" and name not in Gait._fields:
                raise ValueError(f"{label}: gait: there is no {name!r}, but {', '.join(Gait._fields)}")
            if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
                raise ValueError(f"{label}: {table}.{name}: a number is expected, not {value!r}")
            numbers[table, name] = value
    pose = {
        servo: math.radians(degrees)
        for (table, name), degrees in numbers.items()
        if table == "pose"
        for servo in ([name.replace("*", side) for side in SIDES] if "*" in name else [name])
    }
    gait = Gait(**{name: float(value) for (table, name), value in numbers.items() if table == "gait"})
    if not 0.2 <= gait.frequency <= 10.0 or not 0.0 <= gait.double_support <= 0.9 or gait.begin <= 0.0:
        raise ValueError(f"{label}: gait: frequency is 0.2 to 10 Hz, double_support 0 to 0.9, begin above 0 s")
    registers = {name: int(value) for (table, name), value in numbers.items() if table == "registers"}
    return Manner(gait, pose, registers)


def gait_of(robot: str) -> Manner | None:
    """How a robot that comes with a gait walks: the file of its name in `robots/gaits/`; None without one."""
    files = gait_files()
    if robot not in files:
        return None
    file, label = files[robot]
    return parse_gait(file.read_text(encoding="utf-8"), label)


def _together(writes: Sequence[Write]) -> Sequence[Write]:
    """Registers that lie beside each other in one write: goal and speed of protocol 1.0."""
    speed, goal = writes
    if speed.address != goal.address + len(goal.data):
        return writes
    return (Write(goal.servo, goal.address, goal.data + speed.data),)


class Walker:
    """A robot that walks: `due` has what to write, every cycle.

    order: the walk that is ordered; it may be replaced at any time
    cycle: s between two goals of a servo, which goes from one to the next with even speed
    """

    def __init__(self, figure: FigureSpec, manner: Manner, cycle: float = CYCLE) -> None:
        self.order, self.cycle = Walk(), cycle
        self._legs, self._pose = legs_of(figure), manner.pose
        self._servos = {servo.name: servo for servo in figure.servos}
        if unknown := [name for name in manner.pose if name not in self._servos]:
            raise ValueError(f"pose: this robot has no servo {unknown[0]!r}, but {', '.join(self._servos)}")
        self._registers = manner.registers
        self._numbers = numbers_of(manner.gait, self._legs.leg)
        self._state, self._angles = [0.0] * STATE, [0.0] * (2 * len(LEG_JOINTS))

    @property
    def place(self) -> tuple[float, float, float]:
        """Where it is by odometry since it began, x and y in m and heading in rad."""
        x, y, heading = self._state[X : HEADING + 1]
        return x, y, heading

    @property
    def swings(self) -> tuple[bool, bool]:
        """Whether the left and the right foot swing."""
        left, right = self._state[SWINGS : SWINGS + 2]
        return left > 0.0, right > 0.0

    def rest(self) -> None:
        """Forget the steps: the robot does something else, and begins anew."""
        place = self._state[X : HEADING + 1]
        self._state = [0.0] * STATE
        self._state[X : HEADING + 1] = place

    def state(self) -> list[float]:
        """All that it remembers, plain."""
        return [*self._state, *self._angles]

    def load(self, saved: Sequence[float]) -> None:
        """Restore it."""
        self._state, self._angles = list(saved[:STATE]), list(saved[STATE:])

    def begin(self) -> list[Write]:
        """What is written once: torque, registers of the legs, and the pose in which it stands, reached slowly."""
        found = []
        for servo in (*self._legs.servos[0], *self._legs.servos[1]):
            table = model_of(servo.model, servo.constants).table
            for name, value in {**self._registers, "torque_enable": 1}.items():
                if name in table.by_name:
                    register = table.by_name[name]
                    found.append(Write(servo.id, register.address, register.encode(value)))
        advance(self._state, self._numbers, 0, 0, 0, 0, 0, 0, 0, 0.0, self._angles)
        for servo, angle in (*self._goals(), *((self._servos[name], angle) for name, angle in self._pose.items())):
            found += writes_of(servo, ServoGoal(angle, max(abs(angle), 0.05) / _REST))
        return found

    def due(self, tilt: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)) -> list[Write]:
        """The goals of the next cycle. Tilt: pitch, roll and rates of the trunk, rad and rad/s; 0 without an IMU."""
        before = list(self._angles)
        forward, left, turn = self.order
        advance(self._state, self._numbers, forward, left, turn, *tilt, self.cycle, self._angles)
        ways = (abs(angle - last) / self.cycle for angle, last in zip(self._angles, before, strict=True))
        return [
            write
            for (servo, angle), speed in zip(self._goals(), ways, strict=True)
            for write in _together(writes_of(servo, ServoGoal(angle, max(speed, 0.1))))
        ]

    def _goals(self) -> Iterator[tuple[ServoSpec, float]]:
        """Servos of the legs and the angles of their joints."""
        yield from zip((*self._legs.servos[0], *self._legs.servos[1]), self._angles, strict=True)


def walk_robot(world: World, team: str, number: int, walker: Walker, seconds: float) -> Iterator[float]:
    """Walk a robot of a world as `walker.order` says; yields the time after each cycle."""
    steps = max(1, round(walker.cycle / world.timestep))
    for _ in range(round(seconds / (steps * world.timestep))):
        for write in walker.due():
            world.write_registers(team, number, *write)
        world.step(steps)
        yield world.time


def stand_ready(world: World, team: str, number: int, walker: Walker) -> None:
    """Let a robot of a world take the pose in which it begins to walk."""
    for write in walker.begin():
        world.write_registers(team, number, *write)
    world.run(_REST + 0.3)
