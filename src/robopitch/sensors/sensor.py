"""What a sensor is: it samples the world at its rate; the match delays, loses and delivers what it reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import BaseModel, ConfigDict, Field

if TYPE_CHECKING:
    from robopitch.messages import Body, Event, Output
    from robopitch.world import World

__all__ = ["Sensor", "SensorKind", "SensorSettings", "View"]


class View(StrEnum):
    """How a person looks at the reports of a sensor: which attributes of a report are shown.

    The time of a report is its `capture` or `time`.

    DETECTIONS  `balls` (each with x and y, or position), and `blue` and `yellow` (each with id, x, y, heading) or
                `robots` (each with robot, x, y, heading)
    POINTS      `points`: rows of x, y and perhaps z, in the frame of the owner; without an owner, of the field
    IMAGE       `image`: an array of uint8, [height, width] or [height, width, 3]
    VALUES      `values`: numbers by name; without it, all numeric fields
    REGISTERS   `registers`: whole numbers by name; without it, all numeric fields
    """

    DETECTIONS = "detections"  # objects on the field
    POINTS = "points"  # points relative to the robot
    IMAGE = "image"
    VALUES = "values"  # named numbers over time
    REGISTERS = "registers"  # named raw integers


class SensorSettings(BaseModel):
    """Settings that every sensor has. A sensor adds its noise in a class of its own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    on: bool = Field(default=True, description="it samples")
    rate: float = Field(default=50.0, ge=0.01, le=10_000, allow_inf_nan=False, description="samples per second, Hz")
    delay: float = Field(default=0.0, ge=0, le=10, allow_inf_nan=False, description="from a sample to its delivery, s")
    loss: float = Field(default=0.0, ge=0, le=1, allow_inf_nan=False, description="chance that a report gets lost")


class Sensor(Protocol):
    """A sensor of a match. Rate, phase, delay and loss belong to the match; noise is the sensor's.

    name:     unique in the match: "vision", "tracker", "blue 3 encoders"
    owner:    the robot that carries it; None: it belongs to the field
    settings: rate, delay, loss, noise, on: everything that can be changed while the match runs
    hears:    names of sensors, before it in the suite, whose delivered reports it gets

    Optional attributes, for arrays of sensors such as cameras that take turns:

    phases:   shares of the period at which it samples; `sample` gets the number of the phase as `phase`. By default
              (1.0,): once, a whole period after the beginning
    schedule: any value; when it changes, the period begins anew
    realism:  can be set: it follows `ChangeRealism`
    optional: a sensor of the field that is off as it is described: a match that was saved without it can be restored
    """

    # Attributes do; they are properties here because a sensor may be more precise: with settings of its own class, or
    # always with an owner.

    @property
    def name(self) -> str:
        """Unique in the match."""
        ...

    @property
    def owner(self) -> Body | None:
        """The robot that carries it."""
        ...

    @property
    def settings(self) -> SensorSettings:
        """Everything that can be changed."""
        ...

    @property
    def view(self) -> View:
        """How a person looks at its reports."""
        ...

    @property
    def hears(self) -> tuple[str, ...]:
        """Names of sensors."""
        ...

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """The reports of this frame, of the true state and of what was heard since the last frame.

        frame:  counts its samples from 1, and is part of the key of its noise
        events: since its last frame; a ball that was placed is an event `Restarted`
        """
        ...

    def state(self) -> Any:
        """Its state in plain values; None if it has none."""
        ...

    def load(self, state: Any) -> None:
        """Restore a saved state; raises a ValueError if it cannot be used."""
        ...

    def change(self, world: World, settings: Mapping[str, Any]) -> None:
        """Adapt to changed robots, a changed league, or changed settings; raises a ValueError if these are invalid."""
        ...


SensorKind = Callable[["Body", str, Mapping[str, Any]], Sensor]
"""Makes a sensor that a robot carries, from its owner, its name in the match, and its settings in the robot's file.

Raises a ValueError, such as pydantic's, if it cannot have these settings.
"""
