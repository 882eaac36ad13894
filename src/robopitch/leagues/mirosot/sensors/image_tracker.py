"""The tracker behind the vision of the camera over the table: teams in the process of a match see through it.

`make_match("mirosot-5v5", blue="mi20", sees="image tracker")`: both teams get the same vision [MI20 §6.2.1].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from robopitch.control.vision.snapshot import UNIDENTIFIED
from robopitch.leagues.mirosot.sensors.image_vision import VISION
from robopitch.messages import CameraFrame
from robopitch.sensors.sensor import SensorSettings
from robopitch.sensors.tracker.sensor import TrackerSensor

if TYPE_CHECKING:
    from robopitch.messages import Event, Output, TrackerFrame
    from robopitch.world import World

__all__ = ["TRACKER", "ImageTracker"]

TRACKER = "image tracker"
RATE = 60.0  # Hz; chosen: as often as the simulators of these leagues report


class ImageTracker(TrackerSensor):
    """A filter of what vision found. It is off unless *on*; robots that nobody could identify are left out."""

    name = TRACKER

    def __init__(self, world: World, on: bool) -> None:
        self._first, self.optional = on, not on
        super().__init__(world, "filter", (VISION,))
        self._unused = super().state()

    def _settings(self, values: Mapping[str, Any]) -> SensorSettings:
        return SensorSettings.model_validate({"on": self._first, "rate": RATE, **values})

    def sample(
        self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]
    ) -> Sequence[TrackerFrame]:
        """The estimate for this instant."""
        known = [_identified(seen) for seen in heard if isinstance(seen, CameraFrame)]
        return super().sample(frame, world, known, events)

    def state(self) -> Any:
        """The state, in plain values; nothing as long as nobody has used it."""
        state = super().state()
        return {} if state == self._unused else state

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        super().load(state or self._unused)


def _identified(frame: CameraFrame) -> CameraFrame:
    """The frame without robots that are not identified."""
    blue, yellow = (
        tuple(robot for robot in robots if robot.id != UNIDENTIFIED) for robots in (frame.blue, frame.yellow)
    )
    return replace(frame, blue=blue, yellow=yellow)
