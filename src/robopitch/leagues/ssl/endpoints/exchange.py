"""Where robots of the Small Size League leave the field: beside the halfway line, or behind their own goal line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from robopitch.messages import Team
from robopitch.referee.observed.areas import Area, own_side

if TYPE_CHECKING:
    from robopitch.leagues.ssl.rules.rule_book import SmallSizeRules
    from robopitch.referee.observed.seen import RobotSeen
    from robopitch.referee.scene import RefereeScene

__all__ = ["in_goal_zone", "may_leave"]

FAR = 100.0  # m: beyond every wall


def in_goal_zone(rules: SmallSizeRules, scene: RefereeScene, team: Team) -> Sequence[RobotSeen]:
    """The robots of a team whose hull is far enough behind its own goal line: they are not counted."""
    line = rules.x + rules.rule("goal_zone").limit
    zone = Area(line, -FAR, line + FAR, FAR) if own_side(team) > 0 else Area(-line - FAR, -FAR, -line, FAR)
    return scene.wholly_in_area(zone, team)


def may_leave(rules: SmallSizeRules, scene: RefereeScene, team: Team) -> Sequence[RobotSeen]:
    """The robots of a team that may be taken off the field now, also while the ball is in play."""
    rule = rules.rule("exchange_zone")
    wide, line = rule.limit, rules.y + rules.line_edge
    zones = (Area(-wide, line, wide, line + FAR), Area(-wide, -line - FAR, wide, -line))
    found = [robot for zone in zones for robot in scene.partly_in_area(zone, team)]
    found += in_goal_zone(rules, scene, team)
    near = {robot.column for robot, _ in scene.near_ball(rule.second, team)}
    return [robot for robot in found if robot.column not in near]
