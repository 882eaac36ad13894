"""Sensor suite of a match: fires every sensor at its rate, and delivers its reports after its delay, or loses them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robopitch.match.derived import derived
from robopitch.match.saved_state import SavedSensor
from robopitch.messages import Camera, Event, Output
from robopitch.messages.plain import from_plain, to_plain
from robopitch.messages.saved import checked
from robopitch.messages.tick import NEVER
from robopitch.sensors.channel import DelayQueue, Schedule
from robopitch.sensors.noise import uniform
from robopitch.sensors.sensor import Sensor

if TYPE_CHECKING:
    from robopitch.match.carried_sensors import CarriedSensors
    from robopitch.spec import RealismSpec
    from robopitch.world import World

__all__ = ["SensorSuite", "steady"]

LOSSES = 1000  # first stream of random numbers for lost reports; one for each sensor

# The state of a sensor as it is described, if it is off
UNUSED: dict[str, Any] = {"frames": 0, "channels": [], "under_way": [], "heard": [], "events": [], "state": {}}

Listener = Callable[["Sensor", Sequence[Output]], object]


def steady(rate: float, world: World, share: float = 1.0) -> Schedule:
    """A channel with a constant rate, due for the first time after this fraction of its period.

    The rate is at most one per step of the world.
    """
    rate = min(rate, 1 / world.timestep)
    if share < 1:
        return Schedule(rate, world.timestep, world.tick + max(1, round(share / (rate * world.timestep))))
    channel = Schedule(rate, world.timestep, world.tick)
    channel.take()  # not now: a whole period later
    return channel


class _Slot:
    """A sensor with its schedule and the reports that are on their way."""

    def __init__(self, sensor: Sensor, world: World) -> None:
        self.sensor = sensor
        self.frames = 0
        self.under_way: DelayQueue[Output] = DelayQueue()
        self.heard: list[Output] = []
        self.events: list[Event] = []
        self.open(world)

    @property
    def key(self) -> Any:
        """What the schedule depends on."""
        settings, sensor = self.sensor.settings, self.sensor
        return float(settings.rate), settings.on, sensor.phases, sensor.schedule

    def open(self, world: World) -> None:
        """Begin a new period."""
        self.opened = self.key
        rate, on, phases, _ = self.opened
        self.channels = [steady(rate, world, share) for share in phases] if on else []
        self.update()

    def update(self) -> None:
        """Find the next tick of a sample or of a delivery."""
        self.due = self.under_way.next_due
        for channel in self.channels:
            if channel.next < self.due:
                self.due = channel.next


def _is_optional(sensor: Sensor) -> bool:
    """Whether a match that was saved without it has it as it is described."""
    return sensor.owner is not None or sensor.optional


def _state_of(slot: _Slot) -> dict[str, Any]:
    """The state of a sensor, in plain values."""
    return {
        "frames": slot.frames,
        "channels": [list(channel.state) for channel in slot.channels],
        "under_way": [[due, number, to_plain(report)] for due, number, report in slot.under_way.entries],
        "heard": to_plain(slot.heard),
        "events": to_plain(slot.events),
        "state": slot.sensor.state(),
    }


class SensorSuite:
    """The sensors of a match, in order. `fire` outputs reports when their delay is over.

    sensors:   those of the field
    carried:   those of the robots, after them
    due:       the next tick at which `fire` must be called
    listeners: called with a sensor and its reports when these are delivered; they do not influence the match
    """

    def __init__(self, world: World, sensors: Sequence[Sensor] = (), carried: CarriedSensors | None = None) -> None:
        self._world, self._of_field, self._carried = world, tuple(sensors), carried
        self._seed = world.seed % 2**63  # compiled code takes signed 64-bit integers
        self._slots: list[_Slot] = []
        self.listeners: list[Listener] = []
        self._fill()
        self._update()

    def _fill(self) -> None:
        """Put the sensors together; those that stay keep their schedules and the reports on their way."""
        self.suite = (*self._of_field, *(() if self._carried is None else self._carried.now()))
        names = [derived(sensor, Sensor).name for sensor in self.suite]
        if len(set(names)) < len(names):
            raise ValueError(f"two sensors have the same name: {', '.join(names)}")
        for index, sensor in enumerate(self.suite):
            unknown = [name for name in sensor.hears if name not in names[:index]]
            if unknown:
                raise ValueError(f"{sensor.name} hears {', '.join(unknown)}, which is not a sensor before it")
        kept = {id(slot.sensor): slot for slot in self._slots}
        self._slots = [kept.get(id(sensor)) or _Slot(sensor, self._world) for sensor in self.suite]
        self._hearers = [[slot for slot in self._slots if sensor.name in slot.sensor.hears] for sensor in self.suite]

    def sensor(self, name: str) -> Sensor:
        """A sensor by its name; raises a ValueError that lists all names if there is none."""
        for sensor in self.suite:
            if sensor.name == name:
                return sensor
        names = ", ".join(sensor.name for sensor in self.suite) or "none"
        raise ValueError(f"no sensor is called {name!r}; the sensors of this match: {names}")

    @property
    def cameras(self) -> tuple[Camera, ...]:
        """The cameras over the field; none if no sensor has any."""
        return next((sensor.cameras for sensor in self.suite if sensor.cameras), ())

    def look_now(self, number: int) -> list[Sequence[Output]]:
        """Reports of this tick beside the schedule, of each sensor that can give them; changes no state.

        number: their frame number
        """
        return [found for sensor in self.suite if len(found := sensor.look_now(number))]

    def compile_ahead(self) -> None:
        """Let sensors that are off compile their code in the background: switched on, they do not stop the match."""
        waiting = [sensor for sensor in self.suite if not sensor.settings.on]
        for start in dict.fromkeys(type(sensor).compile_ahead for sensor in waiting):
            if start is not None:
                start()

    def sample_unused(self) -> None:
        """Sample one sensor of each kind that is off and does not compile in the background, so that its code is there
        when a program switches it on. It changes states: the caller restores the match.
        """
        unused = [one for one in self.suite if not one.settings.on and one.compile_ahead is None]
        for sensor in {type(one): one for one in unused}.values():
            sensor.sample(0, self._world, (), ())

    # ---- changes -----------------------------------------------------------------------------------------------

    def try_change(self, name: str, values: Mapping[str, object]) -> None:
        """Raise a ValueError if a sensor cannot have these settings."""
        settings = self.sensor(name).settings
        unknown = [key for key in values if key not in type(settings).model_fields]
        if unknown:
            known = ", ".join(type(settings).model_fields)
            raise ValueError(f"{name} has no setting {unknown[0]!r}; it has {known}")
        from pydantic import ValidationError

        try:
            changed = type(settings).model_validate({**dict(settings), **values})
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            raise ValueError(f"{name}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
        if not changed.rate * self._world.timestep <= 1 + 1e-9:
            raise ValueError(f"{name}: rate: {changed.rate:g} Hz is more than one sample per step")

    def change(self, name: str, values: Mapping[str, object]) -> None:
        """Change settings of a sensor, which `try_change` has checked; reports on their way keep theirs."""
        self.sensor(name).change(self._world, values)
        self._reopen()

    def change_realism(self, realism: RealismSpec) -> None:
        """Change noise and delay of the sensors that follow the realism; reports on their way keep theirs."""
        for sensor in self.suite:
            sensor.change_realism(realism)

    def change_cameras(self, cameras: Sequence[Camera]) -> None:
        """Replace the cameras over the field."""
        for sensor in self.suite:
            sensor.change_cameras(cameras)
        self._reopen()

    def change_world(self) -> None:
        """Update the sensors, after a robot was added or the league changed."""
        self._fill()
        for sensor in self.suite:
            sensor.change(self._world, {})
        self._reopen()

    def _reopen(self) -> None:
        """Begin a new period where the schedule has changed."""
        for slot in self._slots:
            if slot.key != slot.opened:
                slot.open(self._world)
        self._update()

    def _update(self) -> None:
        self.due = min([slot.due for slot in self._slots], default=NEVER)

    # ---- time --------------------------------------------------------------------------------------------------

    def on_events(self, events: Sequence[Event]) -> None:
        """Collect events for the next frame of each sensor."""
        for slot in self._slots:
            if slot.channels:
                slot.events += events

    def fire(self, out: list[Sequence[Output]], tick: int) -> None:
        """Take the samples that are due at this tick, and output the reports whose delay is over, of one sensor and
        instant together.
        """
        for index, slot in enumerate(self._slots):
            if slot.due > tick:
                continue
            for phase, channel in enumerate(slot.channels):
                if channel.next <= tick:
                    channel.take()
                    self._sample(index, slot, phase, tick)
            if slot.under_way.next_due <= tick:
                for reports in slot.under_way.pop_due(tick):
                    self._deliver(index, reports, out)
            slot.update()
        self._update()

    def _sample(self, index: int, slot: _Slot, phase: int, tick: int) -> None:
        world, sensor, settings = self._world, slot.sensor, slot.sensor.settings
        slot.frames += 1
        more = {"phase": phase} if len(slot.channels) > 1 else {}
        reports = sensor.sample(slot.frames, world, slot.heard, slot.events, **more)
        slot.heard, slot.events = [], []
        due = tick + round(settings.delay / world.timestep)
        if settings.loss > 0:
            key = self._seed, LOSSES + index, slot.frames
            reports = [report for n, report in enumerate(reports) if uniform(*key, n) >= settings.loss]
        slot.under_way.push(due, reports)

    def _deliver(self, index: int, reports: Sequence[Output], out: list[Sequence[Output]]) -> None:
        for hearer in self._hearers[index]:
            if hearer.channels:
                hearer.heard += reports
        for listener in self.listeners:
            listener(self.suite[index], reports)
        out.append(reports)

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """The state of the sensors by name, in plain values; without optional ones that are off and as described."""
        states = [(slot.sensor, _state_of(slot)) for slot in self._slots]
        return {sensor.name: state for sensor, state in states if state != UNUSED or not _is_optional(sensor)}

    def load(self, state: Mapping[str, Any]) -> None:
        """Restore a saved state; the world must be restored before."""
        for slot in self._slots:
            name, is_missing = slot.sensor.name, slot.sensor.name not in state
            saved = checked(SavedSensor, UNUSED if is_missing else state[name])
            if is_missing and not _is_optional(slot.sensor):
                raise ValueError(f"sensors: there is none called {name!r}")
            slot.sensor.load(saved.state)
            slot.open(self._world)
            if len(saved.channels) != len(slot.channels):
                raise ValueError(f"{name}: {len(saved.channels)} schedules, not {len(slot.channels)}")
            for channel, numbers in zip(slot.channels, saved.channels, strict=True):
                channel.state = numbers
            slot.frames = saved.frames
            slot.under_way = DelayQueue((due, number, from_plain(report)) for due, number, report in saved.under_way)
            slot.update()
            slot.heard, slot.events = from_plain(saved.heard), from_plain(saved.events)
        self._update()
