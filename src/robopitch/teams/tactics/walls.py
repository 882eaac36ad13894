"""Wing play: how a robot on two wheels moves a ball that lies at a wall, where it cannot get behind it.

It drives along the wall. At a side wall the ball goes towards the opponents' end. In their corner the robot drives into
the corner along the side wall, and the ball comes out along the goal line, in front of their goal. In the own corner it
drives along the goal line, away from the goal, and the ball comes out along the side wall. So the ball goes round the
table, on each side from the own goal to theirs.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from robopitch.teams.constants import Constants
    from robopitch.teams.game_view import GameView, Point

__all__ = ["along_wall", "in_corner", "nearest_rival"]

ROOM = (
    1.0  # robot radii between a wall and the surface of the ball: with more, a robot gets behind the ball at an angle
)
BEHIND = 2.3  # robot radii that a robot needs between the ball and the wall to push it straight away from the wall


def in_corner(constants: Constants, ball: Point) -> bool:
    """Whether a ball is so near to a corner that no robot fits behind it on either side."""
    near = BEHIND * constants.radius + constants.ball
    return constants.walled and constants.length - abs(ball[0]) < near and constants.width - abs(ball[1]) < near


def along_wall(constants: Constants, ball: Point, direction: float) -> float | None:
    """The direction along a wall in which a ball is pushed; None: it can be pushed in *direction* itself, rad."""
    if not constants.walled:
        return None
    (x, y), near = ball, ROOM * constants.radius + constants.ball
    outwards = math.copysign(math.pi / 2, y)
    if in_corner(constants, ball):
        return 0.0 if x > 0 else outwards
    if constants.length - abs(x) < near and abs(y) > constants.post and x < 0 < math.cos(direction):
        return outwards
    if constants.width - abs(y) < near and math.sin(direction) * y <= 0:  # away from the wall
        return 0.0
    return None


def nearest_rival(view: GameView) -> float:
    """Distance of the nearest opponent from the ball, m."""
    x, y = view.ball
    return min(math.hypot(pose.x - x, pose.y - y) for pose in view.observation.opponents.values())
