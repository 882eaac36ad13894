"""Positions of robots without the ball: in formation, and to receive passes."""

from __future__ import annotations

from typing import Any

import numpy as np

from robopitch.control.paths import Area
from robopitch.control.shots import widest_gaps
from robopitch.teams.constants import Constants
from robopitch.teams.formation import Formation
from robopitch.teams.game_view import Floats, GameView, Point
from robopitch.teams.skills import kick
from robopitch.teams.tactics.marking import arc
from robopitch.teams.tactics.passing import pass_ratings

__all__ = ["attack_places", "formed_places", "midfield_places"]

EVERY = 20  # frames between two searches for places to receive a pass
KEEP = 1.25  # factor by which another place must be better
ARRIVAL = 1.5  # m/s
FORWARD, CHANCE = 0.3, 4.0  # weights in the value of a place: how far forward it is, and each radian of open goal


def midfield_places(view: GameView, count: int) -> list[Point]:
    """A formation that follows the ball, towards the own goal, spread over the width."""
    constants = view.constants
    bx, by = view.ball
    places = []
    for index in range(count):
        across = (index - (count - 1) / 2) / max(count - 1, 1) * 1.1 * constants.width if count > 1 else 0.0
        if count == 1:
            across = -0.3 * by
        places.append((0.5 * bx - 0.05 * constants.length, across + 0.25 * by))
    return places


def formed_places(view: GameView, formation: Formation, ours: bool, count: int) -> list[Point]:
    """The places of a formation; robots for whom it has none stand before the own goal."""
    places = formation.places(view.ball, ours, view.constants.bounds)[:count]
    return places + (arc(view, count - len(places)) if len(places) < count else [])


def attack_places(view: GameView, count: int) -> list[Point]:
    """The best places to receive a pass: open lane, open goal, apart from each other; updated every EVERY frames."""
    memory = view.memory
    known: Any = memory.get("places")
    if known is None or len(known) != count or view.frame % EVERY == 0:
        known = memory["places"] = _search(view, count, known or [])
    return [(x, y) for x, y in known]


def _search(view: GameView, count: int, known: list[list[float]]) -> list[list[float]]:
    constants = view.constants
    grid = _grid(constants)
    rest = np.zeros_like(grid)
    passes = pass_ratings(view, grid, grid, rest, ARRIVAL)
    gaps = widest_gaps(grid, constants.goal, view.rivals, constants.radius, constants.ball, kick.USUAL.growth)
    from_ball = np.hypot(grid[:, 0] - view.ball[0], grid[:, 1] - view.ball[1])
    forward = 0.5 + 0.5 * grid[:, 0] / constants.length
    value = passes.scores * (FORWARD * forward + CHANCE * np.minimum(gaps.widths, 0.15))
    value *= np.minimum(from_ball / (2.0 * constants.unit), 1.0)
    for x, y in known:
        value *= np.where(np.hypot(grid[:, 0] - x, grid[:, 1] - y) < 0.3 * constants.unit, KEEP, 1.0)
    found = []
    for _ in range(count):
        best = int(value.argmax())
        x, y = grid[best].tolist()
        found.append([x, y])
        value *= np.minimum(np.hypot(grid[:, 0] - x, grid[:, 1] - y) / (2.5 * constants.unit), 1.0) ** 2
    return found


_grids: dict[int, tuple[Constants, Floats]] = {}


def _grid(constants: Constants) -> Floats:
    """Candidate places on the field, outside the defence areas."""
    kept = _grids.get(id(constants))
    if kept is None or kept[0] is not constants:
        xs = np.linspace(-0.35, 0.85, 7) * constants.length
        ys = np.linspace(-0.85, 0.85, 8) * constants.width
        grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
        areas: list[Area] = [area.grown(1.5 * constants.radius) for area in constants.closed]
        keep = [not any(area.holds(x, y) for area in areas) for x, y in grid.tolist()]
        if len(_grids) > 16:
            _grids.clear()
        _grids[id(constants)] = kept = (constants, grid[keep])
    return kept[1]
