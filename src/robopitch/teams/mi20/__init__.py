"""MI20: a decision system selects actions from features; motion carries them out [MI20 §2]."""

from __future__ import annotations

from collections.abc import Mapping

from robopitch.teams.drawing import draw, note_plan, note_role
from robopitch.teams.game_view import GameView
from robopitch.teams.mi20.actions import ATTACK, CLEAR, perform
from robopitch.teams.mi20.decisions import direct
from robopitch.teams.mi20.features import game_features, player_features
from robopitch.teams.motion import drive
from robopitch.teams.observation import Action, Observation
from robopitch.teams.setpieces import positioned, stopped

__all__ = ["mi20"]


def mi20(sight: Observation) -> Mapping[int, Action]:
    """The MI20 policy: features, decisions, actions and motion, in every frame."""
    picture = GameView(sight)
    if not picture.numbers:
        return {}
    if stopped(picture):
        actions = positioned(picture)
        draw(picture)
        return actions
    keeper = picture.keeper if len(picture.numbers) > 1 else None
    ours = min(seconds for number, seconds in picture.times.items() if number != keeper)
    game = game_features(picture, ours)
    players = {number: player_features(picture, number) for number in picture.numbers}
    moves = {}
    for number, act in direct(picture, game, players).items():
        moves[number], done = perform(picture, number, act)
        note_role(picture, number, act.kind)
        if act.kind == ATTACK:
            note_plan(picture, "shot", picture.ball, picture.memory["aim"])
        if act.kind in (ATTACK, CLEAR):
            if not done:
                picture.memory["reached"] = number
            picture.memory["played"] = done and picture.memory.get("reached") == number
    actions = drive(picture, moves)
    draw(picture)
    return actions
