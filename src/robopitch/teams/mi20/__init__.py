"""MI20: a decision system selects actions from features; motion carries them out [MI20 §2]."""

from __future__ import annotations

from collections.abc import Mapping

from robopitch.teams.drawing import draw, note_plan, note_role
from robopitch.teams.game_view import GameView
from robopitch.teams.mi20.actions import ATTACK, CLEAR, perform
from robopitch.teams.mi20.decisions import direct
from robopitch.teams.mi20.features import game_features, player_features, way_of_ball
from robopitch.teams.motion import drive
from robopitch.teams.observation import Action, Observation
from robopitch.teams.tactics.areas import leave_areas
from robopitch.teams.tactics.goalkeeping import saved_alone
from robopitch.teams.tactics.set_pieces import give_room, positioned, stopped

__all__ = ["mi20"]


def mi20(observation: Observation) -> Mapping[int, Action]:
    """The MI20 policy: features, decisions, actions and motion, in every frame."""
    view = GameView(observation)
    if not view.numbers:
        return {}
    if stopped(view):
        actions = positioned(view)
        draw(view)
        return actions
    alone = saved_alone(view)
    if alone is not None:
        return drive(view, alone)
    keeper = view.keeper if len(view.numbers) > 1 else None
    ours = min(seconds for number, seconds in view.times.items() if number != keeper)
    game = game_features(view, ours)
    way = way_of_ball(view)
    players = {number: player_features(view, number, way) for number in view.numbers}
    moves = {}
    for number, act in direct(view, game, players).items():
        moves[number], done = perform(view, number, act)
        note_role(view, number, act.kind)
        if act.kind == ATTACK:
            note_plan(view, "shot", view.ball, view.memory["aim"])
        if act.kind in (ATTACK, CLEAR):
            if not done:
                view.memory["reached"] = number
            view.memory["played"] = done and view.memory.get("reached") == number
    attacker = view.memory.get("attacker")
    leave_areas(view, moves, attacker)
    give_room(view, moves, attacker)
    actions = drive(view, moves)
    draw(view)
    return actions
