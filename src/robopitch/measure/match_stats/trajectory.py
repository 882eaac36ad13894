"""The line of a kicked ball: how far it comes, what it passes, whether it would go in."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from robopitch.control.ballistics import BallLaw, rest_distance
from robopitch.physics.ball_law import ball_law

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec

__all__ = ["Aim", "Line", "Pitch", "aim", "height_at", "line_of", "passes"]

Point = tuple[float, float]
Velocity = tuple[float, float, float]

SHOT = 2.0, 0.5  # m/s: slower ones are no shots; the second where robots have no kickers and just run into the ball
BESIDE = 0.3  # m from the goal mouth: a shot that missed
MATE = 0.5  # m from a team mate: a pass
SMALL = 1.0  # m: where the goal is narrower than this, as on a table, the two above shrink with it


class Pitch(NamedTuple):
    """Field and ball of a league, as far as they decide where a kicked ball goes. Metres, seconds."""

    law: BallLaw
    goal_line: float
    touch_line: float
    goal_half: float
    goal_height: float
    crossbar: bool
    shot: float  # m/s
    beside: float
    mate: float

    @classmethod
    def of(cls, league: LeagueSpec) -> Pitch:
        """That of a league."""
        field = league.field
        small = min(1.0, field.goal.width / SMALL)
        kickers = any(team.robot.kicker is not None for team in (league.blue, league.yellow))
        return cls(
            law=ball_law(league),
            goal_line=field.length / 2,
            touch_line=field.width / 2,
            goal_half=field.goal.width / 2,
            goal_height=float(field.goal.height),
            crossbar=field.goal.crossbar,
            shot=SHOT[0] if kickers else SHOT[1],
            beside=BESIDE * small,
            mate=MATE * small,
        )


class Hop(NamedTuple):
    """A stretch in the air."""

    begins: float  # m from the kick
    ends: float
    speed: float  # over the ground
    climb: float  # at its beginning


class Line(NamedTuple):
    """Where a ball goes if nobody stops it."""

    start: Point
    direction: Point  # unit vector
    length: float  # m until it lies
    hops: tuple[Hop, ...]


class Aim(NamedTuple):
    """What a line means for a goal."""

    shot: bool  # it reaches the mouth, or passes near it
    target: bool  # it goes in


NO_AIM = Aim(False, False)


def line_of(place: Point, velocity: Velocity, slip: float, pitch: Pitch) -> Line | None:
    """The line of a ball with this velocity; None if it does not move over the ground.

    slip: how fast its lowest point goes over the ground: 0 if it rolls, the whole speed if it was kicked without spin.
    In the air it follows the parabola; each bounce takes some of its climb and, by friction, of its slip.
    """
    vx, vy, climb = velocity
    speed = math.hypot(vx, vy)
    if speed < 1e-6:
        return None
    direction, law, at = (vx / speed, vy / speed), pitch.law, 0.0
    hops: list[Hop] = []
    turning = 1 + 1 / law.inertia  # what the ball's surface gains where its centre loses 1
    while climb > 0:
        ends = at + speed * 2 * climb / law.gravity
        hops.append(Hop(at, ends, speed, climb))
        rebound = law.restitution * climb
        rebound = rebound if rebound >= law.least_bounce and len(hops) < 12 else 0.0
        lost = min(law.friction * (climb + rebound), slip / turning)
        at, climb, speed, slip = ends, rebound, max(speed - lost, 0.0), slip - lost * turning
    length = at + (rest_distance(speed, law, slip) if speed > 0 else 0.0)
    return Line(place, direction, length, tuple(hops))


def height_at(line: Line, distance: float, pitch: Pitch) -> float | None:
    """Height of the ball's centre when it has gone so far; None if it never does."""
    if distance > line.length:
        return None
    for hop in line.hops:
        if distance < hop.ends:
            time = (distance - hop.begins) / hop.speed
            return pitch.law.radius + (hop.climb - 0.5 * pitch.law.gravity * time) * time
    return pitch.law.radius


def aim(line: Line, side: float, pitch: Pitch) -> Aim:
    """What a line means for the goal at *side*, +1 or −1 along x."""
    (x, y), (ux, uy) = line.start, line.direction
    x, ux = side * x, side * ux
    ahead = pitch.goal_line - x
    if ux <= 0 or ahead <= 0:
        return NO_AIM
    way = min(ahead / ux, line.length)  # behind the goal line it does not matter
    end = (x + way * ux, y + way * uy)
    half = pitch.goal_half
    off = math.hypot(pitch.goal_line - end[0], max(abs(end[1]) - half, 0.0))
    for post in (half, -half):
        along = min(max(ahead * ux + (post - y) * uy, 0.0), way)
        off = min(off, math.hypot(ahead - along * ux, post - y - along * uy))
    height = height_at(line, way, pitch) or pitch.law.radius
    over = height + (pitch.law.radius if pitch.crossbar else 0.0) - pitch.goal_height
    target = ahead / ux <= line.length and abs(end[1]) + pitch.law.radius < half and over < 0
    return Aim(off <= pitch.beside and over <= pitch.beside, target)


def passes(line: Line, mates: Iterable[Point], pitch: Pitch) -> bool:
    """Whether the line comes near one of these, ahead of the ball and on the field."""
    (x, y), (ux, uy) = line.start, line.direction
    length = line.length
    for at, along, edge in ((x, ux, pitch.goal_line), (y, uy, pitch.touch_line)):
        if along != 0:
            length = min(length, max((math.copysign(edge, along) - at) / along, 0.0))
    for mate_x, mate_y in mates:
        dx, dy = mate_x - x, mate_y - y
        along = dx * ux + dy * uy
        if along > 0:
            along = min(along, length)
            if math.hypot(dx - along * ux, dy - along * uy) <= pitch.mate:
                return True
    return False
