"""The goalie: stands between ball and goal, blocks shots, and plays balls in its area."""

from __future__ import annotations

from typing import Any

from robopitch.control.geometry import bearing
from robopitch.teams.cambada.striker import OFTEN, Plan, passes_from
from robopitch.teams.game_view import GameView
from robopitch.teams.motion import Move
from robopitch.teams.skills.block import guard, save
from robopitch.teams.skills.dribble import has_ball
from robopitch.teams.skills.get_ball import get_ball
from robopitch.teams.skills.kick import Play
from robopitch.teams.tactics.areas import in_keeper_area
from robopitch.teams.tactics.goalkeeping import clearance, crossing, in_own_area

__all__ = ["keep"]

OUT = 0.8  # distance from the goal line, in half widths of the goal
HURRY = 2.0  # s with the ball in the area after which the goalie clears it; rules allow 5 or 10
LOOSE = 0.8  # rad: tolerance of such a clearance
SOONER = 0.2  # s by which an opponent may be sooner at a ball in the area that the goalie goes for


def keep(view: GameView, number: int) -> Move:
    """The move of the goalie."""
    if has_ball(view, number):
        return _play_out(view, number)
    hits = crossing(view)
    if hits is not None:
        return save(view, number, hits)
    if in_keeper_area(view) or (
        in_own_area(view) and (view.constants.closed or view.times[number] < view.rival_time + SOONER)
    ):
        return _play_out(view, number)
    return guard(view, number, OUT)


def _play_out(view: GameView, number: int) -> Move:
    """Play the ball out of the area: pass to a free team mate, else clear it."""
    memory, now = view.memory, view.observation.time
    since = memory["plays out"] = memory.get("plays out", now) if memory.get("plays out at", 0.0) > now - 0.5 else now
    memory["plays out at"] = now
    if now - since > HURRY:
        return get_ball(view, number, clearance(view)._replace(tolerance=LOOSE), free=True)
    kept: Any = memory.get("out")
    if view.constants.kick > 0 and (kept is None or view.frame % OFTEN == 2):
        mates = [mate for mate in view.numbers if mate != number]
        options = passes_from(view, mates, view.ball) if mates else []
        kept = memory["out"] = list(max(options, key=lambda option: option[0])[1]) if options else []
    if not kept:
        return get_ball(view, number, clearance(view)._replace(careful=True), free=True)
    plan = Plan(*kept)
    mate = None if plan.to is None else view.observation.own.get(plan.to)
    aim = plan.aim if mate is None else mate[:2]
    play = Play(bearing(view.ball, (aim[0], aim[1])), plan.speed, plan.tolerance, careful=True)
    return get_ball(view, number, play, free=True)
