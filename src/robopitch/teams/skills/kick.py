"""Kicks: in which direction, how fast, and when; lobs into a goal that is high enough to fall behind its keeper."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from robopitch.control.ballistics import chip_speed, kick_speed
from robopitch.control.geometry import wrapped
from robopitch.control.shots import Shot, best_shot
from robopitch.messages import Kick

if TYPE_CHECKING:
    from robopitch.teams.constants import Constants
    from robopitch.teams.game_view import GameView, Point

__all__ = [
    "USUAL",
    "Lob",
    "Params",
    "Play",
    "at_own_goal",
    "clear_way",
    "height_under_bar",
    "kick",
    "laid_off",
    "lob_at_goal",
    "shot_at_goal",
    "speed_that_stays_in",
    "touched_once",
]


@dataclass(frozen=True, slots=True)
class Params:
    """What was tuned."""

    mouth: float = 1.3  # half widths of the own goal on either side of its middle towards which nothing is kicked
    growth: float = 0.05  # m that a blocker moves sideways per m of a shot: a quarter of a metre in the time of five
    slow: float = 0.5  # m/s at the border, for a ball that should stay on the field
    facing: float = 1.6  # robot radii from the ball to an opponent in front of it: a kick would only empty the kicker
    margin: float = 0.03  # fraction of the fastest kick held back, because the robot may accelerate until it kicks
    under: float = 2.0  # ball radii between the bar and the centre of a lobbed ball
    aside: tuple[float, ...] = (0.0, 0.45, -0.45)  # targets of lobs, in half widths of the goal from its middle
    near_goal: float = 3.0  # robot radii from the goal line within which an opponent may still reach the ball


USUAL = Params()


class Play(NamedTuple):
    """How to play the ball."""

    direction: float  # rad
    speed: float  # m/s of the ball; 0: carry it
    tolerance: float  # rad either way
    angle: float = 0.0  # rad above the ground
    pace: float = math.inf  # m/s: highest speed at which it is carried
    careful: bool = False  # do not kick into an opponent right in front of the ball
    once: bool = False  # touch the ball only once, with the kick


class Lob(NamedTuple):
    """A lob that crosses the goal line below the bar."""

    target: Point  # on the goal line
    speed: float  # m/s of the kick
    room: float  # m between the ball's path at the goal and the nearest opponent


def touched_once(view: GameView) -> bool:
    """Whether the robot that takes a kick touches the ball only with the kick.

    A robot that sees for itself does not meet the ball so exactly: it catches the ball first if it can, as the rules of
    its league allow near the spot.
    """
    return not (view.doubtful and view.constants.holds)


def at_own_goal(view: GameView, direction: float, start: Point | None = None, params: Params = USUAL) -> bool:
    """Whether a ball played in a direction, from its position or *start*, rolls to the own goal or close past it."""
    constants, along = view.constants, -math.cos(direction)
    if along <= 0:
        return False
    x, y = start or view.ball
    to_line = max(x + constants.length, 0.0)
    return abs(y * along + to_line * math.sin(direction)) < params.mouth * constants.post * along


def shot_at_goal(
    view: GameView, shooter: int | None = None, place: Point | None = None, params: Params = USUAL
) -> Shot | None:
    """The best shot at the goal from the ball's position, or from *place*."""
    constants = view.constants
    blockers = view.rivals
    if shooter is not None and len(view.numbers) > 1:
        blockers = np.concatenate((blockers, view.place[[number != shooter for number in view.numbers]]))
    return best_shot(place or view.ball, constants.goal, blockers, constants.radius, constants.ball, params.growth)


def speed_that_stays_in(view: GameView, direction: float, params: Params = USUAL) -> float:
    """The speed of a kick in a direction after which the ball is slow at the border, m/s."""
    constants = view.constants
    room = math.inf
    for at, along, edge in (
        (view.ball[0], math.cos(direction), constants.length),
        (view.ball[1], math.sin(direction), constants.width),
    ):
        if abs(along) > 1e-6:
            room = min(room, max(edge - math.copysign(at, at * along), 0.0) / abs(along))
    return min(kick_speed(max(room, constants.unit), params.slow, constants.law), constants.kick)


def clear_way(view: GameView, direction: float, length: float, width: float) -> float:
    """Distance, up to *length*, that the ball can travel before it comes nearer than *width* to an opponent, m."""
    if not view.others:
        return length
    ball_x, ball_y = view.ball
    c, s = math.cos(direction), math.sin(direction)
    for pose in view.observation.opponents.values():
        x, y = pose.x - ball_x, pose.y - ball_y
        along = x * c + y * s
        if 0 < along < length and abs(y * c - x * s) < width:
            length = along
    return length


def laid_off(view: GameView, play: Play) -> float:
    """The heading that sends the ball in the direction of a play: a kick keeps the ball's velocity across it."""
    if play.speed <= 0 or view.constants.kick <= 0:
        return play.direction
    c, s = math.cos(play.direction), math.sin(play.direction)
    aside = (view.roll[1] * c - view.roll[0] * s) / play.speed
    return play.direction - math.asin(max(-0.5, min(0.5, aside)))


def kick(view: GameView, number: int, play: Play, params: Params = USUAL) -> Kick | None:
    """The kick of a play; None without one, if it misses its aim, goes at the own goal, or hits an opponent."""
    constants = view.constants
    if play.speed <= 0 or constants.kick <= 0:
        return None
    pose, velocity = view.observation.own[number], view.observation.own_velocity.get(number, (0.0, 0.0, 0.0))
    c, s = math.cos(pose.heading), math.sin(pose.heading)
    plate = velocity[0] * c + velocity[1] * s
    aside = view.roll[1] * c - view.roll[0] * s
    flat = play.speed * math.cos(play.angle)
    goes = pose.heading + math.atan2(aside, flat)
    if abs(wrapped(goes - play.direction)) > play.tolerance or at_own_goal(view, goes, params=params):
        return None
    room = (3.0 if play.careful else params.facing) * constants.radius
    if play.angle <= 0 and clear_way(view, goes, room, constants.radius + constants.ball) < room:
        return None
    if play.angle > 0:
        return Kick(min(_chip_from(play, max(plate, 0.0)), constants.chip), play.angle)
    most = (1.0 - params.margin) * constants.kick
    most = math.sqrt(max(most * most - aside * aside, 0.0)) - max(plate, 0.0)  # the ball keeps its velocity across
    return Kick(max(0.0, min(play.speed - max(plate, 0.0), most)))


def _chip_from(play: Play, plate: float) -> float:
    """The speed of a chip, relative to a robot that drives at *plate*, which lands where that of a resting one would.

    The range is 2 v sin α (v cos α + plate) / g.
    """
    c = math.cos(play.angle)
    return (math.sqrt(plate * plate + (2 * c * play.speed) ** 2) - plate) / (2 * c)


# ---- lobs ---------------------------------------------------------------------------------------------------------


def height_under_bar(goal_height: float, robot_height: float, ball_radius: float, params: Params = USUAL) -> float:
    """Height of a ball's centre at the goal line that passes over a keeper and below the bar, m; 0: there is none."""
    height = goal_height - params.under * ball_radius
    return height if height > robot_height else 0.0


def lob_at_goal(view: GameView, start: Point, params: Params = USUAL) -> Lob | None:
    """The lob over all opponents in the way whose target is farthest from them; None if there is none."""
    constants = view.constants
    if constants.lob <= 0 or start[0] <= 0:  # rules forbid lobs from the own half
        return None
    found = None
    for part in params.aside:
        target = (constants.length, part * constants.post)
        speed = _speed(constants, math.dist(start, target))
        if speed is None or not _clears(view, start, target):
            continue
        near = [
            math.hypot(x - target[0], y - target[1])
            for x, y in view.rivals.tolist()
            if x > constants.length - params.near_goal * constants.radius
        ]
        room = min(near, default=2 * constants.post)
        if found is None or room > found.room:
            found = Lob(target, speed, room)
    return found


def _landing(constants: Constants, away: float) -> float:
    """Where a ball would land that crosses the goal line at the height `lob`, m; inf: it is too near."""
    slope = math.tan(constants.chip_angle)
    rise = away * slope - constants.lob
    return away * away * slope / rise if rise > 0 else math.inf


def _speed(constants: Constants, away: float) -> float | None:
    landing = _landing(constants, away)
    if not math.isfinite(landing):
        return None
    speed = chip_speed(landing, constants.chip_angle)
    return speed if speed <= constants.chip else None


def _clears(view: GameView, start: Point, target: Point) -> bool:
    """Whether the ball is above every opponent that it passes: it rises and falls, so two points of each suffice."""
    constants = view.constants
    away = math.dist(start, target)
    ux, uy, slope = (target[0] - start[0]) / away, (target[1] - start[1]) / away, math.tan(constants.chip_angle)
    landing, wide = _landing(constants, away), constants.radius + constants.ball
    for x, y in view.rivals.tolist():
        along, aside = (x - start[0]) * ux + (y - start[1]) * uy, (y - start[1]) * ux - (x - start[0]) * uy
        if abs(aside) >= wide or along <= 0 or along - wide >= away:
            continue
        chord = math.sqrt(wide * wide - aside * aside)
        for edge in (max(along - chord, 0.0), min(along + chord, away)):
            if edge * slope * (1 - edge / landing) < constants.height + constants.ball:
                return False
    return True
