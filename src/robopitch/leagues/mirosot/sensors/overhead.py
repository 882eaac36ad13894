"""The camera over the table and the patches that it sees, as data: `overhead.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Annotated

from pydantic import Field

from robopitch.spec.base import Spec
from robopitch.spec.draft import Draft
from robopitch.spec.quantity import Physical, Whole
from robopitch.spec.toml import read_toml

__all__ = ["OverheadSpec", "PatchSpec", "SchemeSpec", "overhead_of"]

FILE = "overhead.toml"

Place = Annotated[float, Physical("m", ge=-1, le=1)]
Size = Annotated[float, Physical("m", gt=0, le=1)]
Small = Annotated[float, Physical("rad", ge=-0.5, le=0.5)]
Pixels = Annotated[int, Whole(ge=16, le=4096)]


class PatchSpec(Spec):
    """A rectangular patch on the cover of a robot, in its frame."""

    x: Place = Field(description="of its centre, forward")
    y: Place = Field(description="of its centre, to the left")
    length: Size = Field(description="along x")
    width: Size = Field(description="along y")


class SchemeSpec(Spec):
    """The patches of a team."""

    team: PatchSpec = Field(description="in the colour of the team")
    others: tuple[PatchSpec, ...] = Field(default=(), description="in the colours of the code")
    codes: tuple[tuple[str, ...], ...] = Field(
        default=(), description="colours of the others, of robot 0, 1, 2 …; one code: the same for all robots"
    )

    @property
    def identifies(self) -> bool:
        """Whether the patches tell which robot it is."""
        return len(self.codes) > 1

    def code(self, id: int) -> tuple[str, ...]:
        """The colours of a robot's other patches; of robots beyond the last code, those of a former one."""
        return self.codes[id % len(self.codes)] if self.codes else ()

    def problems(self) -> Iterator[tuple[str, str]]:
        """Each code has a colour for each patch."""
        for index, code in enumerate(self.codes):
            if len(code) != len(self.others):
                yield f"codes.{index}", f"{len(code)} colours for {len(self.others)} patches"


class OverheadSpec(Spec):
    """The camera over the table, the colours that it sees, and the patches on the robots."""

    rate: Annotated[float, Physical("Hz", ge=1, le=1000)] = Field(description="pictures per second")
    height: Annotated[float, Physical("m", ge=0.5, le=20)] = Field(description="of the camera above the table")
    x: Place = Field(description="of the camera")
    y: Place = Field(description="of the camera")
    tilt: Small = Field(description="of its axis from the vertical")
    turn: Small = Field(description="of its picture from the length of the table")
    focal_length: Annotated[float, Physical("px", ge=10, le=100000)] = Field(description="of the lens")
    k1: Annotated[float, Physical("1", ge=-2, le=2)] = Field(description="radial distortion of the lens")
    k2: Annotated[float, Physical("1", ge=-2, le=2)] = Field(description="radial distortion of the lens")
    image_width: Pixels = Field(description="of a picture, in pixels")
    image_height: Pixels = Field(description="of a picture, in pixels")
    noise: Annotated[float, Physical("1", ge=0, le=100)] = Field(description="deviation of each colour, of 255")
    colours: dict[str, str] = Field(description="of things, by name")
    patch_colours: dict[str, str] = Field(description="of the patches beside the team patch, by name")
    schemes: dict[str, SchemeSpec] = Field(description="of patches, by name")


@cache
def overhead_of(league: str) -> OverheadSpec:
    """The camera and the patches of a league; of one that has no table of its own, those of all."""
    tables = read_toml(files(__package__) / FILE, FILE)
    draft = Draft()
    for table in ("common", league):
        draft.overlay(tables.get(table, {}), FILE)
    return draft.build(OverheadSpec)
