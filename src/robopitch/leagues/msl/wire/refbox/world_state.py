"""World states that base stations send to the RefBox, about ten times a second.

    {"type": "worldstate", "teamName": "Aveiro", "intention": "attack", "ageMs": 120,
     "robots": [{"id": 1, "pose": [x, y, θ], "targetPose": [x, y, θ], "velocity": [vx, vy, ω], "intention": "goalie",
                 "batteryLevel": 80, "ballEngaged": 0}],
     "balls": [{"position": [x, y, z], "velocity": [vx, vy, vz], "confidence": 0.9}],
     "obstacles": [{"position": [x, y], "velocity": [vx, vy], "radius": 0.25, "confidence": 0.8}]}

The RefBox validates them only to log what is wrong. So a world state with mistakes is decoded as far as it can be, and
names its problems. A null is allowed inside arrays: the number is not known.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from robopitch.leagues.msl.wire.refbox.framing import frame
from robopitch.leagues.msl.wire.refbox.reading import as_number, as_text, as_whole, read_object
from robopitch.messages import Refusal

__all__ = [
    "ReportedBall",
    "ReportedObstacle",
    "ReportedRobot",
    "WorldState",
    "decode_world_state",
    "encode_world_state",
]

MOST = 32  # robots, balls or obstacles that are kept
MOST_PROBLEMS = 5  # that are named
Numbers = tuple[float | None, ...]
Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class ReportedRobot:
    """A robot of the team, as it says."""

    id: int | None  # from 1 on
    pose: Numbers  # m, m, rad
    target_pose: Numbers
    velocity: Numbers  # m/s, m/s, rad/s
    intention: str = ""
    battery: float | None = None  # %
    ball_engaged: bool | None = None


@dataclass(frozen=True, slots=True)
class ReportedBall:
    """A ball, as the team sees it."""

    position: Numbers  # m
    velocity: Numbers  # m/s
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class ReportedObstacle:
    """An obstacle, as the team sees it."""

    position: Numbers  # m
    velocity: Numbers  # m/s
    radius: float | None = None  # m
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class WorldState:
    """What a team says that it knows.

    problems: what is wrong with the message; empty: nothing
    """

    team: str
    intention: str
    age_ms: int | None  # ms since it was measured
    robots: tuple[ReportedRobot, ...] = ()
    balls: tuple[ReportedBall, ...] = ()
    obstacles: tuple[ReportedObstacle, ...] = ()
    problems: tuple[str, ...] = ()


class _Reader:
    """Takes values from objects, and notes what is missing or of another kind."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def note(self, text: str) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(text)

    def text(self, of: dict[str, Any], key: str, where: str = "") -> str:
        found = as_text(of.get(key))
        if found is None:
            self.note(f"{where}{key}: a text is wanted")
        return found or ""

    def number(self, of: dict[str, Any], key: str, where: str) -> float | None:
        found = as_number(of.get(key))
        if found is None:
            self.note(f"{where}{key}: a number is wanted")
        return found

    def whole(self, of: dict[str, Any], key: str, where: str = "") -> int | None:
        found = as_whole(of.get(key))
        if found is None:
            self.note(f"{where}{key}: a whole number is wanted")
        return found

    def numbers(self, of: dict[str, Any], key: str, count: int, where: str) -> Numbers:
        found = of.get(key)
        if not isinstance(found, list) or len(found) != count:
            self.note(f"{where}{key}: {count} numbers are wanted")
            return (None,) * count
        numbers = tuple(as_number(one) for one in found)
        if any(number is None and one is not None for number, one in zip(numbers, found, strict=True)):
            self.note(f"{where}{key}: a number or null is wanted")
        return numbers

    def things(
        self, of: dict[str, Any], key: str, read: Callable[[_Reader, dict[str, Any], str], Thing]
    ) -> tuple[Thing, ...]:
        listed = of.get(key)
        if not isinstance(listed, list):
            self.note(f"{key}: a list is wanted")
            return ()
        if len(listed) > MOST:
            self.note(f"{key}: {len(listed)} of them; {MOST} are kept")
        found = []
        for index, one in enumerate(listed[:MOST]):
            if isinstance(one, dict):
                found.append(read(self, one, f"{key}[{index}]."))
            else:
                self.note(f"{key}[{index}]: an object is wanted")
        return tuple(found)


def _robot(reader: _Reader, of: dict[str, Any], where: str) -> ReportedRobot:
    engaged = of.get("ballEngaged")
    if engaged not in (0, 1):  # False and True are these numbers
        reader.note(f"{where}ballEngaged: 0 or 1 is wanted")
    return ReportedRobot(
        reader.whole(of, "id", where),
        reader.numbers(of, "pose", 3, where),
        reader.numbers(of, "targetPose", 3, where),
        reader.numbers(of, "velocity", 3, where),
        reader.text(of, "intention", where),
        reader.number(of, "batteryLevel", where),
        bool(engaged) if engaged in (0, 1) else None,
    )


def _ball(reader: _Reader, of: dict[str, Any], where: str) -> ReportedBall:
    return ReportedBall(
        reader.numbers(of, "position", 3, where),
        reader.numbers(of, "velocity", 3, where),
        reader.number(of, "confidence", where),
    )


def _obstacle(reader: _Reader, of: dict[str, Any], where: str) -> ReportedObstacle:
    return ReportedObstacle(
        reader.numbers(of, "position", 2, where),
        reader.numbers(of, "velocity", 2, where),
        reader.number(of, "radius", where),
        reader.number(of, "confidence", where),
    )


def decode_world_state(data: bytes) -> WorldState | Refusal:
    """Decode one message; a Refusal if it is no world state at all."""
    found = read_object(data)
    if isinstance(found, Refusal):
        return found
    if found.get("type") != "worldstate":
        said = as_text(found.get("type"))
        return Refusal("TYPE", f'"type": "worldstate" is wanted, not {"none" if said is None else repr(said)}')
    reader = _Reader()
    team, intention = reader.text(found, "teamName"), reader.text(found, "intention")
    age = reader.whole(found, "ageMs")
    robots = reader.things(found, "robots", _robot)
    balls = reader.things(found, "balls", _ball)
    obstacles = reader.things(found, "obstacles", _obstacle)
    return WorldState(team, intention, age, robots, balls, obstacles, tuple(reader.problems))


def encode_world_state(state: WorldState) -> bytes:
    """Encode a world state, with its NUL."""
    message = {
        "type": "worldstate",
        "teamName": state.team,
        "intention": state.intention,
        "ageMs": state.age_ms,
        "robots": [
            {
                "id": robot.id,
                "pose": robot.pose,
                "targetPose": robot.target_pose,
                "velocity": robot.velocity,
                "intention": robot.intention,
                "batteryLevel": robot.battery,
                "ballEngaged": None if robot.ball_engaged is None else int(robot.ball_engaged),
            }
            for robot in state.robots
        ],
        "balls": _plain(state.balls, "position", "velocity", "confidence"),
        "obstacles": _plain(state.obstacles, "position", "velocity", "radius", "confidence"),
    }
    return frame(json.dumps(message).encode())


def _plain(things: Sequence[object], *names: str) -> list[dict[str, Any]]:
    return [{name: getattr(thing, name) for name in names} for thing in things]
