"""The answer to `calibration`: the calibration of a vision, and what it found in its last image."""

from __future__ import annotations

from typing_extensions import TypedDict

__all__ = ["Calibration", "ColourEntry", "FieldPoint", "Found"]


class FieldPoint(TypedDict):
    """A point of the field, m, and where it is said to be in the picture, px."""

    name: str
    x: float
    y: float
    column: float
    row: float
    error: float | None  # px between this and where the projection puts the point; None: there is no projection


class ColourEntry(TypedDict):
    """A colour: the box that its pixels are in."""

    name: str
    cube: list[int]  # least and most Y, least and most U, least and most V
    shown: str  # the colour in its middle, "#f0601a"
    changed: bool  # it is not the usual one


class Found(TypedDict):
    """A robot or a ball in the picture, px."""

    name: str  # "ball", "blue 3"; "blue ?": nobody knows which one
    column: float
    row: float
    ahead: list[float]  # column and row of a point before a robot; empty: of a ball
    certainty: float


class Calibration(TypedDict):
    """The answer to `calibration`."""

    camera: str  # the sensor whose images it looks at
    width: int  # of these, px
    height: int
    points: list[FieldPoint]
    residual: float | None  # px, root of the mean square
    problem: str  # why there is no projection; or empty
    colours: list[ColourEntry]
    overlaps: list[list[str]]  # pairs of colours that have pixels in common
    found: list[Found]
    age: float | None  # s, of the last image; None: there is none
