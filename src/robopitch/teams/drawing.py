"""Drawings of a reference team: each robot's role, target and path, and the planned pass or shot.

The shapes go into `memory["drawings"]`, as for every team, in the format of wire/publishing/README.md and in the
team's own frame.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from robopitch.teams.game_view import GameView, Point

__all__ = ["draw", "note_plan", "note_role"]

WAY, PASS, SHOT, ROLE = "#56b4e9", "#e69f00", "#d55e00", "white"
NEAR = 0.5  # robot radii: no path is drawn to a nearer target
BELOW = 2.2  # robot radii from a robot's centre to the text below it


def note_role(view: GameView, number: int, role: str) -> None:
    """Set the role of a robot, in a few words."""
    view.roles[number] = role


def note_plan(view: GameView, kind: str, start: Point, end: Point) -> None:
    """Add the planned path of the ball; *kind* is "pass" or "shot"."""
    view.plans.append((kind, start, end))


def draw(view: GameView) -> None:
    """Store the shapes of this frame in the memory if there is a viewer."""
    if not view.observation.draws:
        return
    size, own, memory = view.constants.radius, view.observation.own, view.memory
    ways: dict[str, Any] = memory.get("ways", {})
    shapes: list[dict[str, Any]] = []
    for number, move in view.moves.items():
        x, y, _ = own[number]
        if move.twist is None and math.dist((x, y), move.place) > NEAR * size:
            target = list(move.place)
            way = ways.get(str(number))
            corner = [] if way is None or move.direct or way[:2] == way[2:] else [way[:2]]
            shapes.append({"line": [[x, y], *corner, target], "colour": WAY})
            shapes.append({"circle": target, "radius": 0.5 * size, "colour": WAY})
        role = view.roles.get(number)
        if role is not None:
            shapes.append({"text": role, "at": [x, y - BELOW * size], "colour": ROLE})
    for kind, start, end in view.plans:
        if math.dist(start, end) > size:
            shapes.append({"arrow": [list(start), list(end)], "colour": PASS if kind == "pass" else SHOT})
    memory["drawings"] = shapes
