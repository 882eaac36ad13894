"""CAMBADA: roles and behaviours [CAMBADA-control §6]."""

from __future__ import annotations

from collections.abc import Mapping

from robopitch.teams.cambada.goalie import keep
from robopitch.teams.cambada.places import arc, attack_places, midfield_places
from robopitch.teams.cambada.roles import assign, share_out
from robopitch.teams.cambada.striker import strike
from robopitch.teams.drawing import draw, note_plan, note_role
from robopitch.teams.game_view import GameView
from robopitch.teams.motion import Move, drive
from robopitch.teams.observation import Action, Observation
from robopitch.teams.setpieces import positioned, stopped
from robopitch.teams.skills import stand, where_played

__all__ = ["cambada"]

LINGER = 0.8  # s for which possession persists


def cambada(sight: Observation) -> Mapping[int, Action]:
    """The CAMBADA policy: assigns roles, and computes the action of each."""
    picture = GameView(sight)
    actions = positioned(picture) if stopped(picture) else drive(picture, play(picture))
    draw(picture)
    return actions


def play(picture: GameView) -> dict[int, Move]:
    """The moves of all robots while the ball is in play."""
    roles = assign(picture)
    moves: dict[int, Move] = {}
    if roles.goalie is not None:
        moves[roles.goalie] = keep(picture, roles.goalie)
        note_role(picture, roles.goalie, "keeper")
    count = round(0.4 * (len(picture.numbers) - 1)) or 1
    defenders = min(count, len(roles.others))
    striker = roles.striker
    ours = striker is not None and _ours(picture, striker)
    if ours and picture.ball[0] > 0.3 * picture.constants.length and defenders > 1:
        defenders -= 1
    supporters = len(roles.others) - defenders
    places = arc(picture, defenders)
    places += attack_places(picture, supporters) if ours else midfield_places(picture, supporters)
    shared = share_out(picture, roles.others, places)
    for number, place in shared.items():
        moves[number] = stand(picture, number, place)
        note_role(picture, number, "defender" if place in places[:defenders] else "supporter")
    if striker is not None:
        moves[striker], plan = strike(picture, striker, roles.others)
        note_role(picture, striker, f"striker: {plan.kind}")
        if plan.kind != "carry":
            note_plan(picture, plan.kind, where_played(picture, striker), plan.aim)
        if plan.to in shared:  # the receiver of a planned pass goes to its target
            moves[plan.to] = stand(picture, plan.to, plan.aim)
            note_role(picture, plan.to, "receiver")
    return moves


def _ours(picture: GameView, striker: int) -> bool:
    """Whether we have possession: our striker reaches the ball before the opponents, or did so within LINGER."""
    memory, now = picture.memory, picture.sight.time
    if picture.times[striker] < picture.rival_time:
        memory["ours until"] = now + LINGER
    return bool(now < memory.get("ours until", 0.0))
