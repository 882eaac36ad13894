"""The second defender: helps a striker that does not win the ball alone [CAMBADA-control §7.2].

Robots that decide one by one agree on it by their records (`teams/agreement.py`).
"""

from __future__ import annotations

from robopitch.control.cooperation import cover_place
from robopitch.teams.areas import leave_areas
from robopitch.teams.drawing import note_role
from robopitch.teams.game_view import GameView
from robopitch.teams.motion import Move
from robopitch.teams.skills import stand

__all__ = ["covered"]


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
