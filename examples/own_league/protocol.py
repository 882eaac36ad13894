"""The protocol of this league: one JSON object per UDP datagram. Nothing here knows a socket.

from the simulator, to the group:  {"team": "blue", "id": 1, "time": 12.34, "distance": 0.31, "bearing": -0.2}
from a team, to its port:          {"id": 1, "forward": 0.5, "turn": 2.0}     m/s and rad/s
answer if something is wrong:      {"error": "…"}
"""

from __future__ import annotations

import json
from typing import Any

from robopitch.messages import Body, BodyVelocity, Orders, Refusal, RobotOrder, Team

from .sensor import Range

RANGE_SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "team": {"type": "string"},
            "id": {"type": "integer"},
            "time": {"type": "number"},
            "distance": {"type": "number"},
            "bearing": {"type": "number"},
        },
    }
).encode()


def encode_range(report: Range, epoch: float) -> bytes:
    """A report of a range finder."""
    said = {"team": report.robot.team, "id": report.robot.id, "time": epoch + report.capture, **report.values}
    return json.dumps(said).encode()


def decode_range(data: bytes) -> Range | Refusal:
    """The inverse, with the time that the packet states."""
    found = _parsed(data)
    if isinstance(found, Refusal):
        return found
    try:
        robot = Body(Team(found["team"]), int(found["id"]))
        values = {name: float(found[name]) for name in ("distance", "bearing")}
        return Range(robot, float(found["time"]), values)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        return Refusal("UNREADABLE", f"not a report of a range finder: {error!r}")


def decode_command(data: bytes, team: Team) -> Orders | Refusal:
    """The command of a team for one robot."""
    found = _parsed(data)
    if isinstance(found, Refusal):
        return found
    try:
        command = BodyVelocity(float(found.get("forward", 0.0)), 0.0, float(found.get("turn", 0.0)))
        return Orders(team, (RobotOrder(int(found["id"]), command),))
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        return Refusal("UNREADABLE", f"not a command: {error!r}; wanted is {{'id': 1, 'forward': 0.5, 'turn': 2.0}}")


def encode_error(refusal: Refusal) -> bytes:
    """The answer to a command that was refused."""
    return json.dumps({"error": refusal.message}).encode()


def _parsed(data: bytes) -> dict[str, Any] | Refusal:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else Refusal("UNREADABLE", "not a JSON object")
