"""Areas before the goals in which rules allow few robots: who has no business there stays outside.

In leagues whose defence areas are closed, motion keeps field players out of them. In the others only the keeper may be
in its goal area, and of each team one field player, the one at the ball, in either penalty area.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from robopitch.control.paths import Area

if TYPE_CHECKING:
    from robopitch.teams.constants import Constants
    from robopitch.teams.game_view import GameView, Point
    from robopitch.teams.motion import Move

__all__ = ["clear_areas", "closed_at", "few_of", "forgotten", "in_keeper_area", "leave_areas", "out_of_bounds"]

BEHIND = 1.0  # m by which an area extends behind its goal line
EDGE = 0.3  # robot radii from a closed area within which field players leave the ball
FORGOTTEN = 12.0  # s after which a resting ball in their area may be fetched: a referee would have stopped the game
GAP = 0.5  # robot radii between an area and the centre of a robot beside it


def in_keeper_area(view: GameView) -> bool:
    """Whether the ball is in the area in which only our keeper may play it."""
    small, _ = view.constants.few
    return small is not None and small.grown(view.constants.ball).holds(*view.ball)


def out_of_bounds(view: GameView) -> bool:
    """Whether the ball is in a closed area, or so near to it that a field player would touch it inside."""
    return closed_at(view, view.ball)


def closed_at(view: GameView, place: Point) -> bool:
    """Whether a ball would be there."""
    grown = EDGE * view.constants.radius
    return any(area.grown(grown).holds(*place) for area in view.constants.closed)


def forgotten(view: GameView) -> bool:
    """Whether the ball has rested in the opponents' area for more than FORGOTTEN seconds."""
    constants, memory = view.constants, view.memory
    x, y = view.ball
    if view.speed > 0.2 or x < constants.length - constants.depth or abs(y) > constants.side:
        memory["lies since"] = view.observation.time
    return bool(view.observation.time - memory.get("lies since", view.observation.time) > FORGOTTEN)


def leave_areas(view: GameView, moves: dict[int, Move], player: int | None) -> None:
    """Move the targets of robots out of areas that are closed for them; *player* is the one at the ball."""
    constants = view.constants
    small, large = constants.few
    if small is None or large is None:
        return
    inner, both = _with_gap(small, large, GAP * constants.radius)
    for number, move in moves.items():
        here = view.observation.own[number][:2]
        if number == view.keeper:
            continue
        place = move.place if move.twist is None else here
        areas: tuple[Area, ...]
        if number != player:
            areas = both
        elif constants.omni:
            areas = inner
        else:
            areas = inner[:1]
        for area in areas:
            place = _outside(constants, area, place)
        if place != (move.place if move.twist is None else here):
            moves[number] = move._replace(place=place, twist=None)


@lru_cache(maxsize=64)
def _with_gap(small: Area, large: Area, gap: float) -> tuple[tuple[Area, Area], tuple[Area, Area]]:
    """Both areas at both goals, with a gap around them: the same in every frame."""
    inner, outer = ((area.grown(gap), _opposite(area).grown(gap)) for area in (small, large))
    return inner, outer


def clear_areas(view: GameView, moves: dict[int, Move], ball: Point, away: float) -> None:
    """Before a kick, move the targets of field players out of both penalty areas, not nearer to the ball than *away*.

    Play goes on from there: who has to leave an area first may be called for it.
    """
    constants, large = view.constants, view.constants.few[1]
    if large is None:
        return
    for number, move in moves.items():
        if number == view.keeper or move.twist is not None:
            continue
        for area in (large, _opposite(large)):
            wide = area.grown(GAP * constants.radius)
            if wide.holds(*move.place):
                exits = _exits(constants, wide, move.place)
                legal = [exit for exit in exits if math.dist(exit, ball) >= away] or exits
                moves[number] = move._replace(place=min(legal, key=lambda exit: math.dist(exit, move.place)))


def few_of(length: float, sizes: tuple[float, float], large: tuple[float, float]) -> tuple[Area | None, Area | None]:
    """Our goal area and penalty area, from depth and width of each; without a goal area, both are the penalty area."""
    if large[0] <= 0:
        return None, None
    outer = _before_goal(length, *large)
    return (_before_goal(length, *sizes) if sizes[0] > 0 else outer), outer


def _before_goal(length: float, depth: float, width: float) -> Area:
    return Area(-length - BEHIND, -length + depth, -width / 2, width / 2)


def _opposite(area: Area) -> Area:
    return Area(-area.right, -area.left, area.low, area.high)


def _outside(constants: Constants, area: Area, place: Point) -> Point:
    """The place, or the nearest one outside an area before a goal."""
    x, y = place
    if not area.holds(x, y):
        return place
    return min(_exits(constants, area, place), key=lambda exit: math.dist(exit, place))


def _exits(constants: Constants, area: Area, place: Point) -> tuple[Point, ...]:
    """The nearest places on the three sides of an area before a goal."""
    front = area.right if area.right < constants.length else area.left
    return (front, place[1]), (place[0], area.low), (place[0], area.high)
