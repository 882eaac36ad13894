"""Features of the game and of players: numbers from 0 to 1 that summarise a situation [MI20 §2.4.3]."""

from __future__ import annotations

import math
from typing import NamedTuple

from robopitch.teams.game_view import GameView, Point
from robopitch.teams.skills.kick import shot_at_goal
from robopitch.teams.tactics.passing import goal_counts
from robopitch.teams.tactics.walls import along_wall

__all__ = ["Game", "PlayerFeatures", "game_features", "player_features", "way_of_ball"]

WIDE = 0.25  # rad: an open goal of this width counts as fully open
SOON = 0.5  # s to the ball at which the nearness is ½


class Game(NamedTuple):
    """Features of the game."""

    attack: float  # position of the ball: 0 at the own goal line, 1 at theirs
    possession: float  # 0: an opponent has the ball, 1: one of ours, ½: both reach it at the same time
    danger: float  # of a goal against us: the ball is near the own goal, and not ours
    open_goal: float  # how far their goal is open, seen from the ball


class PlayerFeatures(NamedTuple):
    """Features of one robot."""

    nearness: float  # to the ball, in time: 1 at the ball
    behind: float  # 1: behind the ball, in line with their goal, so that it can play forwards; 0: in front of it
    back: float  # 1 at the own goal line, 0 at theirs


def game_features(view: GameView, ours: float) -> Game:
    """Features of the game; *ours*: s until the first of our field players reaches the ball."""
    constants = view.constants
    attack = min(max(0.5 + view.ball[0] / (2 * constants.length), 0.0), 1.0)
    lead = view.rival_time - ours
    possession = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, lead / 0.2))))
    if view.frame % 2 == 0 or "open" not in view.memory:
        shot = shot_at_goal(view)
        view.memory["open"] = 0.0 if shot is None else min(shot.width / WIDE, 1.0)
        view.memory["aim"] = [constants.length, 0.0] if shot is None else list(shot.target)
    view.memory["counts"] = goal_counts(view)
    return Game(attack, possession, (1 - attack) * (1 - possession), view.memory["open"])


def way_of_ball(view: GameView) -> Point:
    """The direction in which the ball is to go, a unit vector: to their goal, or along a wall."""
    constants, (x, y) = view.constants, view.ball
    to_goal = math.hypot(constants.length - x, y) + 1e-9
    ux, uy = (constants.length - x) / to_goal, -y / to_goal
    wall = None if constants.omni else along_wall(constants, (x, y), math.atan2(uy, ux))
    return (ux, uy) if wall is None else (math.cos(wall), math.sin(wall))


def player_features(view: GameView, number: int, way: Point | None = None) -> PlayerFeatures:
    """Features of a player; *way*: `way_of_ball`, if it is known."""
    constants, pose = view.constants, view.observation.own[number]
    (x, y), (ux, uy) = view.ball, way or way_of_ball(view)
    away = math.hypot(x - pose.x, y - pose.y) + 1e-9
    # The cosine of the angle between robot → ball and the way of the ball.
    cosine = ((x - pose.x) * ux + (y - pose.y) * uy) / away
    nearness = 1.0 / (1.0 + view.times[number] / SOON)
    return PlayerFeatures(nearness, 0.5 + 0.5 * cosine, 0.5 - pose.x / (2 * constants.length))
