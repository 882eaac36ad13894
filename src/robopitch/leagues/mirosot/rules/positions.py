"""Where robots are placed for a restart of MiroSot and VSS, if their team gives no places of its own.

Every team starts from the formation of its league, which is legal at a kick-off: in the own half, outside the circle
and the areas. The restart then moves some of them:

| restart | team that takes it | other team |
|---|---|---|
| kick-off | one robot behind the ball | formation |
| free ball | one robot at the distance of the rules, towards its own goal; others outside the quadrant | the same |
| goal kick | the keeper behind the ball | formation |
| penalty | one robot behind the ball, others in the own half | keeper on its goal line, others in the other half |

A place that is taken, or that the restart forbids, is replaced by the nearest legal one. So places that a team gives
itself are corrected in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from robopitch.elementary import hypot
from robopitch.leagues.free_places import FreePlaces, Legal, largest_radius
from robopitch.leagues.mirosot.rules.restart_places import attacked_side, quadrant
from robopitch.messages import Body, Phase, Restart, Team

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec

__all__ = ["Stand", "positions"]

BEHIND = 0.03  # m between a robot and the ball that it is going to play: room to speed up
BEHIND_GOAL_KICK = 0.01  # m: between goal line and ball there is little room


class Stand(NamedTuple):
    """Where a robot stands."""

    x: float
    y: float
    heading: float


def positions(
    league: LeagueSpec,
    rules: RulesSpec,
    restart: Restart,
    robots: Sequence[Body],
    keepers: Mapping[Team, int],
    given: Mapping[Body, Stand] | None = None,
) -> dict[Body, Stand]:
    """Where each robot stands for a restart.

    robots:  on the field
    keepers: id of each team's keeper
    given:   places that teams give themselves; they are corrected where the restart does not allow them
    """
    places = FreePlaces(league, restart.position)
    wanted = {
        robot: (given or {}).get(robot) or _formation(league, robot) for robot in robots if robot.team is not None
    }
    stands: dict[Body, Stand] = {}
    for robot, stand in _players(league, rules, restart, wanted, keepers).items():
        stands[robot] = stand
        places.keep(stand.x, stand.y)
    for robot, stand in wanted.items():
        if robot not in stands:
            legal = _legal(league, rules, restart, robot, robot.id == keepers.get(_team(robot)))
            x, y = _start(league, restart, robot, stand)
            stands[robot] = Stand(*places.put(x, y, legal), stand.heading)
    return {robot: stands[robot] for robot in wanted}


def _team(robot: Body) -> Team:
    assert robot.team is not None
    return robot.team


def _formation(league: LeagueSpec, robot: Body) -> Stand:
    """The place of a robot in the formation; yellow's is rotated by 180°."""
    spot = league.formation[min(robot.id, len(league.formation) - 1)]
    if robot.team is Team.BLUE:
        return Stand(float(spot.x), float(spot.y), float(spot.heading))
    return Stand(-float(spot.x), -float(spot.y), math.remainder(float(spot.heading) + math.pi, math.tau))


def _players(
    league: LeagueSpec,
    rules: RulesSpec,
    restart: Restart,
    wanted: Mapping[Body, Stand],
    keepers: Mapping[Team, int],
) -> dict[Body, Stand]:
    """The robots whose place the restart itself fixes: who plays the ball, and the keeper at a penalty."""
    x, y = restart.position
    radius = largest_radius(league)
    touching = radius + float(league.ball.radius)
    stands: dict[Body, Stand] = {}
    for team in Team:
        forward = attacked_side(team)
        facing = 0.0 if team is Team.BLUE else math.pi
        takes = restart.team is team
        if restart.kind is Phase.DROPPED_BALL:
            apart = float(rules.rule["free_ball_distance"].threshold or 0.0)
            place = Stand(x - forward * apart, y, facing)
        elif restart.kind is Phase.GOAL_KICK:
            place = Stand(x - forward * (touching + BEHIND_GOAL_KICK), y, facing)
        else:
            place = Stand(x - forward * (touching + BEHIND), y, facing)
        if takes or restart.kind is Phase.DROPPED_BALL:
            keeps = restart.kind is Phase.GOAL_KICK
            taker = _taker(team, wanted, keepers, place, keeps)
            if taker is not None:
                stands[taker] = place
        elif restart.kind is Phase.PENALTY:
            keeper = _taker(team, wanted, keepers, place, keeps=True)
            if keeper is not None:
                line = -forward * (league.field.length / 2 - radius)
                stands[keeper] = Stand(line, 0.0, math.pi / 2)
    return stands


def _taker(
    team: Team, wanted: Mapping[Body, Stand], keepers: Mapping[Team, int], place: Stand, keeps: bool
) -> Body | None:
    """The robot of a team that plays the ball: its keeper, or the nearest other one in the formation."""
    own = [robot for robot in wanted if robot.team is team]
    keeper = [robot for robot in own if robot.id == keepers.get(team)]
    if keeps:
        return next(iter(keeper or own), None)
    return min(
        [robot for robot in own if robot not in keeper] or own,
        key=lambda robot: (hypot(wanted[robot].x - place.x, wanted[robot].y - place.y), robot.id),
        default=None,
    )


def _start(league: LeagueSpec, restart: Restart, robot: Body, stand: Stand) -> tuple[float, float]:
    """From where a legal place for a robot is searched: at a penalty the defenders come to the centre line."""
    if restart.kind is Phase.PENALTY and robot.team is not restart.team:
        forward = attacked_side(_team(robot))
        return forward * 0.05 * league.field.length, stand.y
    return stand.x, stand.y


def _legal(league: LeagueSpec, rules: RulesSpec, restart: Restart, robot: Body, keeper: bool) -> Legal:
    """Whether a robot that does not play the ball may stand at a point."""
    field = league.field
    radius = largest_radius(league)
    forward = attacked_side(_team(robot))
    ball_x, ball_y = restart.position

    def own_half(x: float) -> bool:
        return forward * x <= -radius

    def clear_of_areas(x: float, y: float) -> bool:
        if keeper:
            return True
        inside = field.length / 2 - field.penalty_area_depth - radius
        return abs(x) < inside or abs(y) > field.penalty_area_width / 2 + radius

    if restart.kind is Phase.KICK_OFF:
        circle = field.centre_circle_radius + radius
        return lambda x, y: own_half(x) and hypot(x, y) >= circle and clear_of_areas(x, y)
    if restart.kind is Phase.DROPPED_BALL:
        apart = float(rules.rule["free_ball_distance"].threshold or 0.0) + radius
        here = quadrant(ball_x, ball_y)

        def outside(x: float, y: float) -> bool:
            far = hypot(x - ball_x, y - ball_y) >= apart
            return far and (keeper or quadrant(x, y) != here) and clear_of_areas(x, y)

        return outside
    if restart.kind is Phase.PENALTY:
        away = -attacked_side(restart.team or Team.BLUE)  # the half in which nobody scores now
        return lambda x, y: away * x >= radius and clear_of_areas(x, y)
    return lambda x, y: own_half(x) and clear_of_areas(x, y)
