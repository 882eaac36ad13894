"""What a robot tells its team mates, ten times a second [CAMBADA-sim §3.4.1, §3.4.6; CAMBADA-control §5.2].

A record is valid at its `time`. Every robot keeps the newest record of each mate, and how old it is decides how much it
counts: a mate that says nothing for a while has left the field, or its radio fails.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from robopitch.control.ball_fusion import BallSighting
from robopitch.control.geometry import Pose, Twist, wrapped

__all__ = ["LATEST", "NOTHING", "Intention", "SharedRecord", "current", "predicted"]

Point = tuple[float, float]

LARGEST, LATEST = 1e3, 1e12  # m, m/s or rad/s; s: larger numbers are errors
MOST = 100  # obstacles
PATIENCE = 1.0  # s after which a record is not used any more, chosen: ten periods [CAMBADA-sim §3.4.6]


@dataclass(frozen=True, slots=True)
class Intention:
    """What a robot is about to do with the ball."""

    kind: str = ""  # "ball": it goes for the ball; "pass"; "shot"; "": nothing
    target: Point | None = None  # m, where the ball shall go
    receiver: int | None = None  # number of the mate that gets a pass
    speed: float = 0.0  # m/s, of the kick


NOTHING = Intention()
STILL = Twist(0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class SharedRecord:
    """The state of one robot, as it tells its team. Positions are on the field, in the frame of the team."""

    number: int
    time: float  # s
    pose: Pose
    velocity: Twist = STILL  # on the field
    deviation: float = 0.1  # m, of its position
    lost: bool = False  # it does not know where it is: nothing else counts
    ball: BallSighting | None = None  # that it sees itself, not one it was told
    obstacles: tuple[Point, ...] = ()  # that it sees itself
    has_ball: bool = False  # its barrier sees the ball
    stuck: bool = False  # [CAMBADA-control §5.2]
    ball_time: float = math.inf  # s after `time` until it can be at the ball
    intention: Intention = NOTHING
    role: str = ""  # for people
    takes_kick: bool = False  # it takes the kick that the referee has given, or blocks that of the opponents

    @property
    def usable(self) -> bool:
        """Whether all numbers are finite and those of a field: a radio may deliver anything."""
        numbers = [*self.pose, *self.velocity, self.deviation, self.intention.speed]
        times = [self.time]
        for place in (*self.obstacles, *(() if self.intention.target is None else (self.intention.target,))):
            numbers += place
        if self.ball is not None:
            numbers += [*self.ball.position, *self.ball.velocity, self.ball.deviation]
            times.append(self.ball.time)
        return (
            all(abs(number) <= LARGEST for number in numbers)  # not so for NaN
            and all(abs(time) <= LATEST for time in times)
            and self.deviation >= 0
            and self.ball_time >= 0
            and len(self.obstacles) <= MOST
        )

    def plain(self) -> dict[str, Any]:
        """The record in plain values, for a radio or a file."""
        ball = self.ball
        return {
            "number": self.number,
            "time": self.time,
            "pose": list(self.pose),
            "velocity": list(self.velocity),
            "deviation": self.deviation,
            "lost": self.lost,
            "ball": None
            if ball is None
            else [list(ball.position), list(ball.velocity), ball.deviation, ball.time, ball.robot],
            "obstacles": [list(place) for place in self.obstacles],
            "has_ball": self.has_ball,
            "stuck": self.stuck,
            "ball_time": self.ball_time if math.isfinite(self.ball_time) else None,
            "intention": [
                self.intention.kind,
                None if self.intention.target is None else list(self.intention.target),
                self.intention.receiver,
                self.intention.speed,
            ],
            "takes_kick": self.takes_kick,
            "role": self.role,
        }

    @classmethod
    def from_plain(cls, values: dict[str, Any]) -> SharedRecord:
        """The record that `plain` has written; raises a ValueError that says what is wrong with others."""
        try:
            kind, target, receiver, speed = values["intention"]
            ball = values["ball"]
            record = cls(
                number=int(values["number"]),
                time=float(values["time"]),
                pose=Pose(*map(float, values["pose"])),
                velocity=Twist(*map(float, values["velocity"])),
                deviation=float(values["deviation"]),
                lost=bool(values["lost"]),
                ball=None
                if ball is None
                else BallSighting(_point(ball[0]), _point(ball[1]), float(ball[2]), float(ball[3]), int(ball[4])),
                obstacles=tuple(_point(place) for place in values["obstacles"]),
                has_ball=bool(values["has_ball"]),
                stuck=bool(values["stuck"]),
                ball_time=math.inf if values["ball_time"] is None else float(values["ball_time"]),
                intention=Intention(
                    str(kind),
                    None if target is None else _point(target),
                    None if receiver is None else int(receiver),
                    float(speed),
                ),
                takes_kick=bool(values.get("takes_kick", False)),  # older records have none
                role=str(values["role"]),
            )
        except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
            raise ValueError(f"not a record of a robot: {type(error).__name__}: {error}") from None
        if not record.usable:
            raise ValueError("not a record of a robot: a number is not finite, or too large")
        return record


def current(records: Iterable[SharedRecord], now: float, patience: float = PATIENCE) -> dict[int, SharedRecord]:
    """The newest record of each robot that is not too old and knows where it is, by number."""
    found: dict[int, SharedRecord] = {}
    for record in records:
        known = found.get(record.number)
        if not record.lost and now - record.time <= patience and (known is None or record.time > known.time):
            found[record.number] = record
    return dict(sorted(found.items()))


def predicted(record: SharedRecord, now: float, longest: float = 0.3) -> Pose:
    """Where the robot is now, if it has kept its velocity, for *longest* seconds at most.

    >>> predicted(SharedRecord(1, 5.0, Pose(0.0, 0.0, 0.0), Twist(1.0, 0.0, 0.0)), 5.1)
    Pose(x=0.1, y=0.0, heading=0.0)
    """
    age = round(min(max(now - record.time, 0.0), longest), 9)
    (x, y, heading), (vx, vy, turn) = record.pose, record.velocity
    return Pose(x + age * vx, y + age * vy, wrapped(heading + age * turn))


def _point(values: Any) -> Point:
    x, y = values
    return float(x), float(y)
