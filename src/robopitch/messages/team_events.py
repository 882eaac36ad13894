"""Events between the parts of a team's software, and between its programs [MI20 §2.6.2].

They never enter a match. Robots are named by their numbers in the own team; None means all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from robopitch.messages.game_state import GameState
from robopitch.messages.inputs import RobotPlace

__all__ = [
    "Identify",
    "IdentifyDone",
    "MaybeCollision",
    "ModuleStart",
    "Places",
    "PlacesWanted",
    "RobotSleep",
    "RobotWakeup",
    "SettingChanged",
    "Shutdown",
    "SwapIds",
    "TeamEvent",
]


@dataclass(frozen=True, slots=True)
class Identify:
    """A robot is to show which one it is."""

    name: ClassVar[str] = "identify"
    robot: int | None


@dataclass(frozen=True, slots=True)
class IdentifyDone:
    """A robot has shown itself; *seen* is the one that was seen to move, None if none was."""

    name: ClassVar[str] = "identify_done"
    robot: int
    seen: int | None


@dataclass(frozen=True, slots=True)
class SwapIds:
    """Two robots have each other's number."""

    name: ClassVar[str] = "id_swap"
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class RobotSleep:
    """A robot stands until it is woken up."""

    name: ClassVar[str] = "robot_sleep"
    robot: int | None


@dataclass(frozen=True, slots=True)
class RobotWakeup:
    """A robot plays again."""

    name: ClassVar[str] = "robot_wakeup"
    robot: int | None


@dataclass(frozen=True, slots=True)
class MaybeCollision:
    """A robot was about to collide with a team mate, or with an opponent (None)."""

    name: ClassVar[str] = "maybe_collision"
    robot: int
    other: int | None


@dataclass(frozen=True, slots=True)
class ModuleStart:
    """A module was started, or stopped."""

    name: ClassVar[str] = "module_start"
    module: str
    running: bool


@dataclass(frozen=True, slots=True)
class PlacesWanted:
    """The referee asks for the targets of the auto-positioning for the restart that follows [MI20 §5.2]."""

    name: ClassVar[str] = "places_wanted"
    game: GameState


@dataclass(frozen=True, slots=True)
class Places:
    """These targets, in the frame of the field."""

    name: ClassVar[str] = "set_action"
    robots: tuple[RobotPlace, ...]


@dataclass(frozen=True, slots=True)
class SettingChanged:
    """A setting gets another value, by its dotted name; the value is a text."""

    name: ClassVar[str] = "setting_changed"
    setting: str
    value: str


@dataclass(frozen=True, slots=True)
class Shutdown:
    """The program is to end."""

    name: ClassVar[str] = "shutdown"


TeamEvent = (
    Identify
    | IdentifyDone
    | SwapIds
    | RobotSleep
    | RobotWakeup
    | MaybeCollision
    | ModuleStart
    | PlacesWanted
    | Places
    | SettingChanged
    | Shutdown
)
