"""Messages of the hub as bytes and back. Decoding never raises: what cannot be used is a `Refusal`."""

from __future__ import annotations

import math
from typing import Any

from robopitch.leagues.humanoid.wire.hub.messages import (
    VERSION,
    Bus,
    ChangeSensors,
    Hello,
    HubError,
    Reading,
    SensorInfo,
    SensorRequest,
    SensorsNow,
    Value,
    Welcome,
)
from robopitch.messages import Refusal, Team
from robopitch.messages.text import clean
from robopitch.wire.pool import message_class, parse

__all__ = ["Answer", "decode_answer", "decode_request", "encode_answer", "encode_request"]

Answer = Welcome | HubError | Reading | SensorsNow

MOST_SENSORS = 64  # in one request, as many as a robot can have
LONGEST_NAME = 80  # characters

_Request = message_class("robopitch_hub.Request")
_Answer = message_class("robopitch_hub.Answer")
_TEAMS = {1: Team.BLUE, 2: Team.YELLOW}
_NUMBERS = {team: number for number, team in _TEAMS.items()}


# ---- from the control program --------------------------------------------------------------------------------------


def decode_request(data: bytes) -> Hello | ChangeSensors | Refusal:
    """The request in a message."""
    message = parse(_Request, data)
    if isinstance(message, Refusal):
        return message
    kind = message.WhichOneof("kind")
    if kind is None:
        return Refusal("UNREADABLE", "a Request has a hello (field 1) or a change (field 2)")
    given = message.hello if kind == "hello" else message.change
    sensors = _requests(given.sensors)
    if isinstance(sensors, Refusal):
        return sensors
    if kind == "change":
        return ChangeSensors(sensors, given.number)
    if given.version != VERSION:
        return Refusal("VERSION", f"this server speaks version {VERSION} of the protocol, not {given.version}")
    if given.team not in _TEAMS:
        return Refusal("TEAM", f"team {given.team}: 1 (blue) or 2 (yellow) is wanted")
    program = clean(given.program, LONGEST_NAME)
    description = given.description if given.HasField("description") else None
    return Hello(_TEAMS[given.team], given.number, program, sensors, description, given.key)


def _requests(given: Any) -> tuple[SensorRequest, ...] | Refusal:
    if len(given) > MOST_SENSORS:
        return Refusal("SENSOR", f"{len(given)} sensors in one request; {MOST_SENSORS} at most")
    found: dict[str, SensorRequest] = {}
    for one in given:
        if not one.name or len(one.name) > LONGEST_NAME:
            return Refusal("SENSOR", f"the name of a sensor has 1 to {LONGEST_NAME} characters, not {len(one.name)}")
        rate = one.rate if one.HasField("rate") else None
        if rate is not None and not (math.isfinite(rate) and rate > 0):
            return Refusal("SENSOR", f"{one.name}: a rate of {rate:g} Hz; it must be above 0")
        if one.name in found:
            return Refusal("SENSOR", f"{one.name} is named twice in one request")
        settings = tuple((setting.name, setting.value) for setting in one.settings)
        if refusal := _objection(one.name, settings):
            return refusal
        found[one.name] = SensorRequest(one.name, one.on if one.HasField("on") else True, rate, settings)
    return tuple(found.values())


def _objection(sensor: str, settings: tuple[tuple[str, float], ...]) -> Refusal | None:
    """What is wrong with the settings of a sensor, whatever sensor it is."""
    names = [name for name, _ in settings]
    if len(names) > MOST_SENSORS or len(set(names)) < len(names):
        return Refusal("SENSOR", f"{sensor}: {len(names)} settings; {MOST_SENSORS} at most, each once")
    for name, value in settings:
        if name in ("on", "rate") or len(name) > LONGEST_NAME or not math.isfinite(value):
            return Refusal(
                "SENSOR", f"{sensor}: {name[:LONGEST_NAME]} = {value:g} is no setting; on and rate have fields"
            )
    return None


def encode_request(request: Hello | ChangeSensors) -> bytes:
    """The bytes of a request."""
    message = _Request()
    if isinstance(request, Hello):
        part = message.hello
        part.version, part.team, part.number = VERSION, _NUMBERS[request.team], request.number
        part.program, part.key = request.program, request.key
        if request.description is not None:
            part.description = request.description
    else:
        part = message.change
        part.SetInParent()
        part.number = request.number
    for one in request.sensors:
        added = part.sensors.add(name=one.name, on=one.on, **({} if one.rate is None else {"rate": one.rate}))
        _add_settings(added.settings, one.settings)
    data: bytes = message.SerializeToString(deterministic=True)
    return data


# ---- to the control program ----------------------------------------------------------------------------------------


def encode_answer(answer: Answer) -> bytes:
    """The bytes of an answer."""
    message = _Answer()
    match answer:
        case Reading(id, count, capture, latency, values):
            part = message.reading
            part.id, part.count, part.capture, part.latency = id, count, capture, latency
            part.values.extend(values)
        case HubError(code, text, number):
            message.error.code, message.error.message, message.error.number = code, text, number
        case SensorsNow(time, sensors, number, rewound):
            part = message.sensors
            part.time, part.number, part.rewound = time, number, rewound
            _add_sensors(part.sensors, sensors)
        case Welcome():
            _fill_welcome(message.welcome, answer)
    data: bytes = message.SerializeToString(deterministic=True)
    return data


def _fill_welcome(part: Any, welcome: Welcome) -> None:
    part.version, part.team, part.number = VERSION, _NUMBERS[welcome.team], welcome.number
    part.league, part.step, part.time = welcome.league, welcome.step, welcome.time
    for bus in welcome.buses:
        part.buses.add(kind=bus.kind, path=bus.path, port=bus.port)
    part.bus_protocol, part.description = welcome.bus_protocol, welcome.description
    _add_sensors(part.sensors, welcome.sensors)


_PLAIN = ("id", "name", "kind", "on", "sent", "rate", "delay", "loss", "greatest_rate", "bus_id")


def _add_sensors(into: Any, sensors: tuple[SensorInfo, ...]) -> None:
    for sensor in sensors:
        one = into.add(**{name: getattr(sensor, name) for name in _PLAIN})
        for value in sensor.values:
            one.values.add(**{name: what for name, what in value._asdict().items() if what is not None})
        _add_settings(one.settings, sensor.settings)


def _add_settings(into: Any, settings: tuple[tuple[str, float], ...]) -> None:
    for name, value in settings:
        into.add(name=name, value=value)


def decode_answer(data: bytes) -> Answer | Refusal:
    """The answer in a message, for a control program in Python."""
    message = parse(_Answer, data)
    if isinstance(message, Refusal):
        return message
    match message.WhichOneof("kind"):
        case "reading":
            one = message.reading
            return Reading(one.id, one.count, one.capture, one.latency, tuple(one.values))
        case "error":
            return HubError(message.error.code, message.error.message, message.error.number)
        case "sensors":
            part = message.sensors
            return SensorsNow(part.time, _sensors(part.sensors), part.number, part.rewound)
        case "welcome":
            return _welcome(message.welcome)
    return Refusal("UNREADABLE", "an Answer of a kind that is not known here")


def _welcome(part: Any) -> Welcome | Refusal:
    if part.version != VERSION or part.team not in _TEAMS:
        return Refusal("VERSION", f"version {part.version} of the protocol, team {part.team}")
    return Welcome(
        _TEAMS[part.team],
        part.number,
        part.league,
        part.step,
        part.time,
        tuple(Bus(bus.kind, bus.path, bus.port) for bus in part.buses),
        part.bus_protocol,
        _sensors(part.sensors),
        part.description,
    )


def _sensors(given: Any) -> tuple[SensorInfo, ...]:
    found = []
    for one in given:
        values = tuple(
            Value(value.name, value.unit, *(_optional(value, name) for name in ("least", "greatest", "step")))
            for value in one.values
        )
        settings = tuple((setting.name, setting.value) for setting in one.settings)
        found.append(SensorInfo(**{name: getattr(one, name) for name in _PLAIN}, values=values, settings=settings))
    return tuple(found)


def _optional(message: Any, name: str) -> float | None:
    return getattr(message, name) if message.HasField(name) else None
