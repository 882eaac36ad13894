"""Sensors that look at the images of a camera, and that a person calibrates on the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from robopitch.control.vision.calibration import FieldFit
    from robopitch.control.vision.colours import ColourCube
    from robopitch.world import World

__all__ = ["CalibratedSensor"]


@runtime_checkable
class CalibratedSensor(Protocol):
    """What a sensor has besides, if it can be calibrated; its settings are `cubes` and `points`, by name."""

    name: str
    hears: tuple[str, ...]
    settings: Any

    @property
    def cubes(self) -> Mapping[str, ColourCube]:
        """Its colours by name."""
        ...

    def points(self, world: World) -> Mapping[str, tuple[tuple[float, float], tuple[float, float]]]:
        """Its field points by name: x and y on the field, column and row in the picture."""
        ...

    def fit(self, world: World) -> FieldFit:
        """Its projection; raises a ValueError if the points do not determine one."""
        ...
