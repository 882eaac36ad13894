"""What a team draws on the pitch, as JSON: lines, polygons, circles, arrows and texts in a layer with a name."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from robopitch.messages import Drawn, Refusal, Shape, Team
from robopitch.messages.text import clean

__all__ = ["decode_drawn", "encode_drawn"]

MOST_SHAPES, MOST_POINTS, LONGEST_TEXT = 500, 2000, 100
FARTHEST = 100.0  # m
DEFAULT_COLOUR = "#e69f00"
_LEAST_POINTS = {"line": 2, "polygon": 3, "arrow": 2}
_COLOUR = re.compile(r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-z]{3,20}")
LONGEST_LAYER = 40


def decode_drawn(message: Mapping[str, Any]) -> Drawn | Refusal:
    """Decode a drawing of a team; returns a Refusal that says what is wrong with it."""
    try:
        layer, shapes = message["layer"], message["shapes"]
        if not isinstance(layer, str) or not 1 <= len(layer) <= LONGEST_LAYER or layer != clean(layer):
            raise ValueError(f"layer: a name of 1 to {LONGEST_LAYER} visible characters is wanted")
        if not isinstance(shapes, list) or len(shapes) > MOST_SHAPES:
            raise ValueError(f"shapes: a list of at most {MOST_SHAPES} is wanted")
        found = tuple(map(_shape, shapes))
        if sum(len(shape.points) for shape in found) > MOST_POINTS:
            raise ValueError(f"more than {MOST_POINTS} points")
        return Drawn(Team(message["team"]), layer, found)
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        right = '{"team": "blue", "layer": "path", "shapes": [{"line": [[0, 0], [1, 0.5]], "colour": "#e69f00"}]}'
        return Refusal("DRAWING", f"not a drawing: {error}; {right} would be right"[:300])


def encode_drawn(drawn: Drawn) -> bytes:
    """Encode a drawing of a team."""
    shapes = []
    for shape in drawn.shapes:
        points = [list(point) for point in shape.points]
        entry: dict[str, Any] = {"colour": shape.colour, "width": shape.width}
        if shape.kind == "circle":
            entry |= {"circle": points[0], "radius": shape.radius}
        elif shape.kind == "text":
            entry |= {"text": shape.text, "at": points[0]}
        else:
            entry[shape.kind] = points
        shapes.append(entry)
    return json.dumps({"team": drawn.team.value, "layer": drawn.layer, "shapes": shapes}).encode()


def _shape(entry: Any) -> Shape:
    if not isinstance(entry, dict):
        raise ValueError("a shape is an object")
    colour = entry.get("colour", entry.get("color", DEFAULT_COLOUR))
    if not isinstance(colour, str) or not _COLOUR.fullmatch(colour):
        raise ValueError("colour: #rrggbb or a plain name is wanted")
    width = _number(entry.get("width", 0.0), 0.0, 10.0)
    for kind, least in _LEAST_POINTS.items():
        if kind in entry:
            points = tuple(map(_point, entry[kind]))
            if len(points) < least or (kind == "arrow" and len(points) != least):
                raise ValueError(f"{kind}: {'' if kind == 'arrow' else 'at least '}{least} points are wanted")
            return Shape(kind, points, colour, width=width)
    if "circle" in entry:
        return Shape("circle", (_point(entry["circle"]),), colour, _number(entry["radius"], 0.0, FARTHEST), width=width)
    if "text" in entry:
        text = entry["text"]
        if not isinstance(text, str) or len(text) > LONGEST_TEXT:
            raise ValueError(f"text: at most {LONGEST_TEXT} characters")
        text.encode()  # half a character, which JSON can hold, cannot be sent on
        return Shape("text", (_point(entry["at"]),), colour, text=clean(text), width=width)
    raise ValueError("a shape is a line, a polygon, an arrow, a circle or a text")


def _point(value: Any) -> tuple[float, float]:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise ValueError("a point is [x, y]")
    return _number(value[0], -FARTHEST, FARTHEST), _number(value[1], -FARTHEST, FARTHEST)


def _number(value: Any, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError("a finite number is wanted")
    if not least <= value <= most:
        raise ValueError(f"{value:g}: from {least:g} to {most:g} is possible")
    return float(value)
