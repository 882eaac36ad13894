"""Names and units of signals. No other module defines them.

truth:      ball.x, blue.3.heading, obstacle.0.x
commanded:  command.blue.3.forward
seen:       seen.ball.x, seen.blue.3.camera
tracked:    tracked.ball.vx
referee:    referee.phase, score.blue
team:       team.blue.NAME, with names that the team chooses
sensors:    sensor.NAME.FIELD
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from robopitch.messages import Body, BodyVelocity, FieldVelocity, RimSpeeds, WheelSpeeds

__all__ = [
    "BALL",
    "COMMAND",
    "GROUPS",
    "OWNERS",
    "POSE",
    "ROBOT",
    "SEEN_BALL",
    "SEEN_ROBOT",
    "TRACKED_BALL",
    "TRACKED_ROBOT",
    "command_parts",
    "group_of",
    "in_order",
    "is_held",
    "name_of",
    "signal_name",
    "unit_of",
]

POSE = {"x": "m", "y": "m", "heading": "rad"}
_FLIGHT = {"x": "m", "y": "m", "z": "m", "vx": "m/s", "vy": "m/s", "vz": "m/s"}
_MOTION = {**POSE, "vx": "m/s", "vy": "m/s", "turn": "rad/s"}

BALL = {**_FLIGHT, "speed": "m/s"}
ROBOT = {**_MOTION, "speed": "m/s"}
SEEN_BALL = {"x": "m", "y": "m", "area": "px", "camera": "1", "arrival": "s"}
SEEN_ROBOT = {**POSE, "camera": "1", "arrival": "s"}
TRACKED_BALL = _FLIGHT
TRACKED_ROBOT = _MOTION
COMMAND = {"forward": "m/s", "left": "m/s", "x": "m/s", "y": "m/s", "turn": "rad/s", "kick": "m/s", "dribbler": "rad/s"}

OWNERS = ("ball", "blue", "yellow", "obstacle", "seen", "tracked", "command", "score", "referee", "team", "sensor")
"""First parts of names, in the order in which lists show them."""

GROUPS = ("truth", "commanded", "seen", "tracked", "referee", "team", "sensors")
_GROUP_OF = {
    "command": "commanded",
    "seen": "seen",
    "tracked": "tracked",
    "referee": "referee",
    "score": "referee",
    "team": "team",
    "sensor": "sensors",
}
_FIELDS = ("x", "y", "z", "heading", "vx", "vy", "vz", "speed", "forward", "left", "turn", "kick", "dribbler")
_HELD = ("command.", "referee.", "score.", "team.")  # stated once, and valid until the next sample


def group_of(name: str) -> str:
    """The group of a signal.

    >>> group_of("seen.blue.3.x"), group_of("blue.3.x"), group_of("score.blue")
    ('seen', 'truth', 'referee')
    """
    return _GROUP_OF.get(name.partition(".")[0], "truth")


def is_held(name: str) -> bool:
    """Whether a signal keeps its last value until the next sample."""
    return name.startswith(_HELD) or name.endswith(".camera")


def name_of(body: Body) -> str:
    """The first parts of the names of a robot's or an obstacle's signals.

    >>> from robopitch.messages import Team
    >>> name_of(Body(Team.BLUE, 3)), name_of(Body(None, 0))
    ('blue.3', 'obstacle.0')
    """
    return f"{body.team or 'obstacle'}.{body.id}"


def signal_name(sensor: str, value: str) -> str:
    """The name of the signal of a value of a sensor.

    >>> signal_name("blue 3 encoders", "left wheel")
    'sensor.blue_3_encoders.left_wheel'
    """
    return f"sensor.{_word(sensor)}.{_word(value)}"


def _word(text: str) -> str:
    return re.sub(r"\W+", "_", text.strip())


def unit_of(name: str) -> str:
    """The unit of a signal; "?" if only its sender knows it.

    >>> unit_of("blue.3.vx"), unit_of("command.blue.3.x"), unit_of("score.blue"), unit_of("team.blue.x")
    ('m/s', 'm/s', '1', '?')
    """
    owner, field = name.partition(".")[0], name.rpartition(".")[2]
    if owner in ("score", "referee"):
        return "1"
    if owner in ("team", "sensor"):
        return "?"
    fields: Mapping[str, str] = COMMAND if owner == "command" else {**SEEN_BALL, **SEEN_ROBOT, **BALL, **ROBOT}
    return fields.get(field, "?")


def command_parts(command: Any) -> dict[str, tuple[str, float]]:
    """Units and values of a command's parts by name; none for commands without signals."""
    if isinstance(command, BodyVelocity):
        parts = {"forward": command.forward, "left": command.left, "turn": command.turn}
    elif isinstance(command, FieldVelocity):
        parts = {"x": command.x, "y": command.y, "turn": command.turn}
    elif isinstance(command, WheelSpeeds | RimSpeeds):
        unit = "rad/s" if isinstance(command, WheelSpeeds) else "m/s"
        return {f"wheel{index}": (unit, speed) for index, speed in enumerate(command.speeds)}
    else:
        return {}
    return {part: (COMMAND[part], value) for part, value in parts.items()}


def in_order(names: Iterable[str]) -> list[str]:
    """Names in the order in which lists show them: by owner, by number, then by field."""
    return sorted(names, key=_rank)


def _rank(name: str) -> list[tuple[int, int, str]]:
    rank = []
    for place, part in enumerate(name.split(".")):
        order = OWNERS if place < 2 and part in OWNERS else _FIELDS
        known = order.index(part) if part in order else len(order)
        number = re.search(r"\d+", part)
        rank.append((known, int(number[0]) if number else -1, part))
    return rank
