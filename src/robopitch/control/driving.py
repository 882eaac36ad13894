"""How fast to drive now, to be somewhere soon and stop there.

All of it is the reactive motion of [MI20 §2.4.4], anew in every cycle: from where the robot is (or will be when the
command acts, `delay.py`) to what to command for the next cycle. Nothing is planned that the next look at the field
could not change.
"""

from __future__ import annotations

import math

from robopitch.control.geometry import Pose, Twist, wrapped
from robopitch.control.limiting import Limits

__all__ = ["REST", "go_to_pose", "head_for", "seconds_to_cover", "slow_down_speed", "steer_to_pose", "turn_to"]

REST = Twist(0.0, 0.0, 0.0)

_THERE = 1e-9  # m: nearer than this there is no direction any more
_LOOK_AHEAD = 0.15  # s: a robot on two wheels bends back to its line over the way of this time
_KEEP = 0.15  # how much a robot that drives backwards prefers to go on so, against how well it faces its target
# How many times v/a it counts for to lose a velocity v across the way and come back to the line. Alone it would be
# 1 + √2; 4 comes nearest to the optimum over random starts, since the line turns on the way.
_ACROSS = 4.0


def slow_down_speed(distance: float, deceleration: float, period: float = 0.0, final: float = 0.0) -> float:
    """The highest speed from which a robot can still brake within a distance: √(v² + 2ad) (uniform motion of
    [CAMBADA-control §6.1]).

    In cycles of *period*, each driven at one speed, it is the speed for the next one: with v = (k + f) aΔt braking
    takes (k(k+1)/2 + f(k+1)) aΔt². A robot that follows it loses aΔt in each cycle and stops exactly there. A longer
    period than that of the controller is gentler: the last bit is closed with that time constant.

    >>> slow_down_speed(1.5, 3.0)
    3.0
    >>> slow_down_speed(0.3, 10.0, period=0.1)  # 0.2 m now, then 0.1 m
    2.0
    """
    if distance <= 0.0:
        return final
    if final > 0.0:  # as if it stopped farther away
        distance += final * final / (2 * deceleration) + final * period / 2
    if period <= 0.0:
        return math.sqrt(2 * deceleration * distance)
    step = deceleration * period
    share = distance / (step * period)
    cycles = int((math.sqrt(1 + 8 * share) - 1) / 2)
    return step * (cycles / 2 + share / (cycles + 1))


def seconds_to_cover(distance: float, speed: float, top: float, speed_up: float, brake: float) -> float:
    """The least time to come to rest a distance ahead (negative: behind) when already moving at *speed* that way.

    Uniformly accelerated as in [CAMBADA-control §6.1], but with a stop at the end: full acceleration, top speed if it
    is reached, full brake; a robot that cannot stop in time comes back.

    >>> seconds_to_cover(4.0, 0.0, 2.2, 3.0, 3.0)  # 4 / 2.2 + 2.2 / 3
    2.5515151515151517
    """
    if distance < 0.0:
        distance, speed = -distance, -speed
    stop = speed * speed / (2 * brake)
    spent = 0.0
    if speed < 0.0:  # it must turn round first
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
    """Turn rate to command now, to face a direction as soon as possible and stop turning there [MI20 §2.4.4]."""
    off = wrapped(target - heading)
    want = min(slow_down_speed(abs(off), limits.turn_brake, max(period, softness)), limits.turn_rate)
    return _toward(math.copysign(want, off), turn, limits.turn_speed_up * period, limits.turn_brake * period)


def head_for(pose: Pose, target: Pose, limits: Limits, period: float, softness: float = 0.0) -> Twist:
    """Velocity of the field straight towards a pose, no faster than lets the robot stop there; for a limiter
    [CAMBADA-control §4].

    What the agent wants, whatever the robot is doing now. Put into the robot's frame (`cycles.held_command`) and
    through `limiting.direction_first` it keeps a robot on its line whose own acceleration limit does not know that it
    turns. Where there is no such limit, `go_to_pose` is faster.
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
    *,
    softness: float = 0.0,
    moving: Twist = REST,
) -> Twist:
    """Velocity of the field to command now, for a robot that moves any way: to be at a pose soonest, and stop.

    For the actions of [MI20 §2.4.4]. Time-optimal for an ideal robot that sets out from rest, and within a few percent
    of it from any motion: the acceleration is shared between getting on along the line to the target and losing the
    velocity across it, so that both are done at the same time; turning has limits of its own. In the ideal model, where
    a command is driven at once and for a whole cycle, it arrives after whole cycles and does not overshoot.

    pose, velocity: of the field, when the command begins to act; the velocity is best the last command
    softness:       s, the time constant of the last bit if above the period: for noise, and for robots that lag
    moving:         velocity of the target itself, as of a rolling ball; its turn counts too
    """
    vx, vy = velocity.x - moving.x, velocity.y - moving.y
    turn = moving.turn + turn_to(pose.heading, velocity.turn - moving.turn, target.heading, limits, period, softness)
    dx, dy = target.x - pose.x, target.y - pose.y
    distance = math.sqrt(dx * dx + dy * dy)
    if distance < _THERE:
        dx, dy, distance = vx, vy, math.sqrt(vx * vx + vy * vy)
        if distance == 0.0:
            return Twist(moving.x, moving.y, turn)
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
    if moving is REST:
        return Twist(x, y, turn)
    x, y = x + moving.x, y + moving.y
    speed = math.sqrt(x * x + y * y)
    slower = limits.speed / speed if speed > limits.speed else 1.0
    return Twist(slower * x, slower * y, turn)


def steer_to_pose(
    pose: Pose, now: Twist, target: Pose, limits: Limits, period: float, *, lead: float = 0.0, there: float = 0.01
) -> Twist:
    """Velocity of its own frame to command now, for a robot on two wheels: turn, drive in an arc, face the heading.

    For the actions of [MI20 §2.4.4]. It turns to its way as fast as it can, and drives no faster than lets the arc of
    that turn end on the target. It goes backwards where this is nearer, and turns to the heading once it is there.

    pose:  of the field, when the command begins to act
    now:   the last command
    lead:  0 to 1: drive to a point so many distances before the target; 0 goes straight, 0.5 arrives in an arc along
           the heading, or against it where it drives backwards
    there: m, from where on it only turns
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
    """How much of the acceleration goes along the line to the target, and how much across it: cos α and sin α.

    With all of it one takes the time P, the other Q. Less acceleration c takes P/√c where the distance counts, so
    P/√(cos α) = Q/sin α; solved for cos α.
    """
    alone = seconds_to_cover(distance, along, limits.speed, limits.speed_up, limits.brake)
    ratio = _ACROSS * across / (limits.brake * max(alone, 1e-9))
    k = ratio * ratio
    c = 2.0 / (k + math.sqrt(k * k + 4.0))
    return c, math.sqrt(1.0 - c * c)


def _toward(want: float, now: float, up: float, brake: float) -> float:
    """The wanted number, but not farther from now than a cycle lets it come; towards zero it brakes."""
    if now < 0.0:
        return -_toward(-want, -now, up, brake)
    if want >= now:
        return min(want, now + up)
    if want >= 0.0 or now > brake:
        return max(want, now - brake)
    return max(want, (now / brake - 1.0) * up)  # through zero: the rest of the cycle speeds up the other way
