"""What a sensor is: it samples the world at its rate; the match delays, loses and delivers what it reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import BaseModel

if TYPE_CHECKING:
    from robopitch.messages import Body, Event, Output
    from robopitch.world import World

__all__ = ["Sensor", "View"]


class View(StrEnum):
    """How a person looks at the reports of a sensor."""

    DETECTIONS = "detections"  # objects on the field
    POINTS = "points"  # points relative to the robot
    IMAGE = "image"
    VALUES = "values"  # named numbers over time
    REGISTERS = "registers"  # named raw integers


class Sensor(Protocol):
    """A sensor of a match. Rate, phase, delay and loss belong to the match; noise is the sensor's.

    name:     unique in the match: "vision", "tracker", "blue 3 encoders"
    owner:    the robot that carries it; None: it belongs to the field
    settings: rate, delay, loss, noise, on: everything that can be changed while the match runs
    hears:    names of sensors whose delivered reports it gets
    """

    name: str
    owner: Body | None
    settings: BaseModel
    view: View
    hears: tuple[str, ...]

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """The reports of this frame, of the true state and of what was heard since the last frame.

        frame: counts its samples, and is part of the key of its noise
        """
        ...

    def state(self) -> Any:
        """Its state in plain values; None if it has none."""
        ...

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        ...

    def change(self, world: World, settings: Mapping[str, Any]) -> None:
        """Adapt to changed robots, league or settings."""
        ...
