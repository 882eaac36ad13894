"""Events of a step: touches, kicks, collisions, goals, balls out of the field, robots that tip, fall or get up."""

from __future__ import annotations

from dataclasses import dataclass

from robopitch.messages.team import Team

__all__ = [
    "BallOut",
    "Body",
    "Collision",
    "Event",
    "Fallen",
    "Goal",
    "GotUp",
    "Kicked",
    "Restarted",
    "Tipping",
    "Touch",
]

Velocity = tuple[float, float, float]  # m/s


@dataclass(frozen=True, slots=True)
class Body:
    """A robot of a team, or an obstacle (team None)."""

    team: Team | None
    id: int

    def __str__(self) -> str:
        return f"{self.team or 'obstacle'} {self.id}"


@dataclass(frozen=True, slots=True)
class Touch:
    """A robot touched the ball; contacts less than 50 ms apart are one touch."""

    tick: int
    time: float
    robot: Body
    position: tuple[float, float, float]  # of the ball
    speed: float  # at which they met, m/s


@dataclass(frozen=True, slots=True)
class Kicked:
    """A robot kicked the ball."""

    tick: int
    time: float
    robot: Body
    position: tuple[float, float, float]
    speed: float  # of the kick, relative to the robot, m/s
    velocity: Velocity | None = None  # of the ball after it; None: unknown, in recordings from before
    chipped: bool = False  # it was lifted


@dataclass(frozen=True, slots=True)
class Collision:
    """Two robots ran into each other."""

    tick: int
    time: float
    first: Body
    second: Body
    position: tuple[float, float, float]
    speed: float  # at which they met, m/s
    first_velocity: tuple[float, float] | None = (
        None  # before the impact, m/s; None: unknown, in recordings from before
    )
    second_velocity: tuple[float, float] | None = None
    direction: tuple[float, float] | None = None  # from the centre of the first to that of the second, a unit vector


@dataclass(frozen=True, slots=True)
class Goal:
    """The whole ball is in a goal."""

    tick: int
    time: float
    team: Team  # whose goal counts: the one that attacks that goal
    position: tuple[float, float, float]
    scorer: Body | None = None  # who played the ball last; a robot of the other team: an own goal; None: unknown
    speed: float | None = None  # of the ball behind the goal line, m/s; None: unknown, in recordings from before
    velocity: Velocity | None = None  # of the ball; None: unknown, in recordings from before


@dataclass(frozen=True, slots=True)
class BallOut:
    """The whole ball left the field beside a goal or over a touch line."""

    tick: int
    time: float
    position: tuple[float, float, float]
    velocity: Velocity | None = None  # of the ball; None: unknown, in recordings from before


@dataclass(frozen=True, slots=True)
class Restarted:
    """The referee placed the ball: after a goal, after it left the field, or because it was stuck."""

    tick: int
    time: float
    why: str  # "goal", "out" or "stuck"
    position: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Tipping:
    """The wheels of a robot accelerate it more than its weight holds it down: a real one begins to tip."""

    tick: int
    time: float
    robot: Body
    position: tuple[float, float, float]
    acceleration: float  # m/s²
    limit: float  # the acceleration in this direction at which it tips, m/s²


@dataclass(frozen=True, slots=True)
class Fallen:
    """A robot with joints has fallen."""

    tick: int
    time: float
    robot: Body
    position: tuple[float, float, float]  # of its trunk
    side: str  # on which it falls: "front", "back", "left" or "right"


@dataclass(frozen=True, slots=True)
class GotUp:
    """A robot that had fallen is upright again."""

    tick: int
    time: float
    robot: Body
    position: tuple[float, float, float]  # of its trunk
    after: float  # s since it fell


Event = Touch | Kicked | Collision | Goal | BallOut | Restarted | Tipping | Fallen | GotUp
