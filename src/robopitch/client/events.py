"""The events that the modules of a team exchange [MI20 §2.6.2]; `name` is the name that MI20 gave them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from robopitch.control.geometry import Twist
from robopitch.messages import CameraFrame, ChangeCameras, ChangeSpec, Feedback, RobotOrder
from robopitch.messages.game_state import GameState
from robopitch.messages.team_events import (
    Identify,
    IdentifyDone,
    MaybeCollision,
    ModuleStart,
    Places,
    PlacesWanted,
    RobotSleep,
    RobotWakeup,
    SettingChanged,
    Shutdown,
    SwapIds,
)
from robopitch.teams.observation import Action, Observation

__all__ = [
    "Commanded",
    "Datagrams",
    "Event",
    "FieldChanged",
    "GameStateChange",
    "Heard",
    "Identify",
    "IdentifyDone",
    "MaybeCollision",
    "ModuleStart",
    "NewImage",
    "NewSnapshot",
    "NewWorldData",
    "Places",
    "PlacesWanted",
    "RobotSleep",
    "RobotWakeup",
    "SetActions",
    "SettingChanged",
    "Shutdown",
    "Steered",
    "SwapIds",
    "Velocities",
]


class Event(Protocol):
    """Any event: a frozen dataclass with a name."""

    name: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Datagrams:
    """What was received from a source of the link."""

    name: ClassVar[str] = "datagrams"
    source: str
    data: Sequence[bytes]


@dataclass(frozen=True, slots=True)
class NewImage:
    """An image of the camera over the field: UYVY, ``[row, 2 × column]``."""

    name: ClassVar[str] = "new_image"
    number: int
    capture: float  # s
    image: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class NewSnapshot:
    """What vision found at one time, one frame for each camera; nothing in it relates to time."""

    name: ClassVar[str] = "new_snapshot"
    frames: Sequence[CameraFrame]


@dataclass(frozen=True, slots=True)
class NewWorldData:
    """The estimated state of the world when a command that is sent now takes effect.

    lost: own robots that are not seen at present, and s since they were
    """

    name: ClassVar[str] = "new_worlddata"
    observation: Observation
    lost: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class SetActions:
    """The actions of the robots; a robot that is not named keeps its own."""

    name: ClassVar[str] = "set_action"
    actions: Mapping[int, Action]


@dataclass(frozen=True, slots=True)
class Steered:
    """A robot is steered by hand, or by the identification; None: it is released."""

    name: ClassVar[str] = "steered"
    robot: int
    action: Action | None


@dataclass(frozen=True, slots=True)
class Velocities:
    """The commands of all robots, in the frame of the field."""

    name: ClassVar[str] = "velocities"
    orders: tuple[RobotOrder, ...]


@dataclass(frozen=True, slots=True)
class Commanded:
    """The same as velocities, each in the frame of its robot: the state estimator predicts with them.

    armed: robots with a kick command
    """

    name: ClassVar[str] = "commanded"
    twists: Mapping[int, Twist]
    armed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class GameStateChange:
    """The referee has spoken."""

    name: ClassVar[str] = "game_state_change"
    game: GameState


@dataclass(frozen=True, slots=True)
class Heard:
    """Robots have reported to their team."""

    name: ClassVar[str] = "heard"
    feedback: Sequence[Feedback]


@dataclass(frozen=True, slots=True)
class FieldChanged:
    """Field, ball or cameras are different from what was assumed."""

    name: ClassVar[str] = "field_changed"
    change: ChangeSpec | ChangeCameras
