"""Robots with joints as the page draws them: parts that move against each other. Metres and radians."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

__all__ = ["Figure", "FigureJoint", "FigureMesh", "FigurePart", "FigureShape", "Quaternion", "Vector"]

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]  # w, x, y, z


class FigureJoint(TypedDict):
    """A hinge or slide: its angle or way is a polynomial of the joint angle in a row of the frame, less `zero`."""

    slides: bool
    anchor: Vector  # in the frame of the part, as axis
    axis: Vector
    row: int
    zero: float
    factors: list[float]


class FigureMesh(TypedDict):
    """Triangles, counter-clockwise from outside."""

    corners: list[Vector]
    faces: list[tuple[int, int, int]]


class FigureShape(TypedDict):
    """A solid in the frame of its part."""

    kind: Literal["box", "sphere", "capsule", "cylinder", "ellipsoid", "mesh"]
    size: Vector  # half lengths; radius and half the length along z of a capsule or cylinder
    position: Vector
    quaternion: Quaternion
    colour: Vector  # red, green, blue, 0 to 1
    marked: bool  # in the colour of the team
    mesh: FigureMesh | None


class FigurePart(TypedDict):
    """A rigid part: its place in that of its parent, and then its joints in their order."""

    parent: int  # an earlier part; −1: the trunk, whose pose is that of the robot
    position: Vector
    quaternion: Quaternion
    joints: list[FigureJoint]
    shapes: list[FigureShape]


class Figure(TypedDict):
    """A robot with joints."""

    parts: list[FigurePart]
    joints: int
    standing: float  # height of the trunk with all joints at zero
    servos: list[str]  # "1 HEAD_PITCH", in the order of the joints
