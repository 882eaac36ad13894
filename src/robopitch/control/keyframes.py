"""Keyframe motions of robots with servos: poses, and the time that each of them takes.

A file in TOML has a table for each motion. Angles are in degrees, by the names of servos; a star stands for LEFT and
RIGHT. A servo that a keyframe does not name stays where the one before sent it.

    [knee_bend]
    title = "Knee bend"
    keyframes = [
      { seconds = 1.0, pose = { "HIP_*_PITCH" = -40, "KNEE_*_PITCH" = 40 } },
      { seconds = 1.0, pose = { "HIP_*_PITCH" = 0, "KNEE_*_PITCH" = 0 } },
    ]
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["Keyframe", "Motion", "ServoGoal", "Step", "motion_of", "parse_motions", "read_motions", "steps_of"]

LONGEST = 60.0  # s, of one keyframe
SIDES = ("LEFT", "RIGHT")


@dataclass(frozen=True)
class Keyframe:
    """A pose that is reached after a time.

    seconds: since the keyframe before
    pose:    angles of servos by name, rad; the others stay
    """

    seconds: float
    pose: Mapping[str, float]


@dataclass(frozen=True)
class Motion:
    """A sequence of keyframes."""

    name: str
    title: str
    keyframes: Sequence[Keyframe]

    @property
    def duration(self) -> float:
        """Seconds from its beginning to the last pose."""
        return math.fsum(frame.seconds for frame in self.keyframes)

    @property
    def servos(self) -> tuple[str, ...]:
        """The names of the servos that it moves, in the order in which they appear."""
        return tuple(dict.fromkeys(name for frame in self.keyframes for name in frame.pose))


class ServoGoal(NamedTuple):
    """Where a servo is sent, rad, and how fast it turns, rad/s; 0: as fast as it can."""

    angle: float
    speed: float


class Step(NamedTuple):
    """What is written at a time, in seconds from the beginning of a motion."""

    time: float
    goals: Mapping[str, ServoGoal]


def steps_of(motion: Motion, start: Mapping[str, float]) -> tuple[Step, ...]:
    """The goals of a motion, one step per keyframe: all servos of a keyframe arrive together.

    start: angles of the servos at the beginning, by name; of those that are missing: 0
    """
    now, time, found = dict(start), 0.0, []
    for frame in motion.keyframes:
        goals = {}
        for name, angle in frame.pose.items():
            goals[name] = ServoGoal(angle, abs(angle - now.get(name, 0.0)) / frame.seconds)
            now[name] = angle
        found.append(Step(time, goals))
        time += frame.seconds
    return tuple(found)


def read_motions(file: Path) -> dict[str, Motion]:
    """The motions of a file, by name; raises a ValueError that says what is wrong."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{file}: {error}") from None
    return parse_motions(text, str(file))


def parse_motions(text: str, label: str) -> dict[str, Motion]:
    """The motions in the text of a file, by name; raises a ValueError that says what is wrong, after the *label*."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{label}: {error}") from None
    found = {}
    for name, table in tables.items():
        try:
            found[name] = motion_of(name, table)
        except ValueError as error:
            raise ValueError(f"{label}: {name}: {error}") from None
    return found


def motion_of(name: str, table: Any) -> Motion:
    """The motion that a table describes as in a file; raises a ValueError that says what is wrong."""
    if not isinstance(table, dict) or not isinstance(table.get("keyframes"), list) or not table["keyframes"]:
        raise ValueError("a motion has keyframes, a list of tables with seconds and pose")
    unknown = set(table) - {"title", "keyframes", "source"}
    if unknown:
        raise ValueError(f"a motion has no {sorted(unknown)[0]!r}, but title, source and keyframes")
    frames = tuple(_keyframe(f"keyframes.{index}", frame) for index, frame in enumerate(table["keyframes"]))
    return Motion(name, str(table.get("title", name)), frames)


def _keyframe(where: str, table: Any) -> Keyframe:
    if not isinstance(table, dict) or set(table) != {"seconds", "pose"} or not isinstance(table["pose"], dict):
        raise ValueError(f"{where}: a keyframe has seconds and a pose, a table of angles in degrees")
    seconds = table["seconds"]
    if not _is_number(seconds) or not 0.0 < seconds <= LONGEST:
        raise ValueError(f"{where}.seconds: {seconds!r}; above 0 and at most {LONGEST:g} s are possible")
    pose: dict[str, float] = {}
    for name, degrees in table["pose"].items():
        if not _is_number(degrees) or not -360.0 <= degrees <= 360.0:
            raise ValueError(f"{where}.pose.{name}: {degrees!r} is no angle from -360 to 360 degrees")
        for servo in [name.replace("*", side) for side in SIDES] if "*" in name else [name]:
            pose[servo] = math.radians(degrees)
    return Keyframe(float(seconds), pose)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
