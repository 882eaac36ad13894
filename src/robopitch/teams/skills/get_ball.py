"""Get the ball and play it: from behind, or where it will be."""

from __future__ import annotations

import math
from dataclasses import dataclass

from robopitch.control.border import in_danger
from robopitch.control.geometry import bearing, into_body, wrapped
from robopitch.teams.game_view import GameView, Point
from robopitch.teams.motion import Move
from robopitch.teams.skills.block import stand
from robopitch.teams.skills.dribble import has_ball, held, let_go, turn_with_ball
from robopitch.teams.skills.kick import Play, kick, laid_off
from robopitch.teams.skills.receive import receive_ball
from robopitch.teams.skills.unjam import push, sweep, unjam
from robopitch.teams.tactics.areas import out_of_bounds

__all__ = ["USUAL", "Params", "get_ball", "where_played"]


@dataclass(frozen=True, slots=True)
class Params:
    """What was tuned."""

    nearby: float = 4.0  # touch distances: nearer than this a robot moves in the frame of the ball
    # Angle off the line behind the ball: below the first it drives into the ball, above the second around it.
    cone: tuple[float, float] = (math.radians(6), math.radians(35))
    once: tuple[float, float] = (math.radians(3), math.radians(15))  # the same for a ball that is touched only once
    take: float = math.radians(25)  # farther off that line a robot with a dribbler takes the ball, and turns with it
    ring: float = 0.6  # robot radii: clearance when driving around the ball
    into: float = 1.0  # ball radii: how far into the ball a robot aims
    leg: float = math.radians(60)  # angle around the ball to the next target point
    close: float = 2.0  # touch distances: a ball nearer than this that is not in front is turned to first …
    slanted: float = math.tan(math.radians(30))  # … if it is farther off the heading than this, …
    behind: float = 0.5  # … while the robot moves at this fraction of the ball's velocity
    fast: float = 0.8  # m/s: a faster ball is intercepted on its path
    comes: float = 0.9  # m/s: a faster ball that approaches is awaited
    ahead: float = math.cos(math.radians(55))  # a ball approaches a robot if its direction is within this angle
    beside: float = 0.6  # fraction of the top speed: a robot does not drive alongside a faster ball
    rests: float = 0.2  # m/s: a slower ball rests
    soon: float = 1.2  # s: a ball that would leave the field within this time is approached from ahead


USUAL = Params()


def get_ball(view: GameView, number: int, play: Play, *, free: bool = False, params: Params = USUAL) -> Move:
    """Get the ball and play it: from behind, or, if it rolls fast, at the interception point."""
    constants = view.constants
    if not free and constants.closed and out_of_bounds(view):
        return stand(view, number, view.ball)  # motion keeps it outside the area
    swept = sweep(view, number, free) if view.situation.running else None
    if swept is not None:
        return swept
    freed = unjam(view, number, play, free)
    if freed is not None:
        return freed
    if not constants.omni:
        return push(view, number, play, free)
    if held(view, number) > constants.dribble and view.situation.running:
        return let_go(view, number, free)
    if play.once:
        return _round_ball(
            view, number, play._replace(tolerance=max(play.tolerance, params.once[1])), free, params=params
        )
    if has_ball(view, number):
        return turn_with_ball(view, number, play, free)
    pose = view.observation.own[number]
    x, y = pose.x - view.ball[0], pose.y - view.ball[1]
    away = math.hypot(x, y)
    if (
        view.doubtful
        and away < params.close * constants.touch
        and view.speed < constants.top
        and _beside(view, number, params)
    ):
        slower = (params.behind * view.roll[0], params.behind * view.roll[1])
        return _round_ball(view, number, play, free, params)._replace(moving=slower)
    if view.speed > params.comes and x * view.roll[0] + y * view.roll[1] > params.ahead * away * view.speed:
        return receive_ball(view, number, play, free=free)
    near = away < params.nearby * constants.touch
    if near and view.speed < params.beside * constants.top:
        if view.speed > params.rests and in_danger(
            view.ball, view.roll, constants.border, 0.0, params.soon, params.rests, constants.law.rolling
        ):  # it is about to leave the field: approach it from ahead [CAMBADA-control §6.2]
            play = Play(math.atan2(-view.roll[1], -view.roll[0]), 0.0, 0.0)
        return _round_ball(view, number, play, free, params)
    if view.speed > params.fast:
        return _meet(view, number, play, free)
    return _approach(view, number, play, free, params)


def where_played(view: GameView, number: int, params: Params = USUAL) -> Point:
    """Where a robot will play the ball: the interception point of a fast ball, else the ball's position."""
    if view.speed < params.fast or has_ball(view, number, 3.0):
        return view.ball
    return view.ball_after(view.times[number])


def _beside(view: GameView, number: int, params: Params) -> bool:
    """Whether the ball is beside a robot or behind it: moving with the ball, it would push it and never get it."""
    pose = view.observation.own[number]
    forward, left = into_body(view.ball[0] - pose.x, view.ball[1] - pose.y, pose.heading)
    return params.slanted * forward < abs(left)


def _approach(view: GameView, number: int, play: Play, free: bool, params: Params) -> Move:
    """Drive from afar to the side from which the ball can be played, past the ball if it is in between."""
    constants, pose = view.constants, view.observation.own[number]
    seconds = view.times[number]
    ball = view.ball_after(min(seconds, 1.0))
    x, y = pose.x - ball[0], pose.y - ball[1]
    away, now = math.hypot(x, y), math.atan2(y, x)
    left = wrapped(play.direction + math.pi - now)
    ring = constants.touch + params.ring * constants.radius
    leg = math.acos(ring / away) if away > ring else 1.0  # to the point where the tangent touches the ring
    angle = now + max(-leg, min(leg, left))
    place = (ball[0] + ring * math.cos(angle), ball[1] + ring * math.sin(angle))
    return Move(place, play.direction, moving=view.roll, free=free)


def _round_ball(view: GameView, number: int, play: Play, free: bool, params: Params) -> Move:
    """Near the ball and moving with it: drive around it and into it from behind; or straight, with a dribbler."""
    constants, pose = view.constants, view.observation.own[number]
    heading = laid_off(view, play)
    ball = view.ball
    x, y = pose.x - ball[0], pose.y - ball[1]
    away, now = math.hypot(x, y), math.atan2(y, x)
    left, facing = wrapped(heading + math.pi - now), wrapped(heading - pose.heading)
    if constants.holds and abs(left) > params.take and not play.once:  # take it from the nearest side, and turn with it
        heading = wrapped(now + math.pi)
        left, facing = 0.0, wrapped(heading - pose.heading)
    # It stays on the ring while it drives around; inside only behind the ball, and with the right heading.
    narrow, wide = params.once if play.once else params.cone
    share = min(max((max(abs(left), 0.5 * abs(facing)) - narrow) / (wide - narrow), 0.0), 1.0)
    inside = constants.touch - params.into * constants.ball
    ring = inside + share * (constants.touch + params.ring * constants.radius - inside)
    leg = max(math.acos(ring / away) if away > ring else 0.0, params.leg)
    angle = now + max(-leg, min(leg, left))
    return Move(
        (ball[0] + ring * math.cos(angle), ball[1] + ring * math.sin(angle)),
        heading,
        moving=view.roll,
        direct=True,
        free=free,
        kick=kick(view, number, play),
        dribble=1.0 if constants.holds and not play.once else 0.0,
        ring=ring if share > 0 else 0.0,
    )


def _meet(view: GameView, number: int, play: Play, free: bool) -> Move:
    """Intercept a fast ball: stand in its path if there is time, else follow it."""
    index = view.numbers.index(number)
    if view.meets.reached[index]:
        return receive_ball(view, number, play, free=free)
    x, y = view.meets.points[index].tolist()
    return Move((x, y), bearing(view.observation.own[number][:2], view.ball), free=free)
