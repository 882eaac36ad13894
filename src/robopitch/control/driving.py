"""Velocity commands that bring a robot to a pose and stop it there.

This is the reactive motion of [MI20 §2.4.4], computed in every cycle: from the pose of the robot (or the pose when the
command takes effect, `delay.py`) to the command for the next cycle. There is no plan beyond that.
"""

from __future__ import annotations

import math

from robopitch.control.geometry import Pose, Twist, wrapped
from robopitch.control.limiting import Limits

__all__ = ["REST", "go_to_pose", "head_for", "seconds_to_cover", "slow_down_speed", "steer_to_pose", "turn_to"]

REST = Twist(0.0, 0.0, 0.0)

_THERE = 1e-9  # m: below this distance the direction is undefined
_LOOK_AHEAD = 0.15  # s: a robot on two wheels returns to its line over the distance of this time
_KEEP = 0.15  # preference of a robot that drives backwards to keep doing so, relative to how well it faces its target
# Time, in units of v/a, to remove a velocity v across the path and to return to the line. For the cross motion alone it
# is 1 + √2; 4 is nearest to the optimum over random starts, because the line turns on the way.
_ACROSS = 4.0


def slow_down_speed(distance: float, deceleration: float, period: float = 0.0, final: float = 0.0) -> float:
    """The highest speed from which a robot can still brake within a distance: √(v² + 2ad) (uniform motion of
    [CAMBADA-control §6.1]).

    In cycles of *period*, each with a constant speed, it is the speed for the next cycle: with v = (k + f) aΔt braking
    takes (k(k+1)/2 + f(k+1)) aΔt². A robot that follows it slows down by aΔt in each cycle and stops exactly there. A
    period longer than that of the controller brakes more gently: it becomes the time constant of the last part.

    >>> slow_down_speed(1.5, 3.0)
    3.0
    >>> slow_down_speed(0.3, 10.0, period=0.1)  # 0.2 m now, then 0.1 m
    2.0
    """
    if distance <= 0.0:
        return final
    if final > 0.0:  # as if the target were farther away
        distance += final * final / (2 * deceleration) + final * period / 2
    if period <= 0.0:
        return math.sqrt(2 * deceleration * distance)
    step = deceleration * period
    share = distance / (step * period)
    cycles = int((math.sqrt(1 + 8 * share) - 1) / 2)
    return step * (cycles / 2 + share / (cycles + 1))


def seconds_to_cover(distance: float, speed: float, top: float, speed_up: float, brake: float) -> float:
    """The least time to come to rest at a distance ahead (negative: behind) from an initial *speed* in that direction.

    Uniformly accelerated as in [CAMBADA-control §6.1], but with a stop at the end: full acceleration, top speed if it
    is reached, full brake; a robot that cannot stop in time drives back.

    >>> seconds_to_cover(4.0, 0.0, 2.2, 3.0, 3.0)  # 4 / 2.2 + 2.2 / 3
    2.5515151515151517
    """
    if distance < 0.0:
        distance, speed = -distance, -speed
    stop = speed * speed / (2 * brake)
    spent = 0.0
    if speed < 0.0:  # it must reverse first
        spent, distance, speed = -speed / brake, distance + stop, 0.0
    elif stop > distance:
        spent, distance, speed = speed / brake, stop - distance, 0.0
    elif speed > top:
        spent, distance, speed = (speed - top) / brake, distance - stop + top * top / (2 * brake), top
    peak = math.sqrt((2 * speed_up * distance + speed * speed) * brake / (speed_up + brake))
    if peak <= top:
        return spent + (peak - speed) / speed_up + peak / brake
    cruise = distance - (top * top - speed * speed) / (2 * speed_up) - top * top / (2 * brake)
    return spent + (top - speed) / speed_up + cruise / top + top / brake


def turn_to(heading: float, turn: float, target: float, limits: Limits, period: float, softness: float = 0.0) -> float:
    """Turn rate that brings a robot to a direction as soon as possible and stops there [MI20 §2.4.4]."""
    off = wrapped(target - heading)
    want = min(slow_down_speed(abs(off), limits.turn_brake, max(period, softness)), limits.turn_rate)
    return _toward(math.copysign(want, off), turn, limits.turn_speed_up * period, limits.turn_brake * period)


def head_for(pose: Pose, target: Pose, limits: Limits, period: float, softness: float = 0.0) -> Twist:
    """Velocity in the field's frame straight towards a pose, such that the robot can stop there; for a limiter
    [CAMBADA-control §4].

    It does not depend on the present velocity. Transformed to the robot's frame (`cycles.held_command`) and passed
    through `limiting.direction_first` it keeps a robot on its line whose acceleration limit ignores rotation. Without
    such a limit, `go_to_pose` is faster.
    """
    soft = max(period, softness)
    dx, dy, off = target.x - pose.x, target.y - pose.y, wrapped(target.heading - pose.heading)
    distance = math.sqrt(dx * dx + dy * dy)
    turn = math.copysign(min(slow_down_speed(abs(off), limits.turn_brake, soft), limits.turn_rate), off)
    if distance < _THERE:
        return Twist(0.0, 0.0, turn)
    share = min(slow_down_speed(distance, limits.brake, soft), limits.speed) / distance
    return Twist(share * dx, share * dy, turn)


def go_to_pose(
    pose: Pose,
    velocity: Twist,
    target: Pose,
    limits: Limits,
    period: float,
    softness: float = 0.0,
    moving: Twist | None = None,
) -> Twist:
    """Velocity in the field's frame that brings an omnidirectional robot to a pose as soon as possible and stops it
    there.

    For the actions of [MI20 §2.4.4]. Time-optimal for an ideal robot that starts from rest, and within a few percent of
    it from any motion: the acceleration is divided between the motion along the line to the target and the removal of
    the velocity across it, so that both end at the same time; rotation has its own limits. In the ideal model, where a
    command acts at once and for a whole cycle, the robot arrives after whole cycles without overshoot.

    pose, velocity: in the field's frame, when the command takes effect; for the velocity use the last command
    softness:       s, the time constant of the last part if above the period: for noise, and for robots with lag
    moving:         velocity of the target itself, for example a rolling ball; including its turn rate. With one, the
                    robot is at once no faster than its limit
    """
    there = REST if moving is None else moving
    vx, vy = velocity.x - there.x, velocity.y - there.y
    turn = there.turn + turn_to(pose.heading, velocity.turn - there.turn, target.heading, limits, period, softness)
    dx, dy = target.x - pose.x, target.y - pose.y
    distance = math.sqrt(dx * dx + dy * dy)
    if distance < _THERE:
        dx, dy, distance = vx, vy, math.sqrt(vx * vx + vy * vy)
        if distance == 0.0:
            return Twist(there.x, there.y, turn)
        dx, dy, distance = dx / distance, dy / distance, 0.0
    else:
        dx, dy = dx / distance, dy / distance
    along, across = vx * dx + vy * dy, vy * dx - vx * dy
    share, rest = 1.0, 0.0
    if abs(across) > 1e-6:
        share, rest = _shared(distance, along, across, limits)
    up, brake = limits.speed_up * period, limits.brake * period
    across = _toward(0.0, across, rest * up, rest * brake)
    top = math.sqrt(max(limits.speed * limits.speed - across * across, 0.0))
    want = min(slow_down_speed(distance, share * limits.brake, max(period, softness)), top)
    along = _toward(want, along, share * up, share * brake)
    x, y = along * dx - across * dy, along * dy + across * dx
    if moving is None:
        return Twist(x, y, turn)
    x, y = x + there.x, y + there.y
    speed = math.sqrt(x * x + y * y)
    slower = limits.speed / speed if speed > limits.speed else 1.0
    return Twist(slower * x, slower * y, turn)


def steer_to_pose(
    pose: Pose, now: Twist, target: Pose, limits: Limits, period: float, *, lead: float = 0.0, there: float = 0.01
) -> Twist:
    """Velocity in its own frame that brings a robot on two wheels to a pose: turn, drive an arc, turn to the heading.

    For the actions of [MI20 §2.4.4]. It turns to its path as fast as possible, and drives so slowly that the arc of
    that rotation ends on the target. It drives backwards if that is nearer, and turns to the heading at the target.

    pose:  in the field's frame, when the command takes effect
    now:   the last command
    lead:  0 to 1: drive to a point that many distances before the target; 0 drives straight, 0.5 arrives in an arc
    along the
           heading, or against it when driving backwards
    there: m, distance from which it only turns
    """
    dx, dy = target.x - pose.x, target.y - pose.y
    distance = math.sqrt(dx * dx + dy * dy)
    up, brake = limits.speed_up * period, limits.brake * period
    if distance < there:
        return Twist(
            _toward(0.0, now.x, up, brake), 0.0, turn_to(pose.heading, now.turn, target.heading, limits, period)
        )
    if lead > 0.0:
        before = lead * distance
        dx, dy = dx - before * math.cos(target.heading), dy - before * math.sin(target.heading)
    off = wrapped(math.atan2(dy, dx) - pose.heading)
    ahead = math.cos(off)
    backwards = ahead + _KEEP * max(-1.0, min(1.0, now.x / limits.speed)) < 0.0
    if backwards:
        off = wrapped(off - math.pi)
        ahead = -ahead
    turn = turn_to(pose.heading, now.turn, pose.heading + off, limits, period)
    speed = min(slow_down_speed(distance, limits.brake, period), limits.speed)
    chord = min(distance, max(abs(now.x), speed * 0.1) * _LOOK_AHEAD)
    bend = 2 * abs(math.sin(off))
    if ahead <= 0.0:
        speed = 0.0
    elif speed * bend > abs(turn) * chord:
        speed = abs(turn) * chord / bend
    return Twist(_toward(-speed if backwards else speed, now.x, up, brake), 0.0, turn)


def _shared(distance: float, along: float, across: float, limits: Limits) -> tuple[float, float]:
    """Shares of the acceleration along the line to the target and across it: cos α and sin α.

    With the whole acceleration the first takes the time P, the second Q. With a share c a distance takes P/√c, so
    P/√(cos α) = Q/sin α; solved for cos α.
    """
    alone = seconds_to_cover(distance, along, limits.speed, limits.speed_up, limits.brake)
    ratio = _ACROSS * across / (limits.brake * max(alone, 1e-9))
    k = ratio * ratio
    c = 2.0 / (k + math.sqrt(k * k + 4.0))
    return c, math.sqrt(1.0 - c * c)


def _toward(want: float, now: float, up: float, brake: float) -> float:
    """The desired value, limited to the change of one cycle; towards zero the limit is *brake*."""
    way = -1.0 if now < 0.0 else 1.0
    want, now = way * want, way * now
    if want >= now:
        return way * min(want, now + up)
    if want >= 0.0 or now > brake:
        return way * max(want, now - brake)
    # Through zero: the rest of the cycle accelerates in the other direction.
    return way * max(want, (now / brake - 1.0) * up)
