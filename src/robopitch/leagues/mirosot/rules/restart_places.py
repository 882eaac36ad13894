"""Where the ball is placed for each restart of MiroSot and VSS: pure geometry."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from robopitch.messages import Phase, Restart, Team

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec

__all__ = ["attacked_side", "free_ball", "goal_kick", "kick_off", "penalty", "quadrant"]

Place = tuple[float, float]


def attacked_side(team: Team) -> float:
    """The sign of x of the goal that a team attacks: blue starts at −x."""
    return 1.0 if team is Team.BLUE else -1.0


def quadrant(x: float, y: float) -> int:
    """Quadrant of a point as VSSReferee numbers them: 1 is x > 0 and y > 0, then against the clock. Axes: to +."""
    if y >= 0:
        return 1 if x >= 0 else 2
    return 4 if x >= 0 else 3


def free_ball(league: LeagueSpec, rules: RulesSpec, x: float, y: float) -> Restart:
    """A free ball on the mark of the quadrant in which the ball was; both teams play it."""
    mark = rules.rule["free_ball_mark"]
    assert mark.threshold is not None
    assert mark.margin is not None
    at_x, at_y = league.field.length / 2 - mark.threshold, league.field.width / 2 - mark.margin
    where = quadrant(x, y)
    return Restart(Phase.DROPPED_BALL, None, (at_x if where in (1, 4) else -at_x, at_y if where < 3 else -at_y))


def goal_kick(league: LeagueSpec, team: Team, y: float) -> Restart:
    """A goal kick of a team: the ball lies on the front line of the smaller area, before the post on that side.

    A keeper has room behind it there, and a ball that comes back at once is no goal.
    """
    field = league.field
    depth = field.goal_area_depth or field.penalty_area_depth
    width = field.goal_area_width or field.penalty_area_width
    at_x = -attacked_side(team) * (field.length / 2 - depth)
    at_y = math.copysign(min(field.goal.width / 2, width / 2 - league.ball.radius), y)
    return Restart(Phase.GOAL_KICK, team, (at_x, at_y))


def penalty(league: LeagueSpec, team: Team) -> Restart:
    """A penalty for a team, from the mark before the goal that it attacks."""
    return Restart(
        Phase.PENALTY, team, (attacked_side(team) * (league.field.length / 2 - league.field.penalty_mark), 0.0)
    )


def kick_off(team: Team) -> Restart:
    """A kick-off of a team."""
    return Restart(Phase.KICK_OFF, team, (0.0, 0.0))
