"""Sensor suite of a match: cameras and tracker, each at its rate, with delayed frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from robopitch.messages import Camera, CameraFrame, Event, Output, TrackerFrame
from robopitch.messages.plain import from_plain, to_plain
from robopitch.sensors.channel import Channel, DelayQueue
from robopitch.sensors.overhead.mounting import place_cameras
from robopitch.sensors.overhead.vision import Vision
from robopitch.sensors.tracker.filter import FilterTracker
from robopitch.sensors.tracker.truth import TruthTracker
from robopitch.spec import RealismSpec, VisionSpec

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["NEVER", "SensorSuite", "steady"]

NEVER = 2**62
OFF_SCHEDULE = 2**32  # frame numbers of cameras on the schedule stay below this


def steady(rate: float, world: World, share: float = 1.0) -> Channel:
    """A channel with a constant rate, due for the first time after this fraction of its period.

    The rate is at most one per step of the world.
    """
    rate = min(rate, 1 / world.timestep)
    if share < 1:
        return Channel(rate, world.timestep, world.tick + max(1, round(share / (rate * world.timestep))))
    channel = Channel(rate, world.timestep, world.tick)
    channel.take()  # not now: a whole period later
    return channel


class SensorSuite:
    """Overhead cameras and a tracker. `fire` outputs frames when their delay is over."""

    def __init__(self, world: World, realism: RealismSpec, tracker: str) -> None:
        spec = world.league.sensors.vision
        if spec is None:
            raise ValueError(f"{world.league.name} has no overhead cameras")
        self._world, self._spec, self._realism = world, spec, realism
        self.vision = Vision(world.league, realism, place_cameras(world.league), world.seed)
        self.vision.prepare(world.bodies, world.specs)
        self._own_cameras = True  # default cameras, which follow the field
        self._numbers = [0] * len(self.vision.cameras)
        self._channels: list[tuple[Channel, tuple[int, ...]]] = []
        self._under_way: DelayQueue[CameraFrame] = DelayQueue()
        self._tracker = steady(float(spec.tracker_rate) or 1.0, world)
        self._tracked = 0
        self._truth = TruthTracker(world.league)
        self._filter = FilterTracker(world.league) if tracker == "filter" else None
        self._wanted = tracker != "none"
        self._tracks = self._wanted and spec.tracker_rate > 0
        self._events: list[Event] = []
        self._open_shutters()

    @property
    def cameras(self) -> tuple[Camera, ...]:
        """The cameras, as published in the geometry."""
        return self.vision.cameras

    @property
    def due(self) -> int:
        """The next tick at which `fire` must be called."""
        due = self._under_way.next_due
        due = NEVER if due is None else due
        for channel, _ in self._channels:
            if channel.next < due:
                due = channel.next
        if self._tracks and self._tracker.next < due:
            due = self._tracker.next
        return due

    # ---- changes -----------------------------------------------------------------------------------------------

    def change_realism(self, realism: RealismSpec) -> None:
        """Change noise, loss and delay from the next frame on; frames in the queue keep theirs."""
        self._realism = realism
        self.vision.realism = realism

    def change_cameras(self, cameras: Sequence[Camera]) -> None:
        """Replace the default cameras."""
        self._own_cameras = False
        self._hang(tuple(cameras))

    def change_world(self) -> None:
        """Update the sensors, after a robot was added or the league changed."""
        spec = self._world.league.sensors.vision
        assert spec is not None
        old, self._spec = self._spec, spec
        if self.vision.league is not self._world.league:
            self.vision.league = self._world.league
        self.vision.prepare(self._world.bodies, self._world.specs)
        if self._own_cameras:
            self._hang(place_cameras(self._world.league))
        if (old.rate, old.stagger) != (spec.rate, spec.stagger):
            self._open_shutters()
        if old.tracker_rate != spec.tracker_rate:
            self._tracks = self._wanted and spec.tracker_rate > 0
            self._tracker = steady(float(spec.tracker_rate) or 1.0, self._world)
        self._truth.change(self._world.league)
        if self._filter is not None:
            self._filter.change(self._world.league)

    def forget_kick(self) -> None:
        """Forget the last kick, because the ball was placed."""
        self._truth.reset()

    def _hang(self, cameras: tuple[Camera, ...]) -> None:
        if cameras == self.vision.cameras:
            return
        self.vision.cameras = cameras
        self._numbers = (self._numbers + [0] * len(cameras))[: len(cameras)]
        self._open_shutters()

    def _open_shutters(self) -> None:
        """Schedule all cameras at the same time, or spread evenly over the frame period."""
        rate, cameras = float(self._spec.rate), range(len(self.vision.cameras))
        groups = [(camera,) for camera in cameras] if self._spec.stagger else [tuple(cameras)]
        self._channels = [
            (steady(rate, self._world, (index + 1) / len(groups)), group) for index, group in enumerate(groups)
        ]

    # ---- time --------------------------------------------------------------------------------------------------

    def note(self, events: Sequence[Event]) -> None:
        """Collect events for the next frame of the tracker."""
        if self._tracks:
            self._events += events

    def fire(self, out: list[Output]) -> None:
        """Capture the frames that are due now, and output those whose delay is over."""
        world, tick = self._world, self._world.tick
        for channel, cameras in self._channels:
            if channel.next <= tick:
                channel.take()
                self._expose(cameras)
        for frame in self._under_way.pop_due(tick):
            if self._filter is not None:
                self._filter.see(frame)
            out.append(frame)
        if self._tracks and self._tracker.next <= tick:
            self._tracker.take()
            out.append(self._track(world.time))

    def _expose(self, cameras: tuple[int, ...]) -> None:
        world, realism = self._world, self._realism
        for camera in cameras:
            self._numbers[camera] += 1
        numbers = [self._numbers[camera] for camera in cameras]
        frames = self.vision.look(cameras, numbers, world.tick, world.time, world.robot_block, world.ball_block)
        delay = max(float(realism.vision_delay), float(realism.processing_time))
        due = world.tick + round(delay / world.timestep)
        for frame in frames:
            self._under_way.push(due, frame)

    def look_now(self, number: int) -> list[CameraFrame]:
        """A frame of every camera at this tick, with the usual noise and without delay; changes no state.

        number: their frame number. Their noise differs from that of all scheduled frames.
        """
        world, cameras = self._world, range(len(self.vision.cameras))
        numbers = [OFF_SCHEDULE + world.tick] * len(cameras)
        frames = self.vision.look(cameras, numbers, world.tick, world.time, world.robot_block, world.ball_block)
        return [replace(frame, number=number, sent=frame.capture) for frame in frames]

    def _track(self, time: float) -> TrackerFrame:
        world = self._world
        self._tracked += 1
        if self._filter is not None:
            return self._filter.frame(self._tracked, time)
        if self._events:
            self._truth.note(self._events, world.ball_block, time)
            self._events = []
        return self._truth.frame(self._tracked, time, world.robot_block, world.ball_block, world.bodies)

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """The state, in plain values."""
        return {
            "cameras": to_plain(list(self.vision.cameras)),
            "own_cameras": self._own_cameras,
            "numbers": self._numbers,
            "channels": [channel.state for channel, _ in self._channels],
            "under_way": [[due, sequence, to_plain(frame)] for due, sequence, frame in self._under_way.entries],
            "tracker": self._tracker.state,
            "tracked": self._tracked,
            "truth": self._truth.state(),
            "filter": None if self._filter is None else self._filter.state(),
            "events": to_plain(self._events),
        }

    def load(self, state: Any) -> None:
        """Restore a saved state; the world must be restored before."""
        self._spec = _vision(self._world)
        self.vision.cameras = tuple(from_plain(state["cameras"]))
        self._own_cameras = state["own_cameras"]
        self._numbers = list(state["numbers"])
        self._open_shutters()
        for (channel, _), saved in zip(self._channels, state["channels"], strict=True):
            channel.state = saved
        self._under_way = DelayQueue((due, sequence, from_plain(frame)) for due, sequence, frame in state["under_way"])
        self._tracker.state = state["tracker"]
        self._tracked = state["tracked"]
        self._truth.load(state["truth"])
        if self._filter is not None and state["filter"] is not None:
            self._filter.load(state["filter"])
        self._events = from_plain(state["events"])


def _vision(world: World) -> VisionSpec:
    spec = world.league.sensors.vision
    assert spec is not None
    return spec
