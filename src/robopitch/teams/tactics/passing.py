"""Passes: how good they are, and whether a goal would count where rules want one before it.

After a set piece, or with a ball that was won in the own half, a team mate has to receive a pass in the opponents' half
first. A team does not hear who touched the ball: it takes the nearest robot that is close enough.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from robopitch.control.passes import Passes, Players, rate_passes
from robopitch.elementary.kernels import kernel

if TYPE_CHECKING:
    from robopitch.teams.game_view import Floats, GameView, Point

__all__ = ["goal_counts", "lane_widths", "pass_ratings"]

BESIDE = 1.5  # ball radii from a robot's hull within which a ball touches it
REACTION = 0.15  # s until opponents react to a kick
ROLLED = 1.1  # m from the last touch of a team mate after which the ball was passed; rules want 1


def pass_ratings(
    view: GameView,
    targets: Floats,
    receivers: Floats,
    velocities: Floats,
    arrival: float,
    start: Point | None = None,
) -> Passes:
    """Ratings of passes to targets, from the ball's position or from *start*; receiver i goes to target i."""
    constants = view.constants
    limits = constants.limits
    ours = Players(receivers, velocities, constants.top, limits.speed_up, constants.touch)
    theirs = Players(view.rivals, view.rival_velocity, constants.top, limits.speed_up, constants.touch)
    goal = (constants.length, 0.0)
    return rate_passes(
        start or view.ball, targets, ours, theirs, goal, constants.law, constants.kick or 1.0, arrival,
        reaction=REACTION, shortest=constants.unit, longest=0.8 * 2 * constants.length,
    )  # fmt: skip


def lane_widths(view: GameView, targets: Floats, start: Point | None = None) -> Floats:
    """Distance of the nearest opponent from each straight path of the ball to a target ``[target]``, m.

    Opponents behind the ball, seen from the target, are ignored.
    """
    if not view.others:
        return np.full(len(targets), np.inf)
    widths = np.empty(len(targets))
    _write_lanes(start or view.ball, np.ascontiguousarray(targets), view.rivals, widths)
    return widths


@kernel
def _write_lanes(ball: Point, targets: Floats, rivals: Floats, widths: Floats) -> None:
    for index in range(targets.shape[0]):
        ux, uy = targets[index, 0] - ball[0], targets[index, 1] - ball[1]
        length = math.sqrt(ux * ux + uy * uy) + 1e-9
        ux, uy = ux / length, uy / length
        widths[index] = math.inf
        for rival in range(rivals.shape[0]):
            x, y = rivals[rival, 0] - ball[0], rivals[rival, 1] - ball[1]
            along, aside = ux * x + uy * y, ux * y - uy * x
            if along >= 0.0:
                beyond = max(along - length, 0.0)
                widths[index] = min(widths[index], math.sqrt(aside * aside + beyond * beyond))


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
