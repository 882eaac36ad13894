"""What a sensor is: it samples the world at its rate; the match delays, loses and delivers what it reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from pydantic import BaseModel, ConfigDict, Field

if TYPE_CHECKING:
    from robopitch.messages import Body, Camera, Event, Output
    from robopitch.spec import RealismSpec
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
    """A sensor of a match derives from it. Rate, phase, delay and loss belong to the match; noise is the sensor's.

    name:     unique in the match: "vision", "tracker", "blue 3 encoders"
    owner:    the robot that carries it; None: it belongs to the field
    settings: rate, delay, loss, noise, on: everything that can be changed while the match runs
    view:     how a person looks at its reports
    hears:    names of sensors, before it in the suite, whose delivered reports it gets
    optional: a sensor of the field that is off as it is described: a match that was saved without it can be restored
    compile_ahead: starts to compile its code in the background; None: it compiles with its first sample
    """

    name: str
    owner: Body | None
    settings: SensorSettings
    view: View
    hears: tuple[str, ...] = ()
    optional: bool = False
    compile_ahead: ClassVar[Callable[[], None] | None] = None

    @property
    def phases(self) -> tuple[float, ...]:
        """Shares of the period at which it samples; `sample` gets the number of the phase as `phase` if there are
        several. By default once, a whole period after the beginning.
        """
        return (1.0,)

    @property
    def schedule(self) -> Any:
        """Any value; when it changes, the period begins anew."""
        return None

    @property
    def cameras(self) -> tuple[Camera, ...]:
        """Cameras over the field."""
        return ()

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

    def change_realism(self, realism: RealismSpec) -> None:
        """Adapt to a changed realism, if its noise or delay follows that."""
        return

    def change_cameras(self, cameras: Sequence[Camera]) -> None:
        """Replace its cameras over the field, if it has any."""
        return

    def look_now(self, number: int) -> Sequence[Output]:
        """Reports of this tick beside the schedule, if it can give them; changes no state.

        number: their frame number
        """
        return ()


SensorKind = Callable[["Body", str, Mapping[str, Any]], Sensor]
"""Makes a sensor that a robot carries, from its owner, its name in the match, and its settings in the robot's file.

Raises a ValueError, such as pydantic's, if it cannot have these settings.
"""
