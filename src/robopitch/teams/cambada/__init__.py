"""CAMBADA: roles and behaviours [CAMBADA-control §6]."""

from __future__ import annotations

from collections.abc import Mapping

from robopitch.teams.cambada.goalie import keep
from robopitch.teams.cambada.places import attack_places, formed_places, midfield_places
from robopitch.teams.cambada.roles import assign, share_out
from robopitch.teams.cambada.striker import strike
from robopitch.teams.drawing import draw, note_plan, note_role
from robopitch.teams.formation import formation_in
from robopitch.teams.game_view import GameView
from robopitch.teams.motion import Move, drive
from robopitch.teams.observation import Action, Observation
from robopitch.teams.skills.block import stand
from robopitch.teams.skills.get_ball import where_played
from robopitch.teams.tactics.areas import leave_areas
from robopitch.teams.tactics.goalkeeping import saved_alone
from robopitch.teams.tactics.marking import arc, covered
from robopitch.teams.tactics.set_pieces import give_room, positioned, stopped

__all__ = ["cambada"]

LINGER = 0.8  # s for which possession persists


def cambada(observation: Observation) -> Mapping[int, Action]:
    """The CAMBADA policy: assigns roles, and computes the action of each."""
    view = GameView(observation)
    actions = positioned(view) if stopped(view) else drive(view, covered(view, play(view)))
    draw(view)
    return actions


def play(view: GameView) -> dict[int, Move]:
    """The moves of all robots while the ball is in play."""
    alone = saved_alone(view)
    if alone is not None:
        return alone
    roles = assign(view)
    moves: dict[int, Move] = {}
    if roles.goalie is not None:
        moves[roles.goalie] = keep(view, roles.goalie)
        note_role(view, roles.goalie, "keeper")
    count = round(0.4 * (len(view.numbers) - 1)) or 1
    defenders = min(count, len(roles.others))
    striker = roles.striker
    ours = striker is not None and _ours(view, striker)
    if ours and view.ball[0] > 0.3 * view.constants.length and defenders > 1:
        defenders -= 1
    formation = formation_in(view.memory)
    if formation is None:
        supporters = len(roles.others) - defenders
        places = arc(view, defenders)
        places += attack_places(view, supporters) if ours else midfield_places(view, supporters)
    else:  # where the coach wants them
        places = formed_places(view, formation, ours, len(roles.others))
        defenders = 0
    shared = share_out(view, roles.others, places)
    for number, place in shared.items():
        moves[number] = stand(view, number, place)
        note_role(view, number, "defender" if place in places[:defenders] else "supporter")
    if striker is not None:
        moves[striker], plan = strike(view, striker, roles.others)
        note_role(view, striker, f"striker: {plan.kind}")
        if plan.kind != "carry":
            note_plan(view, plan.kind, where_played(view, striker), plan.aim)
        if plan.to in shared:  # the receiver of a planned pass goes to its target
            moves[plan.to] = stand(view, plan.to, plan.aim)
            note_role(view, plan.to, "receiver")
    leave_areas(view, moves, striker)
    give_room(view, moves, striker)
    return moves


def _ours(view: GameView, striker: int) -> bool:
    """Whether we have possession: our striker reaches the ball before the opponents, or did so within LINGER."""
    memory, now = view.memory, view.observation.time
    if view.times[striker] < view.rival_time:
        memory["ours until"] = now + LINGER
    return bool(now < memory.get("ours until", 0.0))
