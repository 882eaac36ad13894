"""A robot that does not move as commanded: detection and escape [CAMBADA-control §5.2]."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["DifferenceWatch", "StuckWatch", "escape"]

Velocity = tuple[float, float]

SHARE = 0.65  # of the desired speed that must be missing [CAMBADA-control §5.2]
HOLD = 0.5  # s for which it must be missing ([CAMBADA-control §5.2], corrected: printed as ms)
LEAST = 0.5  # m/s: below this desired speed a robot is never stuck [CAMBADA-control §5.2.1]

RETREAT = 0.3  # s of driving back, chosen: at 3 m/s² a robot of half a metre is free of the obstacle …
ASIDE = 0.6  # s of driving round it, chosen: … and has passed its edge
SPEED = 1.0  # m/s, chosen


@dataclass
class StuckWatch:
    """Detects a stuck robot by the difference of the norms of desired and estimated velocity [CAMBADA-control §5.2].

    Corrected: | ‖v_d‖ − ‖v_e‖ | > 65 % ‖v_d‖ for 0.5 s, which is 13 cycles at 25 Hz, and ‖v_d‖ ≥ 0.5 m/s. The absolute
    value also detects robots that push each other for the ball. The frame of the velocities does not matter, so a robot
    that circles a point while facing it does not count as stuck.

    All of its state is `cycles`, a plain number.
    """

    period: float  # s between two calls
    share: float = SHARE
    hold: float = HOLD
    least: float = LEAST
    cycles: int = 0  # number of cycles for which the condition has held

    def update(self, desired: Velocity, estimated: Velocity) -> bool:
        """Whether the robot is stuck now; call it once in each control cycle.

        desired: the command that is being executed, after the acceleration limiter; estimated: its velocity, m/s
        """
        wanted = math.hypot(*desired)
        missing = abs(wanted - math.hypot(*estimated))
        hindered = wanted >= self.least and missing > self.share * wanted
        self.cycles = self.cycles + 1 if hindered else 0
        return self.cycles * self.period >= self.hold


@dataclass
class DifferenceWatch:
    """The same by the norm of the difference, the origin of the rule above [CAMBADA-control §5.2, ref. 42].

    ‖v_d − v_e‖ above a fixed threshold, while the desired velocity hardly changes. Both must be of the same frame; the
    lag of the estimate of a turning robot looks like being stuck.
    """

    period: float  # s between two calls
    threshold: float = 0.5  # m/s, chosen: "must be manually configured"
    change: float = 1.0  # m/s² of the desired velocity above which the robot speeds up or brakes, chosen
    hold: float = HOLD
    cycles: int = 0
    before: Velocity = (0.0, 0.0)  # desired velocity of the last cycle

    def update(self, desired: Velocity, estimated: Velocity) -> bool:
        """Whether the robot is stuck now, to be asked once in each control cycle."""
        steady = math.dist(desired, self.before) <= self.change * self.period
        hindered = steady and math.dist(desired, estimated) > self.threshold
        self.before = desired
        self.cycles = self.cycles + 1 if hindered else 0
        return self.cycles * self.period >= self.hold


def escape(
    blocked: float,
    since: float,
    side: int,
    speed: float = SPEED,
    retreat: float = RETREAT,
    aside: float = ASIDE,
) -> Velocity | None:
    """Velocity, in the frame of *blocked*, with which a stuck robot escapes; None at the end.

    [CAMBADA-control §7.2] proposes such a behaviour without details: here the robot drives back from the obstacle, then
    round it.

    blocked: direction in which it could not move, rad
    since:   s since the detection
    side:    1 to pass on the left, −1 on the right; change it from one alarm to the next

    >>> [round(part, 6) for part in escape(0.0, 0.1, 1)]
    [-1.0, 0.0]
    >>> escape(0.0, 1.0, 1) is None
    True
    """
    if since < retreat:
        direction = blocked + math.pi
    elif since < retreat + aside:
        direction = blocked + math.copysign(math.pi / 2, side)
    else:
        return None
    return speed * math.cos(direction), speed * math.sin(direction)
