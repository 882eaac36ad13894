"""Inputs of a match. Nothing else changes it.

None leaves a part unchanged. Units are metres, seconds and radians, in the frame of the field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from robopitch.messages.call import Call
from robopitch.messages.camera import Camera
from robopitch.messages.commands import Command, Kick, PowerKick
from robopitch.messages.game_state import GameState
from robopitch.messages.orders import Orders, RobotOrder
from robopitch.messages.radio import Transmit
from robopitch.messages.team import Team
from robopitch.messages.text import SENTENCE, clean
from robopitch.messages.whistle import Whistle

__all__ = [
    "ChangeCameras",
    "ChangeFormation",
    "ChangeRealism",
    "ChangeRobot",
    "ChangeSensor",
    "ChangeSpec",
    "Decision",
    "Drawn",
    "HangRobot",
    "HearReferee",
    "Input",
    "MoveEpoch",
    "Orders",
    "PlaceBall",
    "PlaceObstacle",
    "PlaceRobot",
    "Published",
    "PullRobot",
    "Refusal",
    "RemoveObstacle",
    "RequestPlaces",
    "ResetServo",
    "RobotDecision",
    "RobotOrder",
    "RobotPlace",
    "Ruling",
    "Shape",
    "Steer",
    "SwapTeam",
    "Whistled",
    "WriteRegisters",
]


class RobotDecision(NamedTuple):
    """The decision of an in-process team for one robot. Its numbers are rounded to a grid (`teams/grid.py`)."""

    id: int
    command: Command
    kick: Kick | PowerKick | None = None
    dribble: float = 0.0  # power of dribbler or grabber, 0 to 1


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision of an in-process team at a tick, in the frame of the field.

    A derived input: it is recorded. A repeated simulation computes it again and compares; it does not feed it a second
    time.
    """

    tick: int
    team: Team
    robots: tuple[RobotDecision, ...]


@dataclass(frozen=True, slots=True)
class PlaceBall:
    """Place the ball, with a velocity or at rest."""

    x: float | None = None
    y: float | None = None
    height: float | None = None  # of its lowest point above the ground
    vx: float | None = None
    vy: float | None = None
    vz: float | None = None
    safely: bool = False  # moves robots aside that are in the way, and stops robots near by
    roll: bool = False  # gives the ball the spin of a rolling ball
    by_force: bool = False  # pulls the ball there and holds it until it is placed without force
    spin: tuple[float, float, float] | None = None  # rad/s; None: no spin if a velocity is given, else unchanged
    restart: str = ""  # why a referee places it, "goal", "out" or "stuck": reported by an event `Restarted`


@dataclass(frozen=True, slots=True)
class PlaceRobot:
    """Place a robot, or remove it from the field."""

    team: Team
    id: int
    x: float | None = None
    y: float | None = None
    heading: float | None = None
    vx: float = 0.0
    vy: float = 0.0
    turn: float = 0.0
    present: bool | None = None
    by_force: bool = False


@dataclass(frozen=True, slots=True)
class PlaceObstacle:
    """Place an obstacle, or move one."""

    x: float
    y: float
    heading: float = 0.0
    id: int | None = None  # of the one to move; None: a new one
    robot: str = "obstacle"  # kind of a new one: the name of a robot, or its TOML file


@dataclass(frozen=True, slots=True)
class RemoveObstacle:
    """Remove an obstacle from the field."""

    id: int


@dataclass(frozen=True, slots=True)
class ChangeSpec:
    """Change field, ball or surfaces: values by path, {"ball.mass": 0.046}, as `robopitch params` lists them."""

    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChangeRobot:
    """Change the parameters of one robot: values by path, {"mass": 2.1, "drive.limits.speed": 3.0}."""

    team: Team
    id: int
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChangeCameras:
    """Replace the cameras over the field."""

    cameras: tuple[Camera, ...]


@dataclass(frozen=True, slots=True)
class ChangeRealism:
    """Change noise, loss or delay: values by path, {"ball_position": 0.001, "missing_ball": 0.05}."""

    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChangeSensor:
    """Change settings of one sensor: values by name, {"rate": 30.0, "loss": 0.1, "on": False}."""

    name: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChangeFormation:
    """A coach tells a team where its free robots stand (`teams/formation.py`); without spots: as the team likes.

    A spot has x and y for a ball in the centre, and the shares of the ball's x and y that are added to them.
    """

    team: Team
    attack: tuple[tuple[float, float, float, float], ...] = ()
    defence: tuple[tuple[float, float, float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class HearReferee:
    """A message of an external referee. The referee of the match follows it."""

    game: GameState


@dataclass(frozen=True, slots=True)
class Ruling:
    """The referee of the match rules: the only input that changes the state of the game."""

    game: GameState
    reason: str = ""
    calls: tuple[Call, ...] = ()  # that led to it


@dataclass(frozen=True, slots=True)
class Whistled:
    """A command of a person to the referee of the match: it overrules everything.

    team:  whose kick-off, free kick, penalty, placement, card or goal it is
    robot: that gets a card
    place: of the ball for a free kick or a placement; None: where it is
    count: SCORE: the goals that are added, −1 takes one away; ADVANTAGE: 1 to go on, 0 to stop
    card:  "yellow" or "red"
    """

    whistle: Whistle
    team: Team | None = None
    robot: int | None = None
    place: tuple[float, float] | None = None
    count: int = 1
    card: str = "yellow"


class RobotPlace(NamedTuple):
    """Where a robot is to stand."""

    id: int
    x: float
    y: float
    heading: float = 0.0


@dataclass(frozen=True, slots=True)
class RequestPlaces:
    """A team states where its robots are to be placed for the pending restart, in a league where that is done by hand.

    The referee of the match corrects places that the rules do not allow; it ignores this outside a stoppage.
    """

    team: Team
    robots: tuple[RobotPlace, ...]


@dataclass(frozen=True, slots=True)
class Published:
    """Signals of a team: predicted poses, targets, states, by name. Recorded; without effect on the match."""

    team: Team
    values: Mapping[str, float]


class Shape(NamedTuple):
    """A shape that a team draws on the field."""

    kind: str  # "line", "polygon", "circle", "arrow" or "text"
    points: tuple[tuple[float, float], ...]  # one for a circle and a text
    colour: str  # "#e69f00"
    radius: float = 0.0
    text: str = ""
    width: float = 0.0  # of lines, m; 0: the thinnest visible line


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawing of a team; it replaces the team's former drawing of the same name. Recorded; without effect on the
    match.
    """

    team: Team
    layer: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Steer:
    """Manual control of one robot: the commands of its team are ignored until control is released or times out."""

    team: Team
    id: int
    order: RobotOrder | None = None  # None: release


@dataclass(frozen=True, slots=True)
class WriteRegisters:
    """Write bytes into the control table of a servo, as a write instruction on its bus does.

    A servo ignores a write that it refuses (`physics/servos/registers.py`).
    """

    team: Team
    robot: int
    servo: int  # its id in the description of the robot
    address: int
    data: bytes


@dataclass(frozen=True, slots=True)
class ResetServo:
    """Reboot a servo, as an instruction on its bus does."""

    team: Team
    robot: int
    servo: int  # its id in the description of the robot
    factory: bool = False  # all registers get their values at delivery first
    keep: tuple[str, ...] = ()  # except these: "id", "baud_rate"


@dataclass(frozen=True, slots=True)
class HangRobot:
    """Hang a robot with joints on a hook, upright where it is, or let it down: its trunk is fixed, its limbs move."""

    team: Team
    id: int
    clearance: float  # m: how far the feet of a standing robot would be above the ground; 0: let it down


@dataclass(frozen=True, slots=True)
class PullRobot:
    """A hand pulls a robot with joints by a spring, at the body that is nearest to where it takes the robot."""

    team: Team
    id: int
    to: tuple[float, float, float] | None  # where the hand is; None: it lets go
    grip: tuple[float, float, float] | None = None  # where it takes the robot; None: it holds it already


@dataclass(frozen=True, slots=True)
class MoveEpoch:
    """Adds an offset to all transmitted times: simulated time went back, but the time seen by external programs must
    not.
    """

    seconds: float


@dataclass(frozen=True, slots=True)
class SwapTeam:
    """Replace the team of a colour: by a built-in team, or by "external"."""

    team: Team
    name: str


Input = (
    Orders
    | PlaceBall
    | PlaceRobot
    | PlaceObstacle
    | RemoveObstacle
    | ChangeSpec
    | ChangeRobot
    | ChangeCameras
    | ChangeRealism
    | ChangeSensor
    | ChangeFormation
    | HearReferee
    | Ruling
    | Whistled
    | RequestPlaces
    | Transmit
    | Published
    | Drawn
    | Steer
    | WriteRegisters
    | ResetServo
    | HangRobot
    | PullRobot
    | MoveEpoch
    | SwapTeam
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why an input, or a part of it, was refused."""

    code: str  # one word for programs, as ER-Force's simulator uses them
    message: str  # a sentence for people; what it quotes is cleaned

    def __post_init__(self) -> None:
        object.__setattr__(self, "code", clean(self.code))
        object.__setattr__(self, "message", clean(self.message, SENTENCE))
