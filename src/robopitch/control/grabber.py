"""On/off control of a grabber by the light barrier [CAMBADA-sim §3.3.6 and §4.6.2]."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["GrabberControl"]


@dataclass
class GrabberControl:
    """Decides when the wheel of the grabber turns.

    It turns while the barrier does not see the ball, to bring the ball under control, and stands while it does: a ball
    that is lost is brought back at once. It also stands for a kick and some time after it, because a wheel that turned
    would bring a slow kick back [CAMBADA-sim §5.2.5].

    >>> grabber = GrabberControl()
    >>> [grabber.power(time, ball, kick) for time, ball, kick in [(0.0, False, False), (0.1, True, False)]]
    [1.0, 0.0]
    >>> grabber.power(0.2, ball=True, kick=True), grabber.power(0.4, ball=False), grabber.power(0.6, ball=False)
    (0.0, 0.0, 1.0)

    full:    power of the wheel when it turns, 0 to 1
    release: how long it stands after a kick, s
    """

    full: float = 1.0
    release: float = 0.3
    _free_until: float = -math.inf

    def power(self, time: float, ball: bool, kick: bool = False) -> float:
        """The power of the wheel.

        time: s
        ball: the barrier sees the ball
        kick: a kick is ordered now
        """
        if kick:
            self._free_until = time + self.release
        return 0.0 if ball or time < self._free_until else self.full
