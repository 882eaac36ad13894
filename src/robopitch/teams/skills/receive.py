"""Receive a rolling ball: stand in its path, and absorb its speed or kick it at once."""

from __future__ import annotations

import math
from dataclasses import dataclass

from robopitch.control.ballistics import time_to_reach
from robopitch.control.driving import seconds_to_cover
from robopitch.control.geometry import wrapped
from robopitch.control.passes import receive
from robopitch.teams.game_view import TIMES, GameView, Point
from robopitch.teams.motion import Move
from robopitch.teams.skills.kick import Play, kick
from robopitch.teams.tactics.areas import closed_at

__all__ = ["USUAL", "Params", "receive_ball"]


@dataclass(frozen=True, slots=True)
class Params:
    """What was tuned."""

    along: float = 0.9  # fraction of the top speed up to which a robot drives along with a ball, to get into its path
    along_blurred: float = 0.5  # the same for a robot that sees for itself: it would not get there beside a ball
    rests: float = 0.2  # m/s: a slower ball rests
    followed: float = 0.7  # s: beside a ball that will be in a closed area by then it does not drive along
    give: float = 0.4  # fraction of the ball's speed at which a receiver recedes, …
    last: float = 2.5  # … when nearer than so many touch distances
    at_once: float = math.radians(70)  # largest deflection of a first-time kick


USUAL = Params()


def receive_ball(
    view: GameView, number: int, play: Play | None = None, *, free: bool = False, params: Params = USUAL
) -> Move:
    """Stand in the ball's path, face it and absorb its speed; or kick it at once if possible.

    Robots that see for themselves catch the ball before they pass it: at once, they would miss a mate.
    """
    constants, pose = view.constants, view.observation.own[number]
    place, facing, along = _stand_in_way(view, number, params)
    if along > 0 and not free and closed_at(view, view.ball_after(params.followed)):
        along = 0.0  # it does not follow the ball into a closed area
    away = math.dist(view.ball, pose[:2])
    shot, heading = None, facing
    if play is not None and play.speed > 0 and constants.kick > 0 and not (view.doubtful and play.careful):
        # At once: the kicker sets the ball's speed along the heading; across it the ball keeps its own.
        turn = wrapped(play.direction - facing)
        if abs(turn) < params.at_once:
            heading = facing + turn * play.speed / (play.speed + view.speed)
            shot = kick(view, number, play._replace(tolerance=0.7 * play.tolerance))
            # The middle of the front, not the robot's centre, has to be in the ball's path.
            place = (
                place[0] + constants.touch * (math.cos(facing) - math.cos(heading)),
                place[1] + constants.touch * (math.sin(facing) - math.sin(heading)),
            )
    if shot is None and away < params.last * constants.touch:
        along = max(along, params.give)
    return Move(
        place,
        heading,
        moving=(along * view.roll[0], along * view.roll[1]),
        direct=away < 8 * constants.touch,
        free=free,
        kick=shot,
        dribble=1.0 if constants.holds else 0.0,
    )


def _stand_in_way(view: GameView, number: int, params: Params) -> tuple[Point, float, float]:
    """Where to stand so that the ball rolls to the front, the heading, and the fraction of its velocity to move along.

    A robot beside the ball's path drives straight into it. If the ball would have passed by then, the robot also moves
    along with the ball, just fast enough to arrive in time.
    """
    constants, pose = view.constants, view.observation.own[number]
    velocity = view.observation.own_velocity.get(number, (0.0, 0.0, 0.0))
    (x, y), limits = view.ball, constants.easy
    if view.speed > params.rests:
        ux, uy = view.roll[0] / view.speed, view.roll[1] / view.speed
        ahead, aside = (pose.x - x) * ux + (pose.y - y) * uy, (pose.y - y) * ux - (pose.x - x) * uy
        gap = ahead - constants.touch
        if gap > 0:
            nearing = (velocity[1] * ux - velocity[0] * uy) * -math.copysign(1.0, aside)
            out = max(abs(aside) - 0.5 * constants.face, 0.0)
            mine = seconds_to_cover(out, nearing if out > 0 else 0.0, constants.top, limits.speed_up, limits.brake)
            its = time_to_reach(gap, view.speed, constants.law, view.slip)
            along = 0.0 if mine < its else 1.0 - gap / (view.speed * mine)
            if view.doubtful and gap < params.last * constants.touch:
                along = min(along, params.give)  # the grabber pulls the ball along: who recedes as fast never stops
            if along * view.speed < (params.along_blurred if view.doubtful else params.along) * constants.top:
                return (x + ahead * ux, y + ahead * uy), math.atan2(-uy, -ux), along
    got = receive(
        pose[:2], (velocity[0], velocity[1]), view.path, constants.top, limits.speed_up, constants.touch, TIMES
    )
    return got.point, got.facing, 0.0
