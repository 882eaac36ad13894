"""The tracker as a sensor of a match: it reports positions and velocities, from the truth or from camera frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robopitch.messages import Body, CameraFrame, Event, Output, Team, TrackerFrame
from robopitch.messages.saved import Count, Number, SavedPart, Spread, Tick, checked
from robopitch.sensors.sensor import Sensor, SensorSettings, View
from robopitch.sensors.tracker.filter import FilterTracker
from robopitch.sensors.tracker.truth import TruthTracker

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["TrackerSensor"]

Kick = tuple[
    tuple[Number, Number],
    tuple[Number, Number, Number],
    Number,
    Number,
    tuple[Number, Number],
    tuple[Team | None, Count] | None,
]
Eye = tuple[Number, Number, Number, Number]  # camera, its offset from the track in x and y, time of the last sighting
# As `sensors.tracker.track.Track`: times, sightings, position, velocity, and their covariances.
Track = tuple[
    Number, Number, Number, Tick, Spread,
    Number, Number, Number, Number, Number, Number,
    Spread, Number, Spread, Spread, Number, Spread,
    list[Eye],
]  # fmt: skip


class _Truth(SavedPart):
    kicked: Kick | None


class _Filter(SavedPart):
    robots: list[tuple[Team, Count, list[Track]]]
    balls: list[Track]
    past: list[tuple[Number, Number, Number, Number, Number]]
    jump: tuple[Team, Count, Number, Number, Number, Number] | None
    kicked: Kick | None


class _Saved(SavedPart):
    values: dict[str, Any]
    truth: _Truth | None = None
    filter: _Filter | None = None


class TrackerSensor(Sensor):
    """A tracker.

    source: "truth", or "filter", which hears the frames that the cameras delivered
    """

    name = "tracker"
    owner: Body | None = None
    view = View.DETECTIONS

    def __init__(self, world: World, source: str = "truth", hears: tuple[str, ...] = ("vision",)) -> None:
        if source not in ("truth", "filter"):
            raise ValueError(f"there is no tracker {source!r}; truth or filter is possible")
        self._world = world
        self._tracker: TruthTracker | FilterTracker
        self._tracker = FilterTracker(world.league) if source == "filter" else TruthTracker(world.league)
        self.hears = hears if source == "filter" else ()
        self._values: dict[str, Any] = {}
        self.settings = self._settings({})

    def _settings(self, values: Mapping[str, Any]) -> SensorSettings:
        """The rate of the league, replaced by these values. A rate of 0 in the league is off."""
        vision = self._world.league.sensors.vision
        rate = 0.0 if vision is None else float(vision.tracker_rate)
        usual = {"on": True, "rate": rate} if rate > 0 else {"on": False, "rate": 1.0}
        return SensorSettings.model_validate({**usual, **values})

    def change(self, world: World, settings: Mapping[str, Any]) -> None:
        """Adapt to a changed league, or changed settings."""
        self.settings = self._settings({**self._values, **settings})
        self._values.update(settings)
        self._tracker.change(world.league)

    def sample(
        self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]
    ) -> Sequence[TrackerFrame]:
        """The estimate for this instant."""
        if isinstance(self._tracker, TruthTracker):
            if events:
                self._tracker.note(events, world.ball_block, world.time)
            return (self._tracker.frame(frame, world.time, world.robot_block, world.ball_block, world.bodies),)
        for seen in heard:
            if isinstance(seen, CameraFrame):
                self._tracker.see(seen)
        return (self._tracker.frame(frame, world.time),)

    def state(self) -> Any:
        """The state, in plain values."""
        kind = "truth" if isinstance(self._tracker, TruthTracker) else "filter"
        return {"values": self._values, kind: self._tracker.state()}

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        saved = checked(_Saved, state)
        kind = "truth" if isinstance(self._tracker, TruthTracker) else "filter"
        if getattr(saved, kind) is None:
            raise ValueError(f"tracker: the state of another kind of tracker, not {kind}")
        self.settings = self._settings(saved.values)
        self._values = saved.values
        self._tracker.load(state[kind])
