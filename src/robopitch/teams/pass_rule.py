"""Whether a goal would count where rules want a pass before it.

After a set piece, or with a ball that was won in the own half, a team mate has to receive a pass in the opponents' half
first. A team does not hear who touched the ball: it takes the nearest robot that is close enough.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from robopitch.teams.game_view import GameView

__all__ = ["goal_counts"]

BESIDE = 1.5  # ball radii from a robot's hull within which a ball touches it
ROLLED = 1.1  # m from the last touch of a team mate after which the ball was passed; rules want 1


def goal_counts(view: GameView) -> bool:
    """Whether a goal of ours would count if the ball were shot now; call it once in every frame."""
    if not view.constants.indirect:
        return True
    known: Any = view.memory.get("attack")  # number of our robot that touched the ball last, x and y then, counts
    if view.situation.taking or not view.situation.running:
        known = [view.taker, *view.ball, False]
    else:
        near = _touching(view)
        if near is not None:
            known = _touched(view, known, *near)
    view.memory["attack"] = known
    return known is None or bool(known[3])


def _touching(view: GameView) -> tuple[bool, int] | None:
    """Whether one of ours is at the ball, and its number; None: nobody is."""
    reach = view.constants.radius + BESIDE * view.constants.ball
    best: tuple[float, bool, int] | None = None
    for ours, robots in ((True, view.observation.own), (False, view.observation.opponents)):
        for number, pose in robots.items():
            away = math.dist(pose[:2], view.ball)
            if away < reach and (best is None or away < best[0]):
                best = away, ours, number
    return None if best is None else best[1:]


def _touched(view: GameView, known: Any, ours: bool, number: int) -> Any:
    """What is known after a touch; None: the opponents have the ball."""
    if not ours:
        return None
    x, y = view.ball
    if known is None:
        return [number, x, y, x > 0]
    counts = known[3] or (number != known[0] and x > 0 and math.dist(known[1:3], (x, y)) > ROLLED)
    return [number, x, y, counts]
