"""Who stands between ball and own goal: defenders, and the one that helps a striker which does not win the ball alone
[CAMBADA-control §7.2]. Robots that decide one by one agree on that one by their records (`agreement.py`).
"""

from __future__ import annotations

import math

from robopitch.control.cooperation import cover_place
from robopitch.teams.constants import Constants
from robopitch.teams.drawing import note_role
from robopitch.teams.game_view import GameView, Point
from robopitch.teams.motion import Move
from robopitch.teams.skills.block import stand
from robopitch.teams.tactics.areas import leave_areas

__all__ = ["arc", "covered"]

SIDE_BY_SIDE = (-0.5, 0.5, -2.4, 2.4, -3.6, 3.6)  # robot widths along the arc: two close the centre, others beside


def covered(view: GameView, moves: dict[int, Move]) -> dict[int, Move]:
    """The same moves, but for the helper: it goes between ball and own goal, beside the striker."""
    helper, striker = view.memory.get("helper"), view.memory.get("striker")
    if helper is None or view.situation.taking or helper[0] not in moves or striker not in moves:
        return moves
    number, plan = helper[0], view.memory.get("plan")
    if number in (striker, view.keeper) or (plan is not None and plan[5] == number):
        return moves
    first = view.observation.own[striker][:2]
    place = cover_place(view.ball, (-view.constants.length, 0.0), first)
    move = {number: stand(view, number, place)}
    leave_areas(view, move, None)
    note_role(view, number, "covers")
    return {**moves, **move}


def arc(view: GameView, count: int) -> list[Point]:
    """Places for defenders between the ball and the goal, just outside the defence area."""
    constants = view.constants
    depth, side = _shield(constants)
    goal = (-constants.length, 0.0)
    x, y = max(view.ball[0] + constants.length, 1e-3), view.ball[1]
    # Where the line to the ball leaves the rectangle, as a distance along its rim from the middle of the front.
    before = depth * abs(y) <= side * x
    rim = depth * y / x if before else math.copysign(side + depth - side * x / abs(y), y)
    offsets = SIDE_BY_SIDE[:count] if count > 1 else (0.0,)
    most = side + 0.8 * depth
    spots = []
    for offset in offsets:
        way = max(-most, min(most, rim + 2.2 * constants.radius * offset))
        if abs(way) <= side:
            spots.append((goal[0] + depth, way))
        else:
            spots.append((goal[0] + depth - (abs(way) - side), math.copysign(side, way)))
    return spots


def _shield(constants: Constants) -> tuple[float, float]:
    """Depth and half width of the rectangle around the goal on whose rim defenders stand."""
    room = 1.6 * constants.radius
    if constants.closed:
        return constants.depth + room, constants.side + room
    return 0.25 * constants.length + room, constants.post + room
