"""With the ball at the front: turn with it, drive with it, let it go."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from robopitch.control.geometry import Twist, into_body, into_field, wrapped
from robopitch.teams.game_view import GameView
from robopitch.teams.motion import Move
from robopitch.teams.skills.kick import Play, kick, laid_off

__all__ = ["USUAL", "Params", "has_ball", "held", "let_go", "turn_with_ball"]


@dataclass(frozen=True, slots=True)
class Params:
    """What was tuned."""

    near: float = 0.35  # ball radii: a ball nearer to the front is at it
    at_it: float = 1.4  # touch distances from its centre up to which a robot is at the ball
    pace: float = 0.4  # fraction of the top speed, with the ball
    nudge: float = 0.05  # m/s into the ball of a kick that is caught before it is taken
    sharp: float = 10.0  # 1/s: gain of the turn with the ball
    orbit: float = 4.5  # rad/s: highest turn rate around a ball that is held


USUAL = Params()


def has_ball(view: GameView, number: int, slack: float = 1.0, params: Params = USUAL) -> bool:
    """Whether the ball is at the front of a robot; *slack* scales the allowed gap."""
    constants, pose = view.constants, view.observation.own[number]
    forward, left = into_body(view.ball[0] - pose.x, view.ball[1] - pose.y, pose.heading)
    reach = constants.touch + slack * params.near * constants.ball
    return 0 < forward < reach and abs(left) < constants.face and not view.flies


def held(view: GameView, number: int, params: Params = USUAL) -> float:
    """Distance that a robot has dribbled the ball so far, m; rules allow 1."""
    known: Any = view.memory.get("held")
    if math.dist(view.observation.own[number][:2], view.ball) > params.at_it * view.constants.touch:
        if known is not None and known[0] == number:
            view.memory["held"] = None
        return 0.0
    if known is None or known[0] != number:
        known = view.memory["held"] = [number, *view.ball]
    return math.dist(known[1:], view.ball)


def let_go(view: GameView, number: int, free: bool) -> Move:
    """Back off from the ball."""
    pose, back = view.observation.own[number], view.constants.top / 4
    twist = Twist(-back * math.cos(pose.heading), -back * math.sin(pose.heading), 0.0)
    return Move(pose[:2], pose.heading, direct=True, free=free, twist=twist)


def turn_with_ball(view: GameView, number: int, play: Play, free: bool, params: Params = USUAL) -> Move:
    """With the ball at the front: turn around the ball until the robot faces the aim, and kick it or drive with it."""
    constants, pose = view.constants, view.observation.own[number]
    _, left = into_body(view.ball[0] - pose.x, view.ball[1] - pose.y, pose.heading)
    off = wrapped(laid_off(view, play) - pose.heading)
    turn = max(-params.orbit, min(params.orbit, params.sharp * off))
    # The ball stays in place while the robot drives around it: v = −ω × touch, and a little into the ball.
    ahead = min(0.25, constants.top / 8)
    if view.doubtful and view.situation.taking:
        ahead = params.nudge  # rules let it move the ball of a kick only a little
    if play.speed == 0 and abs(off) < 0.4:
        ahead = min(params.pace * constants.top, play.pace)
    vx, vy = into_field(ahead, -turn * constants.touch + 4.0 * left, pose.heading)
    return Move(
        pose[:2],
        play.direction,
        direct=True,
        free=free,
        kick=kick(view, number, play),
        dribble=1.0 if constants.holds else 0.0,
        twist=Twist(vx, vy, turn),
    )
