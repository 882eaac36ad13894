"""Distances at set pieces of the Middle Size League: who is too close, and where robots may stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from robopitch.elementary import hypot
from robopitch.leagues.free_places import FreePlaces, Legal, largest_radius
from robopitch.messages import Phase, PlaceRobot, Restart, Team
from robopitch.referee.observed.areas import goal_area, own_side, penalty_area

if TYPE_CHECKING:
    from robopitch.referee.observed.seen import RobotSeen
    from robopitch.referee.scene import RefereeScene
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec

__all__ = ["KICKER_BEHIND", "kicker_of", "placed", "ready", "too_close"]

KICKER_BEHIND = 1.0  # m behind the ball of a penalty: MSL 2016
LINE = 0.3  # m before its goal line at which a keeper is placed

Keepers = dict[Team, int | None]


def kicker_of(scene: RefereeScene, restart: Restart, keepers: Keepers) -> RobotSeen | None:
    """The robot of the team that is nearest to the ball; not its keeper if there is another one."""
    own = [robot for robot in scene.robots if robot.team is restart.team]
    field = [robot for robot in own if restart.team is not None and robot.id != keepers[restart.team]]
    x, y = restart.position
    return min(field or own, key=lambda robot: (hypot(robot.x - x, robot.y - y), robot.id), default=None)


def _distance(spec: RulesSpec, kind: str) -> float:
    return float(spec.rule[kind].threshold or 0.0)


def too_close(
    scene: RefereeScene, spec: RulesSpec, restart: Restart, team: Team, keepers: Keepers
) -> list[tuple[RobotSeen, float]]:
    """The robots of a team that are too close to the ball at a restart, and their distance from hull to ball.

    One robot may stand in its own penalty area, but not in its goal area; the keeper may be in both.
    """
    if restart.team is None:
        distance = _distance(spec, "dropped_ball")
    else:
        distance = _distance(spec, "team_mate_too_close" if restart.team is team else "opponent_too_close")
    near = scene.near_segment(restart.position, restart.position, distance, team)
    if not near:
        return near
    kicker = kicker_of(scene, restart, keepers)
    near = [(robot, apart) for robot, apart in near if kicker is None or robot.body != kicker.body]
    if restart.team is team:
        return near
    large, small = penalty_area(scene.league, team), goal_area(scene.league, team)
    assert large is not None
    assert small is not None
    near = [
        (robot, apart) for robot, apart in near if robot.id != keepers[team] or not large.contains(robot.x, robot.y)
    ]
    spared = next(
        (robot for robot, _ in near if large.contains(robot.x, robot.y) and not small.contains(robot.x, robot.y)), None
    )
    return [(robot, apart) for robot, apart in near if robot is not spared]


def ready(scene: RefereeScene, spec: RulesSpec, restart: Restart, keepers: Keepers, shoot_out: bool) -> bool:
    """Whether all robots are where they have to be for a restart."""
    if restart.kind in (Phase.KICK_OFF, Phase.PENALTY):
        kicker = kicker_of(scene, restart, keepers)
        legal = _rule_of(scene.league, spec, restart, keepers, shoot_out)
        return all(
            (kicker is not None and robot.body == kicker.body) or legal(robot)(robot.x, robot.y)
            for robot in scene.robots
        )
    return not any(too_close(scene, spec, restart, team, keepers) for team in Team)


def placed(
    scene: RefereeScene, spec: RulesSpec, restart: Restart, keepers: Keepers, shoot_out: bool
) -> Sequence[PlaceRobot]:
    """Where the simulator places the robots that are not where they have to be; the others stay."""
    league = scene.league
    places = FreePlaces(league, restart.position, min(league.field.margin_goal, league.field.margin_touch) / 2)
    kicker = None if restart.team is None else kicker_of(scene, restart, keepers)
    legal = _rule_of(league, spec, restart, keepers, shoot_out)
    moved: list[RobotSeen] = []
    inputs: list[PlaceRobot] = []
    for robot in scene.robots:
        if kicker is not None and robot.body == kicker.body and restart.kind in (Phase.KICK_OFF, Phase.PENALTY):
            x, y = _behind(restart, places.radius + float(league.ball.radius))
            places.keep(x, y)
            inputs.append(PlaceRobot(robot.team, robot.id, x, y, _forward(robot.team)))
        elif (kicker is not None and robot.body == kicker.body) or legal(robot)(robot.x, robot.y):
            places.keep(robot.x, robot.y)
        else:
            moved.append(robot)
    for robot in moved:
        x, y = robot.x, robot.y
        if _keeps(restart, robot, keepers):
            x, y = own_side(robot.team) * (league.field.length / 2 - LINE), 0.0
        x, y = places.put(x, y, legal(robot))
        inputs.append(PlaceRobot(robot.team, robot.id, x, y, robot.heading))
    return inputs


def _forward(team: Team) -> float:
    return 0.0 if team is Team.BLUE else 3.141592653589793


def _behind(restart: Restart, touching: float) -> tuple[float, float]:
    """Where the simulator places the kicker of a kick-off or penalty."""
    assert restart.team is not None
    apart = KICKER_BEHIND if restart.kind is Phase.PENALTY else touching + 0.2
    return restart.position[0] + own_side(restart.team) * apart, restart.position[1]


def _keeps(restart: Restart, robot: RobotSeen, keepers: Keepers) -> bool:
    """Whether a robot is the keeper that faces a penalty."""
    defends = restart.team is not None and robot.team is restart.team.other
    return restart.kind is Phase.PENALTY and defends and robot.id == keepers[robot.team]


def _rule_of(
    league: LeagueSpec, spec: RulesSpec, restart: Restart, keepers: Keepers, shoot_out: bool
) -> Callable[[RobotSeen], Legal]:
    """For each robot but the kicker: where it may stand."""
    radius = largest_radius(league)
    ball_x, ball_y = restart.position

    def of(robot: RobotSeen) -> Legal:
        side = own_side(robot.team)
        if _keeps(restart, robot, keepers):
            own = goal_area(league, robot.team)
            assert own is not None
            return own.contains
        if restart.kind is Phase.PENALTY:
            apart = _distance(spec, "penalty") + radius
            assert restart.team is not None
            attacked = penalty_area(league, restart.team.other)
            assert attacked is not None
            behind = own_side(restart.team)  # the half of the team that kicks

            def outside(x: float, y: float) -> bool:
                far = hypot(x - ball_x, y - ball_y) >= apart
                return far and not attacked.contains(x, y) and (not shoot_out or behind * x > 0)

            return outside
        if restart.team is None:
            kind = "dropped_ball"
        else:
            kind = "team_mate_too_close" if robot.team is restart.team else "opponent_too_close"
        apart = _distance(spec, kind) + radius
        if restart.kind is Phase.KICK_OFF:
            return lambda x, y: side * x >= radius and hypot(x - ball_x, y - ball_y) >= apart
        own = penalty_area(league, robot.team)
        assert own is not None
        keeper = robot.id == keepers[robot.team]
        if keeper and robot.team is not restart.team:  # the one that may stand in its own area
            return lambda x, y: own.contains(x, y) or hypot(x - ball_x, y - ball_y) >= apart
        return lambda x, y: hypot(x - ball_x, y - ball_y) >= apart

    return of
