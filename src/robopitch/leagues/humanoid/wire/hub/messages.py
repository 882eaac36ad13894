"""What a control program and the hub of a match say to each other, in metres, seconds and radians."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from robopitch.messages import Team

__all__ = [
    "VERSION",
    "Bus",
    "ChangeSensors",
    "Hello",
    "HubError",
    "Reading",
    "SensorInfo",
    "SensorRequest",
    "SensorsNow",
    "Value",
    "Welcome",
]

VERSION = 1  # of the protocol


class SensorRequest(NamedTuple):
    """What a program wants of one sensor."""

    name: str  # "imu"
    on: bool = True
    rate: float | None = None  # Hz; None: as it is
    settings: tuple[tuple[str, float], ...] = ()  # names and values: noise, delay, loss and others


@dataclass(frozen=True, slots=True)
class Hello:
    """A control program introduces itself."""

    team: Team
    number: int
    program: str = ""
    sensors: tuple[SensorRequest, ...] = ()
    description: bytes | None = None  # of a figure; None: the robot stays as it is
    key: str = ""  # of the user who runs the server


@dataclass(frozen=True, slots=True)
class ChangeSensors:
    """Sensors are switched on or off, or get another rate."""

    sensors: tuple[SensorRequest, ...]
    number: int = 0  # of the request


class Value(NamedTuple):
    """One number of a reading; None: there is no limit, or no smallest step."""

    name: str
    unit: str = ""
    least: float | None = None
    greatest: float | None = None
    step: float | None = None


@dataclass(frozen=True, slots=True)
class SensorInfo:
    """A sensor of the robot."""

    id: int
    name: str
    kind: str
    on: bool
    sent: bool  # to this program
    rate: float
    delay: float
    loss: float
    greatest_rate: float
    bus_id: int  # 0: it has no board on the servo bus
    values: tuple[Value, ...]
    settings: tuple[tuple[str, float], ...] = ()  # all other numbers that can be set


class Bus(NamedTuple):
    """A way to the servo bus."""

    kind: str  # pty, unix, tcp, udp, serial
    path: str = ""
    port: int = 0


@dataclass(frozen=True, slots=True)
class Welcome:
    """The answer to a hello that was accepted."""

    team: Team
    number: int
    league: str
    step: float
    time: float
    buses: tuple[Bus, ...]
    bus_protocol: int
    sensors: tuple[SensorInfo, ...]
    description: bytes


@dataclass(frozen=True, slots=True)
class HubError:
    """Why a request was refused."""

    code: str
    message: str
    number: int = 0  # of the request


@dataclass(frozen=True, slots=True)
class Reading:
    """What a sensor measured."""

    id: int
    count: int
    capture: float
    latency: float
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SensorsNow:
    """All sensors as they are from now on: the answer to a change, or something else has changed them."""

    time: float
    sensors: tuple[SensorInfo, ...]
    number: int = 0
    rewound: bool = False
