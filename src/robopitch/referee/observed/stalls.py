"""How long the ball has stayed in one place, or has been slow."""

from __future__ import annotations

import math

from robopitch.referee.observed.seen import BallSeen

__all__ = ["Anchor", "Anchors", "SlowSince", "moved"]

Anchor = tuple[float, float, int]  # x, y and tick


def moved(anchor: Anchor, x: float, y: float, radius: float) -> bool:
    """Whether a place is farther than a radius from an anchor.

    >>> moved((1.0, 0.0, 0), 1.1, 0.0, 0.2), moved((1.0, 0.0, 0), 1.3, 0.0, 0.2)
    (False, True)
    """
    dx, dy = x - anchor[0], y - anchor[1]
    return math.sqrt(dx * dx + dy * dy) > radius


class Anchors:
    """For each radius that was asked for: the point within whose radius the ball stays, and since when.

    When the ball leaves the circle, the next one is drawn around the place where it is then.
    """

    def __init__(self) -> None:
        self.anchors: dict[float, Anchor] = {}

    def since(self, radius: float, ball: BallSeen, tick: int) -> int:
        """The tick since which the ball has stayed within this radius of a point."""
        return self.anchors.setdefault(radius, (ball.x, ball.y, tick))[2]

    def observe(self, ball: BallSeen, tick: int) -> None:
        """Add a judgement."""
        for radius, anchor in self.anchors.items():
            if moved(anchor, ball.x, ball.y, radius):
                self.anchors[radius] = (ball.x, ball.y, tick)

    def restart(self, ball: BallSeen, tick: int) -> None:
        """Count anew from here, because the ball was placed."""
        self.anchors = {radius: (ball.x, ball.y, tick) for radius in self.anchors}


class SlowSince:
    """For each speed that was asked for: since when the ball has not been faster."""

    def __init__(self) -> None:
        self.ticks: dict[float, int] = {}

    def since(self, speed: float, tick: int) -> int:
        """The tick since which the ball has not been faster than this."""
        return self.ticks.setdefault(speed, tick)

    def observe(self, ball: BallSeen, tick: int) -> None:
        """Add a judgement."""
        now = ball.speed if self.ticks else 0.0
        for speed in self.ticks:
            if now > speed:
                self.ticks[speed] = tick

    def restart(self, tick: int) -> None:
        """Count anew, because the ball was placed."""
        self.ticks = dict.fromkeys(self.ticks, tick)
