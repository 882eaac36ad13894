"""A robot that is told to move and does not: how it notices, and how it gets away [CAMBADA-control §5.2]."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["DifferenceWatch", "StuckWatch", "escape"]

Velocity = tuple[float, float]

SHARE = 0.65  # of the desired speed that must be missing [CAMBADA-control §5.2]
HOLD = 0.5  # s for which it must be missing ([CAMBADA-control §5.2], corrected: printed as ms)
LEAST = 0.5  # m/s: no robot that is told to move slower is stuck [CAMBADA-control §5.2.1]

RETREAT = 0.3  # s of driving back, chosen: at 3 m/s² a robot of half a metre is free of what it touched …
ASIDE = 0.6  # s of driving round it, chosen: … and has passed its edge
SPEED = 1.0  # m/s, chosen


@dataclass
class StuckWatch:
    """Whether a robot is stuck, by the difference of the norms of desired and estimated velocity
    [CAMBADA-control §5.2].

    Corrected: | ‖v_d‖ − ‖v_e‖ | > 65 % ‖v_d‖ for 0.5 s, which is 13 cycles at 25 Hz, and ‖v_d‖ ≥ 0.5 m/s. The absolute
    value also finds robots that wrestle for the ball and are thrown to and fro. The frame of the velocities does not
    matter, so a robot that turns around a point while it looks at it is not taken for stuck.

    All of its state is `cycles`, a plain number.
    """

    period: float  # s between two calls
    share: float = SHARE
    hold: float = HOLD
    least: float = LEAST
    cycles: int = 0  # for how many the condition has held

    def update(self, desired: Velocity, estimated: Velocity) -> bool:
        """Whether the robot is stuck now, to be asked once in each control cycle.

        desired: the command that is being executed, after the acceleration limiter; estimated: what it does, m/s
        """
        wanted = math.hypot(*desired)
        missing = abs(wanted - math.hypot(*estimated))
        hindered = wanted >= self.least and missing > self.share * wanted
        self.cycles = self.cycles + 1 if hindered else 0
        return self.cycles * self.period >= self.hold


@dataclass
class DifferenceWatch:
    """The same by the norm of the difference, which the rule above came from ([CAMBADA-control §5.2], after Lauer
    [42]).

    ‖v_d − v_e‖ above a fixed threshold, while the desired velocity hardly changes. Both must be of the same frame; an
    estimate that lags behind a turning robot looks as if it were stuck.
    """

    period: float  # s between two calls
    threshold: float = 0.5  # m/s, chosen: "must be manually configured"
    change: float = 1.0  # m/s² of the desired velocity above which the robot speeds up or brakes, chosen
    hold: float = HOLD
    cycles: int = 0
    before: Velocity = (0.0, 0.0)  # what was desired in the last cycle

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
    """Velocity, in the frame of *blocked*, with which a stuck robot gets away; None once it is over.

    [CAMBADA-control §7.2] asks for such a behaviour and leaves it open: here back from where it could not go, then
    round it.

    blocked: direction in which it could not move, rad
    since:   s since it noticed
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
