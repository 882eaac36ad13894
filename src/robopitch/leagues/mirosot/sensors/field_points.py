"""Points of a field that a person finds in a picture of it: what the projection of a camera is calibrated with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from robopitch.spec import FieldSpec

__all__ = ["field_points"]


def field_points(field: FieldSpec) -> Mapping[str, tuple[float, float]]:
    """x and y of corners and crossings of lines, by name; "left" and "low" are where x and y are negative.

    Lines belong to the areas that they bound: their middles lie half a width inside.
    """
    half = field.line_width / 2
    radius = field.centre_circle_radius - half
    found: dict[str, tuple[float, float]] = {"centre": (0.0, 0.0)}
    for end, upwards in (("low", -1.0), ("high", 1.0)):
        found[f"halfway {end}"] = (0.0, upwards * (field.width / 2 - half))
        if radius > 0:
            found[f"circle {end}"] = (0.0, upwards * radius)
    for side, along in (("left", -1.0), ("right", 1.0)):
        if radius > 0:
            found[f"circle {side}"] = (along * radius, 0.0)
        if field.penalty_mark > 0:
            found[f"penalty mark {side}"] = (along * (field.length / 2 - field.penalty_mark), 0.0)
        for end, upwards in (("low", -1.0), ("high", 1.0)):
            for name, depth, width in (
                ("area", field.penalty_area_depth, field.penalty_area_width),
                ("goal area", field.goal_area_depth, field.goal_area_width),
            ):
                if depth > field.line_width and width > field.line_width:
                    found[f"{name} {side} {end}"] = (
                        along * (field.length / 2 - depth + half), upwards * (width / 2 - half),
                    )  # fmt: skip
            found[f"post {side} {end}"] = (along * field.length / 2, upwards * field.goal.width / 2)
    return {name: (float(x), float(y)) for name, (x, y) in found.items()}
