"""The outcome of one run of a scenario."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, fields
from enum import Enum
from pathlib import Path
from typing import Any

from robopitch.messages import Body, Call, Event
from robopitch.messages.game_state import Restart
from robopitch.testing.validator import Verdict

__all__ = ["Outcome"]


@dataclass
class Outcome:
    """What came of one run.

    reason:  why it failed; empty if it passed
    time:    s of simulated time at which it was decided
    """

    name: str
    seed: int
    passed: bool
    reason: str
    time: float
    verdicts: list[tuple[str, Verdict]]
    events: list[Event | Call] = field(default_factory=list)
    fingerprint: str = ""  # of the world at the end
    recording: Path | None = None
    picture: Path | None = None
    outputs: list[Path] = field(default_factory=list)  # what external programs printed

    def event_list(self) -> list[dict[str, Any]]:
        """Events and calls of the referee as plain data."""
        return [_plain(event) for event in self.events]

    @property
    def digest(self) -> str:
        """Of the event list: the same run has the same."""
        return hashlib.sha256(json.dumps(self.event_list(), sort_keys=True).encode()).hexdigest()[:16]


def _plain(event: Event | Call) -> dict[str, Any]:
    """An event with the names of its fields; its kind is that of the call, or the name of its class in lower case."""
    values = {one.name: _value(getattr(event, one.name)) for one in fields(event)}
    return {"kind": type(event).__name__.lower(), **values}


def _value(value: Any) -> Any:
    if isinstance(value, Body):
        return str(value)
    if isinstance(value, Restart):
        return {name: _value(part) for name, part in value._asdict().items()}
    if isinstance(value, Enum):
        return value.value
    return list(value) if isinstance(value, tuple) else value
