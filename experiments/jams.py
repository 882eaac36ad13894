"""Counts jams in a match, by the true positions.

A jam is a ball in play that stays within two robot radii for five seconds with a robot at it; a call for a ball that
does not move is one too. The ball of a kick is not in play until it moves.
"""

from __future__ import annotations

import math

from robopitch.match import Match

LOOK = 0.1  # s between two looks at the match
JAM = 5.0  # s
STALLED = ("stalemate", "scrum", "no_progress", "no_progress_in_game")  # calls for a ball that does not move


class Jams:
    """Counts balls in play that stay in one place with a robot at them."""

    def __init__(self, match: Match) -> None:
        self._match, self.count = match, 0
        radius, ball = match.world.specs[0].outline.circumradius, match.world.league.ball.radius
        self._stays, self._reach = 2 * radius, radius + 2 * ball
        self._anchor, self._jammed, self._seen = (math.inf, math.inf, 0.0), False, 0

    def look(self, running: bool) -> None:
        """Look at the match once more."""
        world, rulings = self._match.world, self._match.rulings
        stalled = any(call.kind in STALLED for call in rulings[self._seen :])
        self._seen = len(rulings)
        self.count += stalled and not self._jammed
        x, y, _ = world.ball.position.tolist()
        if not running or not math.dist(self._anchor[:2], (x, y)) <= self._stays:
            self._anchor, self._jammed = (x, y, world.time), False
        elif not self._jammed and world.time - self._anchor[2] >= JAM:
            self._jammed = any(math.dist(robot.pose[:2], (x, y)) < self._reach for robot in world.robots())
            self.count += self._jammed
