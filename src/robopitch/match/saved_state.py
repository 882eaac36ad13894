"""Validates a saved match before it is used: types, ranges, and plausible times.

A snapshot may come from an untrusted file. Errors must show when it is loaded: a match that has begun to use it could
not be recovered. Sensors and the referee check their own states when they load them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Annotated, Any, get_args

from pydantic import Field, ValidationError

from robopitch.messages import Body, Call, CameraFrame, Decision, Event, Input, Orders, Received, Team
from robopitch.messages.plain import from_plain
from robopitch.messages.saved import Count, Finite, Place, Rate, SavedPart, Tick

__all__ = ["Saved", "SavedSensor", "check_messages", "check_times", "parse"]

LONGEST_DELAY = 10.0  # s, of sensors and radio
LONGEST_WATCHDOG = 3600.0  # s
DEEPEST = 50  # levels of nesting in the memory of a team

Channel = tuple[Rate, Annotated[int, Field(gt=-(2**53), lt=2**53)], Tick]  # as `ChannelState`
Target = tuple[Place, Place, Place | None]
Heard = tuple[Team, Count, Tick]
Under = tuple[Tick, Count, Any]  # due, sequence, item in the delay queue


class SavedTeleport(SavedPart):
    """State of `Teleport`."""

    ball: Target | None
    robots: list[tuple[Team, Count, Target]]
    parked: list[tuple[Team, Count, Target]]


class SavedRobots(SavedPart):
    """State of `Robots`."""

    watchdog: list[Heard]
    manual: list[Heard]
    kicks: list[tuple[Team, Count, Tick, bool]]


class SavedSensor(SavedPart):
    """State of a sensor in the suite; `state` is its own."""

    frames: Tick
    channels: list[Channel]
    under_way: list[Under]
    heard: Any
    events: Any
    state: Any


Memory = dict[str, Any] | list[dict[str, Any]]  # of a team with several players: a list


class SavedPlayers(SavedPart):
    """State of `Players`."""

    names: tuple[str, str]
    memories: tuple[Memory, Memory]
    delivered: tuple[Any, Any]
    formations: dict[str, dict[str, Any]] = Field(default_factory=dict)  # by team; checked when they are loaded
    heard: list[tuple[Team, Tick, Tick]] = Field(default_factory=list)  # when each came, and when it spoke last


class SavedQueue(SavedPart):
    """State of `InputQueue`."""

    offered: Any
    sequence: Tick


class SavedRadio(SavedPart):
    """State of `Radio`."""

    orders: tuple[Tick, Tick]
    messages: tuple[Tick, Tick]
    air: list[Under]


class Saved(SavedPart):
    """The state that `Match.save` writes, except for that of the world."""

    made: str
    configuration: Any
    players: SavedPlayers
    game: Any
    referee: Any
    teleport: SavedTeleport
    robots: SavedRobots
    sensors: dict[str, SavedSensor] | None
    inputs: SavedQueue
    radio: SavedRadio
    channels: tuple[Channel, Channel]
    unruled: Any
    epoch: Finite
    touches: list[tuple[Team, Count, Finite]]
    stoppage: Any = None  # None: saved before there were calls
    falls: list[tuple[Team, Count, Tick]] = Field(default_factory=list)


def parse(text: bytes) -> Saved:
    """The parsed state; raises a ValueError that names what is invalid."""
    try:
        return Saved.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"{where or 'it'}: {first['msg']}") from None


# ---- messages -----------------------------------------------------------------------------------------------------


def check_messages(saved: Saved) -> None:
    """Raise a ValueError unless all messages in it have the expected types and ranges."""
    values, robots, realism, obstacles = _listed(saved.configuration, dict, "configuration", 4)
    for body, changes in robots.items():
        if not isinstance(body, Body) or body.team is None or not isinstance(changes, dict):
            raise ValueError("configuration: changes of a robot are wanted")
    if not all(isinstance(path, str) for table in (values, realism, *robots.values()) for path in table):
        raise ValueError("configuration: a path is wanted")
    if not all(isinstance(number, int) and isinstance(kind, str) for number, kind in obstacles.items()):
        raise ValueError("configuration: numbers of obstacles and their kinds are wanted")
    _listed(saved.unruled, get_args(Event), "unruled")
    if saved.stoppage is not None:
        _listed(saved.stoppage, Call, "stoppage")
    for entry in _listed(saved.inputs.offered, tuple, "offered"):
        if len(entry) != 3 or not isinstance(entry[2], get_args(Input)):
            raise ValueError("offered: source, number and input are wanted")
    _under_way(saved.radio.air, (Decision, Orders, Received), "air")
    for memory in saved.players.memories:
        _check_plain(memory)
    for delivered in saved.players.delivered:
        for entry in _listed(delivered, object, "delivered"):
            _check_reports(entry if isinstance(entry, list) else [entry])
    for name, sensor in (saved.sensors or {}).items():
        _check_reports(_under_way(sensor.under_way, object, name))
        _check_reports(_listed(sensor.heard, object, name))
        _listed(sensor.events, get_args(Event), name)


def _listed(plain: Any, kinds: Any, what: str, count: int | None = None) -> list[Any]:
    found = from_plain(plain)
    if not isinstance(found, list) or not all(isinstance(entry, kinds) for entry in found):
        raise ValueError(f"{what}: there is something else in it")
    if count is not None and len(found) != count:
        raise ValueError(f"{what}: {count} parts are wanted")
    return found


def _under_way(entries: list[Any], kind: Any, what: str) -> list[Any]:
    if len({sequence for _, sequence, _ in entries}) < len(entries):
        raise ValueError(f"{what}: a number is there twice")
    return _listed([item for _, _, item in entries], kind, what)


def _check_reports(reports: list[Any]) -> None:
    for report in reports:
        if not is_dataclass(report):
            raise ValueError("reports: a report of a sensor is wanted")
        if isinstance(report, CameraFrame):
            _check_frame(report)


def _check_frame(frame: CameraFrame) -> None:
    numbers = [part for seen in (*frame.balls, *frame.blue, *frame.yellow) for part in seen]
    if not all(abs(number) <= 1e9 for number in (frame.capture, frame.sent, *numbers)):
        raise ValueError("reports: a number in a frame is not finite, or too large")
    counts = (frame.camera, frame.number, *(robot.id for robot in (*frame.blue, *frame.yellow)))
    if not all(0 <= count < 2**31 for count in counts):
        raise ValueError("reports: a number in a frame is below 0, or too large")


def _check_plain(thing: Any, depth: int = 0) -> None:
    """Raise a ValueError unless the memory of a team is of limited depth and its numbers finite."""
    if depth > DEEPEST:
        raise ValueError("memories: too deep")
    if isinstance(thing, dict | list):
        for part in thing.values() if isinstance(thing, dict) else thing:
            _check_plain(part, depth + 1)
    elif isinstance(thing, float | int) and not abs(thing) <= 1e12:
        raise ValueError(f"memories: {thing} is not finite, or too large")


# ---- times --------------------------------------------------------------------------------------------------------


def check_times(saved: Saved, tick: int, timestep: float, ids: int) -> None:
    """Raise a ValueError unless its times fit the tick at which it was saved, and its robots the league's ids."""
    for name, due in _dues(saved):
        most = LONGEST_WATCHDOG if name == "watchdog" else LONGEST_DELAY
        if not tick < due <= tick + round(most / timestep) + 1:
            raise ValueError(f"{name}: due at step {due}, and it was saved at step {tick}")
    sensors = (saved.sensors or {}).values()
    for rate, start, count in [*saved.channels, *(channel for sensor in sensors for channel in sensor.channels)]:
        period = 1 / (rate * timestep)
        if period < 1 - 1e-9 or start + round(count * period) > tick + period + 1:
            raise ValueError(f"channels: {rate:g} Hz, {count} times since step {start} do not fit step {tick}")
    robots, teleport = saved.robots, saved.teleport
    numbers = [number for _, number, _ in (*robots.watchdog, *robots.manual)]
    numbers += [number for _, number, _, _ in robots.kicks]
    numbers += [number for _, number, _ in (*teleport.robots, *teleport.parked)]
    if max(numbers, default=0) >= ids:
        raise ValueError(f"a robot has an id that this league has not: they are 0 to {ids - 1}")
    past = [when for _, _, when, _ in robots.kicks]
    past += [when for _, *both in saved.players.heard for when in both]
    if max(past, default=0) > tick:
        raise ValueError(f"something was remembered at step {max(past)}, and it was saved at step {tick}")


def _dues(saved: Saved) -> Iterator[tuple[str, int]]:
    for _, _, until in (*saved.robots.watchdog, *saved.robots.manual):
        yield "watchdog", until
    for due, _, _ in saved.radio.air:
        yield "air", due
    for name, sensor in (saved.sensors or {}).items():
        for due, _, _ in sensor.under_way:
            yield name, due
