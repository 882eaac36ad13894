"""The decision system: selects the action of each player from features, in every frame [MI20 §2.4.3]."""

from __future__ import annotations

import math
from typing import Any

from robopitch.teams.game_view import GameView, Point
from robopitch.teams.mi20.actions import ATTACK, CLEAR, DEFEND, GO, KEEP, SUPPORT, Act
from robopitch.teams.mi20.features import Game, PlayerFeatures
from robopitch.teams.tactics.areas import in_keeper_area

__all__ = ["direct"]

STICK = 1.25  # factor by which another player must be better suited to become the attacker
HALF = 0.3  # `attack` below which one player is the wall
DANGER = 0.4  # `danger` above which the ball is cleared


def direct(view: GameView, game: Game, players: dict[int, PlayerFeatures]) -> dict[int, Act]:
    """The direct strategy: one player attacks, one supports it, one is the wall if needed, the others hold zones."""
    memory, keeper = view.memory, view.keeper
    acts: dict[int, Act] = {}
    field = [number for number in players if number != keeper or len(players) == 1]
    if keeper is not None and keeper not in field:
        acts[keeper] = _keeper(view, keeper)
    if not field:
        return acts
    suited = {number: _suits(players[number]) for number in field}
    last = memory.get("attacker")
    if last in suited and not memory.get("played"):  # an attacker that has not played the ball yet is preferred
        suited[last] *= STICK
    attacker = max(field, key=lambda number: (suited[number], -number))
    if view.taker in suited:
        attacker = view.taker
    memory["attacker"] = attacker
    clearing = game.danger > DANGER
    acts[attacker] = Act(CLEAR if clearing else ATTACK)
    rest = sorted((number for number in field if number != attacker), key=lambda number: -players[number].back)
    if rest and game.attack < HALF:
        acts[rest[0]] = Act(DEFEND, _wall(view))
    if len(rest) > 2:
        near = max(rest[1:], key=lambda number: players[number].nearness)
        acts[near] = Act(SUPPORT, _back_up(view))
        rest.remove(near)
    for number in field:
        if number not in acts:
            acts[number] = Act(GO, _zone(view, number))
    return acts


def _suits(player: PlayerFeatures) -> float:
    return player.nearness * (0.4 + 0.6 * player.behind)


def _keeper(view: GameView, keeper: int) -> Act:
    constants = view.constants
    x, y = view.ball
    lies = x < -constants.length + constants.depth and abs(y) < constants.side and view.speed < constants.unit
    if in_keeper_area(view) and view.speed < constants.unit:
        return Act(CLEAR)
    return Act(CLEAR if lies and view.times[keeper] < view.rival_time + 0.3 * bool(constants.closed) else KEEP)


def _wall(view: GameView) -> Point:
    """A place outside the own area, on the line from the ball to the goal."""
    constants = view.constants
    x, y = view.ball[0] + constants.length, view.ball[1]
    away = max(math.hypot(x, y), 1e-6)
    radius = (
        math.hypot(constants.depth, 0.7 * constants.side) + 1.5 * constants.radius
        if constants.closed
        else 0.3 * constants.length
    )
    radius = min(radius, max(away - 2 * constants.radius, 0.0))
    return -constants.length + radius * max(x, 0.0) / away, radius * y / away


def _back_up(view: GameView) -> Point:
    """A place behind the attacker, towards the middle, where a lost ball goes."""
    constants, (x, y) = view.constants, view.ball
    return max(x - 1.4 * constants.unit, -0.7 * constants.length), 0.6 * y


def _zone(view: GameView, number: int) -> Point:
    """The robot's place in the kick-off formation, moved forward and towards the ball."""
    league, constants = view.observation.league, view.constants
    spots: Any = league.formation
    spot = spots[min(number, len(spots) - 1)]
    return float(spot.x) + 0.35 * constants.length + 0.4 * view.ball[0], 1.1 * float(spot.y) + 0.15 * view.ball[1]
