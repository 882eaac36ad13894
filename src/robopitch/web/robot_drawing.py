"""A robot from above for the robot designer, also while some of its values are not valid yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from robopitch.plot.shape import outline_points
from robopitch.spec import HolderSpec, KickerSpec, Outline, WheelSpec
from robopitch.web import schema

__all__ = ["draw_robot", "drawable_wheels"]

Part = TypeVar("Part")

OUTLINE: TypeAdapter[Outline] = TypeAdapter(Outline)
WHEEL, KICKER, HOLDER = TypeAdapter(WheelSpec), TypeAdapter(KickerSpec), TypeAdapter(HolderSpec)


def draw_robot(tree: Mapping[str, Any], ball_radius: float) -> schema.RobotDrawing:
    """Outline, wheels and devices of the tables of a robot file; parts that are not valid are left out.

    ball_radius: of the league, in m; 0 if it is not known
    """
    outline = _valid(OUTLINE, tree.get("outline"))
    points = [] if outline is None else outline_points(outline).tolist()
    return schema.RobotDrawing(
        outline=[(round(x, 5), round(y, 5)) for x, y in points],
        wheels=[_wheel(wheel) for wheel in drawable_wheels(tree) if wheel is not None],
        front=0.0 if outline is None else round(outline.ball_front(ball_radius), 5),
        ball=ball_radius,
        kicker=_device(_valid(KICKER, tree.get("kicker"))),
        holder=_device(_valid(HOLDER, tree.get("holder"))),
    )


def drawable_wheels(tree: Mapping[str, Any]) -> list[WheelSpec | None]:
    """The wheels in the order of the tree; None for one that is not valid."""
    drive = tree.get("drive")
    wheels = drive.get("wheels") if isinstance(drive, Mapping) else None
    return [_valid(WHEEL, wheel) for wheel in wheels] if isinstance(wheels, list) else []


def _valid(adapter: TypeAdapter[Part], table: Any) -> Part | None:
    try:
        return adapter.validate_python(table)
    except ValidationError:
        return None


def _wheel(wheel: WheelSpec) -> schema.DrawnWheel:
    return schema.DrawnWheel(
        x=float(wheel.x),
        y=float(wheel.y),
        direction=float(wheel.direction),
        radius=float(wheel.radius),
        roller=wheel.roller,
        steered=0.0 if wheel.steering is None else float(wheel.steering.limit),
    )


def _device(device: KickerSpec | HolderSpec | None) -> schema.DrawnDevice | None:
    return None if device is None else schema.DrawnDevice(width=float(device.width), reach=float(device.reach))
