"""What a user can ask for in the humanoid leagues: servo buses at paths of this machine, and time that waits for
programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pydantic import BaseModel, field_validator

from robopitch.leagues.feature import Feature, flag

if TYPE_CHECKING:
    from robopitch.leagues.context import Context

__all__ = ["FEATURES", "HubOptions", "LimpOptions", "SerialDevice", "ServoBusOptions"]

USUAL_BAUD = 1_000_000  # of the servo buses of real robots


class SerialDevice(NamedTuple):
    """A serial device of this machine."""

    path: Path
    baud: int


class ServoBusOptions(BaseModel):
    """Where robots have their servo buses, beside the ports of network.toml."""

    bus_dir: Path | None = flag(
        None,
        "Folder for the serial ports of robots' servo buses: pseudo terminals FOLDER/blue-1 and so on, and Unix "
        "sockets FOLDER/blue-1.sock.",
        metavar="FOLDER",
    )
    wire_time: str = flag(
        "off", "on: bytes on servo buses take as long as their baud rate says; off: none.", metavar="on|off"
    )
    bus: tuple[str, ...] = flag(
        (),
        "A serial device, such as a USB adapter, that leads to a robot's servo bus: 'blue-1=/dev/ttyUSB0', or "
        f"'blue-1=/dev/ttyUSB0@57600'; {USUAL_BAUD} baud if not given. May be repeated.",
        metavar="ROBOT=DEVICE",
    )

    @field_validator("wire_time")
    @classmethod
    def _on_or_off(cls, text: str) -> str:
        from robopitch.spec.names import known_name

        return known_name(text, ("on", "off"), "value of --wire-time")

    @field_validator("bus")
    @classmethod
    def _are_devices(cls, texts: tuple[str, ...]) -> tuple[str, ...]:
        _devices(texts)
        return texts

    @property
    def devices(self) -> Mapping[str, SerialDevice]:
        """Serial devices by the names of robots."""
        return _devices(self.bus)


def _devices(texts: tuple[str, ...]) -> dict[str, SerialDevice]:
    """Serial devices by the names of robots, from ROBOT=DEVICE or ROBOT=DEVICE@BAUD."""
    found: dict[str, SerialDevice] = {}
    for text in texts:
        name, _, place = (part.strip() for part in text.partition("="))
        path, at, baud = place.rpartition("@") if place.rpartition("@")[2].isdigit() else (place, "", "")
        if not (name and path):
            raise ValueError(f"--bus {text}: write robot=device, for example --bus blue-1=/dev/ttyUSB0")
        if name in found:
            raise ValueError(f"--bus {name}: given twice, {found[name].path} and {path}")
        found[name] = SerialDevice(Path(path), int(baud) if at else USUAL_BAUD)
    return found


class HubOptions(BaseModel):
    """Whom time waits for."""

    pause_without: tuple[str, ...] = flag(
        (),
        "Time stands still while this robot, 'blue-1', has no control program; hub: while one that was connected to "
        "the hub is away. May be repeated.",
        metavar="ROBOT",
    )

    @field_validator("pause_without")
    @classmethod
    def _once(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(names))


class LimpOptions(BaseModel):
    """How robots begin."""

    limp: bool = flag(
        False,
        "Robots with servos begin as after power-on, without torque, and fall; without it they stand as a program left "
        "them, torque on.",
    )


# The endpoints of the league read the options of both, from `Network.options`; a match of built-in teams has none.


def _check_buses(context: Context, options: ServoBusOptions) -> None:
    if not any(one.bus for one in context.endpoints):
        raise SERVO_BUS.refusal(options, context.match.world.league.name)


def _check_hub(context: Context, options: HubOptions) -> None:
    if not any(one.waits for one in context.endpoints):
        raise HUB.refusal(options, context.match.world.league.name)


SERVO_BUS = Feature(
    "servo-bus",
    "Servo buses",
    ServoBusOptions,
    _check_buses,
    absent="robots of {league} have no servo bus to which a program connects",
)
HUB = Feature(
    "hub", "Hub", HubOptions, _check_hub, absent="control programs of robots of {league} do not connect to a hub"
)


def _let_go(context: Context, options: LimpOptions) -> None:
    """Reboot all servos before the first step; that is recorded, as every input."""
    from robopitch.messages import ResetServo

    match, some = context.match, False
    for body in match.world.bodies:
        if body.team is not None:
            for servo in match.world.servos(body.team, body.id):
                match.offer("limp", ResetServo(body.team, body.id, servo))
                some = True
    if not some:
        raise LIMP.refusal(options, match.world.league.name)


LIMP = Feature("limp", "Servos without torque", LimpOptions, _let_go, absent="robots of {league} have no servos")
FEATURES = (SERVO_BUS, HUB, LIMP)
