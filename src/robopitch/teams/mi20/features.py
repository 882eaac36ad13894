"""Features of the game and of players: numbers from 0 to 1 that sum up a situation [MI20 §2.4.3]."""

from __future__ import annotations

import math
from typing import NamedTuple

from robopitch.teams.picture import Picture
from robopitch.teams.skills import shot_at_goal

__all__ = ["Game", "Player", "game_features", "player_features"]

WIDE = 0.25  # rad of open goal that count as all of it
SOON = 0.5  # s from the ball at which half of the nearness is gone


class Game(NamedTuple):
    """What the whole game is like."""

    attack: float  # where the ball is: 0 at the own goal line, 1 at theirs
    possession: float  # 0: an opponent has the ball, 1: one of ours, ½: nobody before the other
    danger: float  # of a goal against us: the ball near the own goal, and not ours
    open_goal: float  # how much of their goal the ball could go into


class Player(NamedTuple):
    """What the game is like for one robot."""

    nearness: float  # to the ball, in time: 1 at it
    behind: float  # 1: between the ball and the own goal, so that it can play forwards; 0: beyond the ball
    back: float  # 1 at the own goal line, 0 at theirs


def game_features(picture: Picture, ours: float) -> Game:
    """Features of the game; ours: s until one of the field players has the ball."""
    gear = picture.gear
    attack = min(max(0.5 + picture.ball[0] / (2 * gear.length), 0.0), 1.0)
    lead = picture.rival_time - ours
    possession = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, lead / 0.2))))
    if picture.frame % 2 == 0 or "open" not in picture.memory:
        shot = shot_at_goal(picture)
        picture.memory["open"] = 0.0 if shot is None else min(shot.width / WIDE, 1.0)
        picture.memory["aim"] = [gear.length, 0.0] if shot is None else list(shot.target)
    return Game(attack, possession, (1 - attack) * (1 - possession), picture.memory["open"])


def player_features(picture: Picture, number: int) -> Player:
    """Features of a player."""
    gear, pose = picture.gear, picture.sight.own[number]
    x, y = picture.ball
    away = math.hypot(x - pose.x, y - pose.y) + 1e-9
    to_goal = math.hypot(gear.length - x, y) + 1e-9
    # The cosine between the way to the ball and the way of the ball to their goal.
    cosine = ((x - pose.x) * (gear.length - x) + (y - pose.y) * -y) / (away * to_goal)
    nearness = 1.0 / (1.0 + picture.times[number] / SOON)
    return Player(nearness, 0.5 + 0.5 * cosine, 0.5 - pose.x / (2 * gear.length))
