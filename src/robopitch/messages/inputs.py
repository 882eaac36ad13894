"""Whatever enters a match from outside. Nothing else may change it.

An input says what is wanted; None leaves that part as it is. Metres, seconds and radians, in the frame of the pitch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from robopitch.messages.camera import Camera
from robopitch.messages.commands import Command, Kick, PowerKick
from robopitch.messages.referee import RefereeState, Whistle
from robopitch.messages.team import Team

__all__ = [
    "ChangeCameras",
    "ChangeRealism",
    "ChangeRobot",
    "ChangeSpec",
    "Decision",
    "Drawn",
    "HearReferee",
    "Input",
    "MoveEpoch",
    "Orders",
    "PlaceBall",
    "PlaceRobot",
    "Published",
    "Refusal",
    "RobotDecision",
    "RobotOrder",
    "Shape",
    "Steer",
    "SwapTeam",
    "Whistled",
]


class RobotOrder(NamedTuple):
    """What a team tells one of its robots. A tuple, because there are thousands a second."""

    id: int
    command: Command | None = None
    kick: Kick | None = None  # None: no kick, and none that was waiting for the ball
    dribbler: float | None = None  # speed of the bar, rad/s; inf: as fast as it goes


@dataclass(frozen=True, slots=True)
class Orders:
    """What a team tells its robots, in one message."""

    team: Team
    orders: tuple[RobotOrder, ...]


class RobotDecision(NamedTuple):
    """What a team in this process decided for one of its robots. Its numbers are on a grid (`teams/grid.py`)."""

    id: int
    command: Command
    kick: Kick | PowerKick | None = None
    dribble: float = 0.0  # power of dribbler or grabber, 0 to 1


@dataclass(frozen=True, slots=True)
class Decision:
    """What a team in this process decided at a tick, in the frame of the pitch.

    A derived input: recorded, computed again when a recording is simulated again, and compared; never fed twice.
    """

    tick: int
    team: Team
    robots: tuple[RobotDecision, ...]


@dataclass(frozen=True, slots=True)
class PlaceBall:
    """Put the ball somewhere, moving or not."""

    x: float | None = None
    y: float | None = None
    height: float | None = None  # of its lowest point above the ground
    vx: float | None = None
    vy: float | None = None
    vz: float | None = None
    safely: bool = False  # robots in the way are moved aside, those near by are stopped
    roll: bool = False  # with the spin of a ball that rolls
    by_force: bool = False  # it is pulled there and held until it is placed without force
    spin: tuple[float, float, float] | None = None  # rad/s; None: none if it is given a velocity, else as it is


@dataclass(frozen=True, slots=True)
class PlaceRobot:
    """Put a robot somewhere, or take it off the pitch."""

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
class ChangeSpec:
    """Change field, ball or surfaces: values by path, {"ball.mass": 0.046}, as `robopitch params` lists them."""

    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChangeRobot:
    """Change what one robot is made of: values by path, {"mass": 2.1, "drive.limits.speed": 3.0}."""

    team: Team
    id: int
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChangeCameras:
    """Other cameras over the field."""

    cameras: tuple[Camera, ...]


@dataclass(frozen=True, slots=True)
class ChangeRealism:
    """Other noise, loss or delay: values by path, {"ball_position": 0.001, "missing_ball": 0.05}."""

    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HearReferee:
    """A message of a referee outside."""

    state: RefereeState


@dataclass(frozen=True, slots=True)
class Whistled:
    """Somebody here whistles: halt, stop or start."""

    whistle: Whistle


@dataclass(frozen=True, slots=True)
class Published:
    """What a team says about itself: predicted poses, targets, states, by name. It changes nothing; it is recorded."""

    team: Team
    values: Mapping[str, float]


class Shape(NamedTuple):
    """Something that a team draws on the pitch."""

    kind: str  # "line", "polygon", "circle", "arrow" or "text"
    points: tuple[tuple[float, float], ...]  # one for a circle and a text
    colour: str  # "#e69f00"
    radius: float = 0.0
    text: str = ""
    width: float = 0.0  # of lines, m; 0: as thin as they are seen


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a team draws under a name, in place of what it drew there before. It changes nothing; it is recorded."""

    team: Team
    layer: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Steer:
    """Somebody drives one robot by hand: its team's orders do not count until the hand lets go, or is silent."""

    team: Team
    id: int
    order: RobotOrder | None = None  # None: let go


@dataclass(frozen=True, slots=True)
class MoveEpoch:
    """What is sent has later times from now on: simulated time went back, that of the world outside does not."""

    seconds: float


@dataclass(frozen=True, slots=True)
class SwapTeam:
    """Another team plays this colour: one of the built-in ones, or "external"."""

    team: Team
    name: str


Input = (
    Orders
    | PlaceBall
    | PlaceRobot
    | ChangeSpec
    | ChangeRobot
    | ChangeCameras
    | ChangeRealism
    | HearReferee
    | Whistled
    | Published
    | Drawn
    | Steer
    | MoveEpoch
    | SwapTeam
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an input, or a part of it, was not taken."""

    code: str  # one word for programs, as ER-Force's simulator uses them
    message: str  # a sentence for people
