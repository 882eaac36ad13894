"""Teams whose robots are of several types: the type of each robot, and how its radio is spoken to [MI20 §2.4.5].

A fleet is a TOML file; robots that it does not name are of the type of the league:

    [3]                        # the number that strategy and vision use
    robot = "vss"              # a shipped robot, or the path of a robot file
    radio = "wheels"           # how commands are sent: velocities or wheels
    address = 7                # the number that its radio uses; the same number if not stated
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from robopitch.spec import RobotSpec, load_robot
from robopitch.spec.names import known_name

__all__ = ["RADIO_KINDS", "VELOCITIES", "WHEELS", "Handle", "load_fleet"]

VELOCITIES = "velocities"  # linear and angular velocity: the robot's own processor turns its wheels
WHEELS = "wheels"  # the speed of each rim: v ∓ ℓω/2, by the wheels of its type [MI20 §2.4.4]
RADIO_KINDS = (VELOCITIES, WHEELS)
MOST = 255  # the highest address
_KEYS = ("robot", "radio", "address")


class Handle(NamedTuple):
    """What is needed to send a command to one robot."""

    robot: RobotSpec
    radio: str  # one of RADIO_KINDS
    address: int


def load_fleet(path: Path, usual: RobotSpec) -> dict[int, Handle]:
    """The handles of a file by robot; raises a ValueError that says what is wrong and where.

    usual: the type of robots for which none is stated
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{path}: {error}") from None
    fleet: dict[int, Handle] = {}
    for name, table in tables.items():
        where = f"{path}: [{name}]"
        if not name.isdecimal() or int(name) > MOST or not isinstance(table, dict):
            raise ValueError(f"{where}: a table for each robot is wanted, by its number: [3]")
        fleet[int(name)] = _handle(where, int(name), table, usual, path.parent)
    used: dict[int, int] = {}
    for number, handle in fleet.items():
        if handle.address in used:
            raise ValueError(f"{path}: robots {used[handle.address]} and {number} have the address {handle.address}")
        used[handle.address] = number
    return fleet


def _handle(where: str, number: int, table: Mapping[str, Any], usual: RobotSpec, folder: Path) -> Handle:
    for key in table:
        if key not in _KEYS:
            raise ValueError(f"{where}: there is no {key!r}; {', '.join(_KEYS)} are possible")
    radio, address = str(table.get("radio", VELOCITIES)), table.get("address", number)
    robot = usual
    try:
        known_name(radio, RADIO_KINDS, "kind of radio")
        if "robot" in table:
            name = str(table["robot"])
            robot = load_robot(folder / name if name.endswith(".toml") else name)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    if not isinstance(address, int) or isinstance(address, bool) or not 0 <= address <= MOST:
        raise ValueError(f"{where}: address = {address}: a whole number from 0 to {MOST} is wanted")
    return Handle(robot, radio, address)
