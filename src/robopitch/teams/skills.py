"""Skills of one robot with the ball, independent of the team's strategy."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from robopitch.control.ballistics import kick_speed, time_to_reach
from robopitch.control.border import in_danger
from robopitch.control.driving import seconds_to_cover
from robopitch.control.geometry import Twist, into_body, into_field, wrapped
from robopitch.control.passes import Passes, Players, rate_passes, receive
from robopitch.control.shots import Shot, best_shot
from robopitch.elementary.compiled import kernel
from robopitch.messages import Kick
from robopitch.teams.game_view import TIMES, Floats, GameView, Point
from robopitch.teams.jams import unjam
from robopitch.teams.motion import Move
from robopitch.teams.pushing import push
from robopitch.teams.sweeping import sweep

__all__ = [
    "Play",
    "at_own_goal",
    "bearing",
    "clear_way",
    "forgotten",
    "get_ball",
    "has_ball",
    "lane_widths",
    "out_of_bounds",
    "pass_ratings",
    "receive_ball",
    "shot_at_goal",
    "speed_that_stays_in",
    "stand",
    "touched_once",
    "where_played",
]

NEAR = 0.35  # ball radii: a ball nearer to the front is at it
NEARBY = 4.0  # touch distances: nearer than this a robot moves in the frame of the ball
CONE = (
    math.radians(6),
    math.radians(35),
)  # angle off the line behind the ball: below the first drive into the ball, above the second around it
ONCE = math.radians(3), math.radians(15)  # the same for a ball that is touched only once
TAKE = math.radians(25)  # farther off that line a robot with a dribbler takes the ball first, and turns with it
RING = 0.6  # robot radii: clearance when driving around the ball
INTO = 1.0  # ball radii: how far into the ball a robot aims
LEG = math.radians(60)  # angle around the ball to the next target point
FORGOTTEN = 12.0  # s after which a resting ball in their area may be fetched: a referee would have stopped the game
EDGE = 0.3  # robot radii from a closed area within which field players leave the ball
AT_IT = 1.4  # touch distances from its centre up to which a robot is at the ball
PACE = 0.4  # fraction of the top speed, with the ball
CLOSE = 2.0  # touch distances: a ball nearer than this that is not in front is turned to first …
SLANTED = math.tan(math.radians(30))  # … if it is farther off the heading than this, …
BEHIND = 0.5  # … while the robot moves at this fraction of the ball's velocity
NUDGE = 0.05  # m/s into the ball of a kick that is caught before it is taken
SHARP = 10.0  # 1/s: gain of the turn with the ball
ORBIT = 4.5  # rad/s: highest turn rate around a ball that is held
FAST = 0.8  # m/s: a faster ball is intercepted on its path
COMES = 0.9  # m/s: a faster ball that approaches is awaited
AHEAD = math.cos(math.radians(55))  # a ball approaches a robot if its direction is within this angle
ALONG = 0.9  # fraction of the top speed up to which a robot drives along with a ball, to get into its path
ALONG_BLURRED = 0.5  # the same for a robot that sees for itself: it would not get there beside a ball
BESIDE = 0.6  # fraction of the top speed: a robot does not drive alongside a faster ball
RESTS = 0.2  # m/s: a slower ball rests
SOON = 1.2  # s: a ball that would leave the field within this time is approached from ahead
FOLLOWED = 0.7  # s: a robot beside a ball that will be in a closed area by then does not drive along with it
GIVE, LAST = 0.4, 2.5  # fraction of the ball's speed at which a receiver recedes, when nearer than so many touches
REACTION = 0.15  # s until opponents react to a kick
SLOW = 0.5  # m/s at the border, for a ball that should stay on the field
AT_ONCE = math.radians(70)  # largest deflection of a first-time kick
MARGIN = 0.03  # fraction of the fastest kick held back, because the robot may accelerate until it kicks
MOUTH = 1.3  # half widths of the own goal on either side of its middle towards which the ball is never kicked
FACING = 1.6  # robot radii from the ball to an opponent in front of it: a kick into it would only empty the kicker
GROWTH = 0.05  # m that a blocker moves sideways per m of a shot: a quarter of a metre in the time of five


class Play(NamedTuple):
    """How to play the ball."""

    direction: float  # rad
    speed: float  # m/s of the ball; 0: carry it
    tolerance: float  # rad either way
    angle: float = 0.0  # rad above the ground
    pace: float = math.inf  # m/s: highest speed at which it is carried
    careful: bool = False  # do not kick into an opponent right in front of the ball
    once: bool = False  # touch the ball only once, with the kick


def bearing(start: Point, end: Point) -> float:
    """The direction from one point to another."""
    return math.atan2(end[1] - start[1], end[0] - start[0])


def stand(view: GameView, number: int, place: Point, speed: float = math.inf) -> Move:
    """Stand at a place, facing the ball."""
    pose = view.observation.own[number]
    return Move(place, bearing((pose.x, pose.y), view.ball), speed)


def has_ball(view: GameView, number: int, slack: float = 1.0) -> bool:
    """Whether the ball is at the front of a robot; *slack* scales the allowed gap."""
    constants, pose = view.constants, view.observation.own[number]
    forward, left = into_body(view.ball[0] - pose.x, view.ball[1] - pose.y, pose.heading)
    return (
        0 < forward < constants.touch + slack * NEAR * constants.ball and abs(left) < constants.face and not view.flies
    )


def touched_once(view: GameView) -> bool:
    """Whether the robot that takes a kick touches the ball only with the kick.

    A robot that sees for itself does not meet the ball so exactly: it catches the ball first if it can, as the rules of
    its league allow near the spot.
    """
    return not (view.doubtful and view.constants.holds)


def out_of_bounds(view: GameView) -> bool:
    """Whether the ball is in a closed area, or so near to it that a field player would touch it inside."""
    return _closed_at(view, view.ball)


def _closed_at(view: GameView, place: Point) -> bool:
    grown = EDGE * view.constants.radius
    return any(area.grown(grown).holds(*place) for area in view.constants.closed)


def forgotten(view: GameView) -> bool:
    """Whether the ball has rested in the opponents' area for more than FORGOTTEN seconds."""
    constants, memory = view.constants, view.memory
    x, y = view.ball
    if view.speed > 0.2 or x < constants.length - constants.depth or abs(y) > constants.side:
        memory["lies since"] = view.observation.time
    return bool(view.observation.time - memory.get("lies since", view.observation.time) > FORGOTTEN)


# ---- evaluation ---------------------------------------------------------------------------------------------------


def at_own_goal(view: GameView, direction: float, start: Point | None = None) -> bool:
    """Whether a ball played in a direction, from its position or *start*, rolls to the own goal or close past it."""
    constants, along = view.constants, -math.cos(direction)
    if along <= 0:
        return False
    x, y = start or view.ball
    to_line = max(x + constants.length, 0.0)
    return abs(y * along + to_line * math.sin(direction)) < MOUTH * constants.post * along


def shot_at_goal(view: GameView, shooter: int | None = None, place: Point | None = None) -> Shot | None:
    """The best shot at the goal from the ball's position, or from *place*."""
    constants = view.constants
    blockers = view.rivals
    if shooter is not None and len(view.numbers) > 1:
        blockers = np.concatenate((blockers, view.place[[number != shooter for number in view.numbers]]))
    return best_shot(place or view.ball, constants.goal, blockers, constants.radius, constants.ball, GROWTH)


def where_played(view: GameView, number: int) -> Point:
    """Where a robot will play the ball: the interception point of a fast ball, else the ball's position."""
    if view.speed < FAST or has_ball(view, number, 3.0):
        return view.ball
    return view.ball_after(view.times[number])


def pass_ratings(
    view: GameView,
    targets: Floats,
    receivers: Floats,
    velocities: Floats,
    arrival: float,
    start: Point | None = None,
) -> Passes:
    """Ratings of passes to targets, from the ball's position or from *start*; receiver i goes to target i."""
    constants = view.constants
    limits = constants.limits
    ours = Players(receivers, velocities, constants.top, limits.speed_up, constants.touch)
    theirs = Players(view.rivals, view.rival_velocity, constants.top, limits.speed_up, constants.touch)
    goal = (constants.length, 0.0)
    return rate_passes(
        start or view.ball, targets, ours, theirs, goal, constants.law, constants.kick or 1.0, arrival,
        reaction=REACTION, shortest=constants.unit, longest=0.8 * 2 * constants.length,
    )  # fmt: skip


def speed_that_stays_in(view: GameView, direction: float) -> float:
    """The speed of a kick in a direction after which the ball has the speed SLOW at the border, m/s."""
    constants = view.constants
    room = math.inf
    for at, along, edge in (
        (view.ball[0], math.cos(direction), constants.length),
        (view.ball[1], math.sin(direction), constants.width),
    ):
        if abs(along) > 1e-6:
            room = min(room, max(edge - math.copysign(at, at * along), 0.0) / abs(along))
    return min(kick_speed(max(room, constants.unit), SLOW, constants.law), constants.kick)


def lane_widths(view: GameView, targets: Floats, start: Point | None = None) -> Floats:
    """Distance of the nearest opponent from each straight path of the ball to a target ``[target]``, m.

    Opponents behind the ball, seen from the target, are ignored.
    """
    if not view.others:
        return np.full(len(targets), np.inf)
    widths = np.empty(len(targets))
    _write_lanes(start or view.ball, np.ascontiguousarray(targets), view.rivals, widths)
    return widths


@kernel
def _write_lanes(ball: Point, targets: Floats, rivals: Floats, widths: Floats) -> None:
    for index in range(targets.shape[0]):
        ux, uy = targets[index, 0] - ball[0], targets[index, 1] - ball[1]
        length = math.sqrt(ux * ux + uy * uy) + 1e-9
        ux, uy = ux / length, uy / length
        widths[index] = math.inf
        for rival in range(rivals.shape[0]):
            x, y = rivals[rival, 0] - ball[0], rivals[rival, 1] - ball[1]
            along, aside = ux * x + uy * y, ux * y - uy * x
            if along >= 0.0:
                beyond = max(along - length, 0.0)
                widths[index] = min(widths[index], math.sqrt(aside * aside + beyond * beyond))


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


# ---- the ball -----------------------------------------------------------------------------------------------------


def get_ball(view: GameView, number: int, play: Play, *, free: bool = False) -> Move:
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
    if _held(view, number) > constants.dribble and view.situation.running:
        return _let_go(view, number, free)
    if play.once:
        return _round_ball(view, number, play._replace(tolerance=max(play.tolerance, ONCE[1])), free)
    if has_ball(view, number):
        return _turn_with_ball(view, number, play, free)
    pose = view.observation.own[number]
    x, y = pose.x - view.ball[0], pose.y - view.ball[1]
    away = math.hypot(x, y)
    if view.doubtful and away < CLOSE * constants.touch and view.speed < constants.top and _beside(view, number):
        slower = (BEHIND * view.roll[0], BEHIND * view.roll[1])
        return _round_ball(view, number, play, free)._replace(moving=slower)
    if view.speed > COMES and x * view.roll[0] + y * view.roll[1] > AHEAD * away * view.speed:
        return receive_ball(view, number, play, free=free)
    near = away < NEARBY * constants.touch
    if near and view.speed < BESIDE * constants.top:
        if view.speed > RESTS and in_danger(
            view.ball, view.roll, constants.border, 0.0, SOON, RESTS, constants.law.rolling
        ):  # it is about to leave the field: approach it from ahead [CAMBADA-control §6.2]
            play = Play(math.atan2(-view.roll[1], -view.roll[0]), 0.0, 0.0)
        return _round_ball(view, number, play, free)
    if view.speed > FAST:
        return _meet(view, number, play, free)
    return _approach(view, number, play, free)


def _beside(view: GameView, number: int) -> bool:
    """Whether the ball is beside a robot or behind it: moving with the ball, it would push it and never get it."""
    pose = view.observation.own[number]
    forward, left = into_body(view.ball[0] - pose.x, view.ball[1] - pose.y, pose.heading)
    return SLANTED * forward < abs(left)


def _held(view: GameView, number: int) -> float:
    """Distance that a robot has dribbled the ball so far, m; rules allow 1."""
    held: Any = view.memory.get("held")
    if math.dist(view.observation.own[number][:2], view.ball) > AT_IT * view.constants.touch:
        if held is not None and held[0] == number:
            view.memory["held"] = None
        return 0.0
    if held is None or held[0] != number:
        held = view.memory["held"] = [number, *view.ball]
    return math.dist(held[1:], view.ball)


def _let_go(view: GameView, number: int, free: bool) -> Move:
    """Back off from the ball."""
    pose, back = view.observation.own[number], view.constants.top / 4
    twist = Twist(-back * math.cos(pose.heading), -back * math.sin(pose.heading), 0.0)
    return Move(pose[:2], pose.heading, direct=True, free=free, twist=twist)


def _approach(view: GameView, number: int, play: Play, free: bool) -> Move:
    """Drive from afar to the side from which the ball can be played, past the ball if it is in between."""
    constants, pose = view.constants, view.observation.own[number]
    seconds = view.times[number]
    ball = view.ball_after(min(seconds, 1.0))
    x, y = pose.x - ball[0], pose.y - ball[1]
    away, now = math.hypot(x, y), math.atan2(y, x)
    left = wrapped(play.direction + math.pi - now)
    ring = constants.touch + RING * constants.radius
    leg = math.acos(ring / away) if away > ring else 1.0  # to the point where the tangent touches the ring
    angle = now + max(-leg, min(leg, left))
    place = (ball[0] + ring * math.cos(angle), ball[1] + ring * math.sin(angle))
    return Move(place, play.direction, moving=view.roll, free=free)


def _round_ball(view: GameView, number: int, play: Play, free: bool) -> Move:
    """Near the ball and moving with it: drive around it and into it from behind; or straight, with a dribbler."""
    constants, pose = view.constants, view.observation.own[number]
    heading = _laid_off(view, play)
    ball = view.ball
    x, y = pose.x - ball[0], pose.y - ball[1]
    away, now = math.hypot(x, y), math.atan2(y, x)
    left, facing = wrapped(heading + math.pi - now), wrapped(heading - pose.heading)
    if constants.holds and abs(left) > TAKE and not play.once:  # take it from the nearest side, and turn with it
        heading = wrapped(now + math.pi)
        left, facing = 0.0, wrapped(heading - pose.heading)
    # It stays on the ring while it drives around; inside only behind the ball, and with the right heading.
    narrow, wide = ONCE if play.once else CONE
    share = min(max((max(abs(left), 0.5 * abs(facing)) - narrow) / (wide - narrow), 0.0), 1.0)
    inside = constants.touch - INTO * constants.ball
    ring = inside + share * (constants.touch + RING * constants.radius - inside)
    leg = max(math.acos(ring / away) if away > ring else 0.0, LEG)
    angle = now + max(-leg, min(leg, left))
    return Move(
        (ball[0] + ring * math.cos(angle), ball[1] + ring * math.sin(angle)),
        heading,
        moving=view.roll,
        direct=True,
        free=free,
        kick=_kick(view, number, play),
        dribble=1.0 if constants.holds and not play.once else 0.0,
        ring=ring if share > 0 else 0.0,
    )


def _laid_off(view: GameView, play: Play) -> float:
    """The heading that sends the ball in the direction of a play: a kick keeps the ball's velocity across it."""
    if play.speed <= 0 or view.constants.kick <= 0:
        return play.direction
    c, s = math.cos(play.direction), math.sin(play.direction)
    aside = (view.roll[1] * c - view.roll[0] * s) / play.speed
    return play.direction - math.asin(max(-0.5, min(0.5, aside)))


def _meet(view: GameView, number: int, play: Play, free: bool) -> Move:
    """Intercept a fast ball: stand in its path if there is time, else follow it."""
    index = view.numbers.index(number)
    if view.meets.reached[index]:
        return receive_ball(view, number, play, free=free)
    x, y = view.meets.points[index].tolist()
    return Move((x, y), bearing(view.observation.own[number][:2], view.ball), free=free)


def receive_ball(view: GameView, number: int, play: Play | None = None, *, free: bool = False) -> Move:
    """Stand in the ball's path, face it and absorb its speed; or kick it at once if possible.

    Robots that see for themselves catch the ball before they pass it: at once, they would miss a mate.
    """
    constants, pose = view.constants, view.observation.own[number]
    place, facing, along = _stand_in_way(view, number)
    if along > 0 and not free and _closed_at(view, view.ball_after(FOLLOWED)):
        along = 0.0  # it does not follow the ball into a closed area
    away = math.dist(view.ball, pose[:2])
    kick, heading = None, facing
    if play is not None and play.speed > 0 and constants.kick > 0 and not (view.doubtful and play.careful):
        # At once: the kicker sets the ball's speed along the heading; across it the ball keeps its own.
        turn = wrapped(play.direction - facing)
        if abs(turn) < AT_ONCE:
            heading = facing + turn * play.speed / (play.speed + view.speed)
            kick = _kick(view, number, play._replace(tolerance=0.7 * play.tolerance))
            # The middle of the front, not the robot's centre, has to be in the ball's path.
            place = (
                place[0] + constants.touch * (math.cos(facing) - math.cos(heading)),
                place[1] + constants.touch * (math.sin(facing) - math.sin(heading)),
            )
    if kick is None and away < LAST * constants.touch:
        along = max(along, GIVE)
    return Move(
        place,
        heading,
        moving=(along * view.roll[0], along * view.roll[1]),
        direct=away < 8 * constants.touch,
        free=free,
        kick=kick,
        dribble=1.0 if constants.holds else 0.0,
    )


def _stand_in_way(view: GameView, number: int) -> tuple[Point, float, float]:
    """Where to stand so that the ball rolls to the front, the heading, and the fraction of its velocity to move along.

    A robot beside the ball's path drives straight into it. If the ball would have passed by then, the robot also moves
    along with the ball, just fast enough to arrive in time.
    """
    constants, pose = view.constants, view.observation.own[number]
    velocity = view.observation.own_velocity.get(number, (0.0, 0.0, 0.0))
    (x, y), limits = view.ball, constants.easy
    if view.speed > RESTS:
        ux, uy = view.roll[0] / view.speed, view.roll[1] / view.speed
        ahead, aside = (pose.x - x) * ux + (pose.y - y) * uy, (pose.y - y) * ux - (pose.x - x) * uy
        gap = ahead - constants.touch
        if gap > 0:
            nearing = (velocity[1] * ux - velocity[0] * uy) * -math.copysign(1.0, aside)
            out = max(abs(aside) - 0.5 * constants.face, 0.0)
            mine = seconds_to_cover(out, nearing if out > 0 else 0.0, constants.top, limits.speed_up, limits.brake)
            its = time_to_reach(gap, view.speed, constants.law, view.slip)
            along = 0.0 if mine < its else 1.0 - gap / (view.speed * mine)
            if view.doubtful and gap < LAST * constants.touch:
                along = min(along, GIVE)  # the grabber pulls the ball along: who recedes as fast never stops
            if along * view.speed < (ALONG_BLURRED if view.doubtful else ALONG) * constants.top:
                return (x + ahead * ux, y + ahead * uy), math.atan2(-uy, -ux), along
    got = receive(
        pose[:2], (velocity[0], velocity[1]), view.path, constants.top, limits.speed_up, constants.touch, TIMES
    )
    return got.point, got.facing, 0.0


def _turn_with_ball(view: GameView, number: int, play: Play, free: bool) -> Move:
    """With the ball at the front: turn around the ball until the robot faces the aim, and kick it or drive with it."""
    constants, pose = view.constants, view.observation.own[number]
    _, left = into_body(view.ball[0] - pose.x, view.ball[1] - pose.y, pose.heading)
    off = wrapped(_laid_off(view, play) - pose.heading)
    turn = max(-ORBIT, min(ORBIT, SHARP * off))
    # The ball stays in place while the robot drives around it: v = −ω × touch, and a little into the ball.
    ahead = min(0.25, constants.top / 8)
    if view.doubtful and view.situation.taking:
        ahead = NUDGE  # rules let it move the ball of a kick only a little
    if play.speed == 0 and abs(off) < 0.4:
        ahead = min(PACE * constants.top, play.pace)
    vx, vy = into_field(ahead, -turn * constants.touch + 4.0 * left, pose.heading)
    return Move(
        pose[:2],
        play.direction,
        direct=True,
        free=free,
        kick=_kick(view, number, play),
        dribble=1.0 if constants.holds else 0.0,
        twist=Twist(vx, vy, turn),
    )


def _kick(view: GameView, number: int, play: Play) -> Kick | None:
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
    if abs(wrapped(goes - play.direction)) > play.tolerance or at_own_goal(view, goes):
        return None
    room = (3.0 if play.careful else FACING) * constants.radius
    if play.angle <= 0 and clear_way(view, goes, room, constants.radius + constants.ball) < room:
        return None
    if play.angle > 0:
        return Kick(min(_chip_from(play, max(plate, 0.0)), constants.chip), play.angle)
    most = (1.0 - MARGIN) * constants.kick
    most = math.sqrt(max(most * most - aside * aside, 0.0)) - max(plate, 0.0)  # the ball keeps its velocity across
    return Kick(max(0.0, min(play.speed - max(plate, 0.0), most)))


def _chip_from(play: Play, plate: float) -> float:
    """The speed of a chip, relative to a robot that drives at *plate*, which lands where that of a resting one would.

    The range is 2 v sin α (v cos α + plate) / g.
    """
    c = math.cos(play.angle)
    return (math.sqrt(plate * plate + (2 * c * play.speed) ** 2) - plate) / (2 * c)
