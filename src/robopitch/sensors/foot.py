"""Feet of a robot with joints: four switches or four load cells at the corners of a sole, and the centre of pressure
[FUmanoid-emulator §4.2.1.4].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field

from robopitch.messages import Body, Event, Output
from robopitch.messages.registry import register
from robopitch.sensors.carried import CarriedSensor, CarriedSettings
from robopitch.sensors.inspected import inspected
from robopitch.spec.quantity import Physical, assumed

if TYPE_CHECKING:
    from robopitch.physics.spatial.inspection import Inspection
    from robopitch.world import World

__all__ = ["CORNERS", "Foot", "FootReport", "FootSettings"]

CORNERS = ("front_left", "front_right", "back_left", "back_right")
"""The order of cells and switches."""

Force = Annotated[float, Physical("N", ge=0, le=10_000)]


@dataclass(frozen=True, slots=True)
class FootReport:
    """What the corners of a sole carry."""

    robot: Body
    capture: float  # s
    foot: str  # as its settings name it
    switches: tuple[bool, ...]  # in the order of CORNERS
    cells: tuple[float, ...]  # N, likewise; empty: a foot with switches only
    centre: tuple[float, float] | None  # of pressure, forward and left of the middle, m; None: nothing to tell
    sensor: str = ""  # which one it is, "blue 0 left_foot"

    units: ClassVar[Mapping[str, str]] = {
        **{f"switch_{corner}": "1" for corner in CORNERS},
        **dict.fromkeys(CORNERS, "N"),
        "centre_x": "m",
        "centre_y": "m",
    }

    @property
    def values(self) -> dict[str, float]:
        """All numbers by name."""
        found = {f"switch_{corner}": float(on) for corner, on in zip(CORNERS, self.switches, strict=True)}
        if self.cells:
            found |= dict(zip(CORNERS, self.cells, strict=True))
        if self.centre is not None:
            found |= {"centre_x": self.centre[0], "centre_y": self.centre[1]}
        return found


register(FootReport)


class FootSettings(CarriedSettings):
    """Which foot, what it measures with, and its errors."""

    foot: str = Field(default="left_foot", description="its sites are called FOOT_front_left, FOOT_front_right …")
    cells: Literal["load-cell", "foot-switch"] = Field(default="load-cell", description="what is at the corners")
    threshold: Force = Field(
        default=assumed(0.5, "N", "a hundredth of the weight of a robot of 5 kg"),
        description="force above which a switch is closed",
    )
    noise: Force = Field(default=assumed(0.1, "N", "a small load cell"), description="deviation of the noise of a cell")
    calibration: Annotated[float, Physical("1", ge=0, le=1)] = Field(
        default=assumed(0.02, "1", "2 %: a small load cell"), description="deviation of the gain of each cell from 1"
    )
    resolution: Force = Field(default=assumed(0.01, "N", "the register of a board"), description="smallest step")


class Foot(CarriedSensor[FootSettings]):
    """Reports the forces on the corners of a sole.

    A force between the corners is shared as by a stiff plate: in proportion to the distances, along and across. One
    beyond the corners counts at the edge. Forces that pull are not measured.
    """

    settings_type = FootSettings

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """Switches, cells and the centre of pressure."""
        settings, column = self.settings, self.column(world)
        first = f"{settings.foot}_{CORNERS[0]}"
        inside = inspected(world, column, first) if self.robot(world) is not None else None
        if inside is None:
            return []
        length, width, forces = _forces(inside, column, settings.foot)
        noise, constant = self.normals(world, frame, 4), self.constants(world, 4)
        cells = [
            max(0.0, self.stepped(value * (1.0 + settings.calibration * k) + settings.noise * n, settings.resolution))
            for value, n, k in zip(forces, noise, constant, strict=True)
        ]
        switches = tuple(value > settings.threshold for value in cells)
        if settings.cells == "foot-switch":
            return [FootReport(self.owner, world.time, settings.foot, switches, (), None, self.name)]
        front_left, front_right, back_left, back_right = cells
        total = front_left + front_right + back_left + back_right
        centre = None
        if total > settings.threshold:
            centre = (
                (front_left + front_right - back_left - back_right) / total * length / 2,
                (front_left - front_right + back_left - back_right) / total * width / 2,
            )
        return [FootReport(self.owner, world.time, settings.foot, switches, tuple(cells), centre, self.name)]


def _forces(inside: Inspection, column: int, foot: str) -> tuple[float, float, tuple[float, float, float, float]]:
    """Length and width of the rectangle of the corners, and the forces on them."""
    corners = [
        inside.place_on_body(column, f"{foot}_{corner}") for corner in CORNERS if inside.has(column, f"{foot}_{corner}")
    ]
    if len(corners) < 4:
        return 0.0, 0.0, (0.0, 0.0, 0.0, 0.0)
    length, width = corners[0][0] - corners[2][0], corners[0][1] - corners[1][1]
    if not (length > 0.0 and width > 0.0):
        return 0.0, 0.0, (0.0, 0.0, 0.0, 0.0)
    found = [0.0] * 4
    for load in inside.loads(column, f"{foot}_{CORNERS[0]}"):
        up = max(0.0, load.force[2])
        front = min(max(1.0 + load.place[0] / length, 0.0), 1.0)  # the site is at the front left
        left = min(max(1.0 + load.place[1] / width, 0.0), 1.0)
        for n, share in enumerate(
            (front * left, front * (1.0 - left), (1.0 - front) * left, (1.0 - front) * (1.0 - left))
        ):
            found[n] += up * share
    return length, width, (found[0], found[1], found[2], found[3])
