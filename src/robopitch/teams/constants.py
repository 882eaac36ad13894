"""Constants of a league and its robots that teams compute with."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from robopitch.control.ballistics import BallLaw
from robopitch.control.border import Border
from robopitch.control.limiting import Limits
from robopitch.control.paths import Area
from robopitch.control.shots import GoalMouth
from robopitch.physics.ball_law import ball_law
from robopitch.spec.rules import RulesSpec, rules_of
from robopitch.teams.skills.kick import height_under_bar
from robopitch.teams.tactics.areas import few_of

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec, RobotSpec

__all__ = ["Constants", "constants_of"]

UNLIMITED = Limits(2.0, 8.0, 3.0, 3.0, 20.0, 20.0)  # for robots whose software limits nothing
EASY = 0.75  # fraction of the full deceleration that a robot plans with
BEHIND = 1.0  # m by which a closed area extends behind its goal line, so that no path leads there
SLOW, SLOWER = 1.3, 0.87  # m/s in a stop without rules, and of the speed that the rules allow
RELEASED = 0.65  # of the longest dribble: the ball moves on a little at the robot's front
DISTANT = 0.25  # m from their area while the game is stopped; rules of the Small Size League want 0.2
KEPT = 16  # size of the cache

_known: dict[tuple[int, int], Constants] = {}


@dataclass(frozen=True, slots=True)
class Constants:
    """Dimensions of field, ball and robot, in metres and seconds. Cached by league and robot."""

    league: LeagueSpec
    robot: RobotSpec
    limits: Limits
    easy: Limits  # the same with less deceleration, for a robot that also turns and lags
    omni: bool
    radius: float  # of the robot, to its farthest point
    height: float
    touch: float  # from the robot's centre to that of a ball at its front
    face: float  # half the width with which it holds or kicks the ball
    ball: float  # radius
    law: BallLaw
    length: float  # from the centre to a goal line
    width: float  # from the centre to a touch line
    post: float  # from the middle of a goal to its posts
    outer: tuple[float, float]  # from the centre to the outer walls, along and across
    walled: bool  # the ball bounces off walls at the touch lines
    border: Border
    goal: GoalMouth  # the one that is attacked
    depth: float  # of the defence area; 0 = none
    side: float  # half its width
    closed: tuple[Area, ...]  # forbidden for field players: both defence areas, if the rules say so
    bounds: Area  # where the centre of a robot may be
    kick: float  # m/s, the fastest kick; 0 = none
    chip: float  # m/s, the fastest chip; 0 = none
    chip_angle: float
    lob: float  # m, height at the goal line of a ball that is lobbed over a keeper; 0 = goals are too low
    holds: bool  # the robot has a dribbler or grabber
    top: float  # m/s, its top speed in play
    dribble: float  # m that the ball is dribbled before it is released
    stop_speed: float  # m/s while the game is stopped
    indirect: bool  # goals count after a set piece only if a team mate has received a pass
    few: tuple[Area | None, Area | None]  # our goal area and penalty area, if few robots may be there
    distant: tuple[Area, ...]  # the closed areas while the game is stopped: attackers keep a distance from theirs

    @property
    def unit(self) -> float:
        """Length scale of this field: a tenth of its length, about 1 m in the Small Size League."""
        return self.length / 5


def constants_of(league: LeagueSpec, robot: RobotSpec) -> Constants:
    """The constants of a league and a robot, cached."""
    key = id(league), id(robot)
    constants = _known.get(key)
    if constants is None or constants.league is not league or constants.robot is not robot:
        if len(_known) >= KEPT:
            _known.clear()
        constants = _known[key] = _reckon(league, robot)
    return constants


def _reckon(league: LeagueSpec, robot: RobotSpec) -> Constants:
    field, ball, given = league.field, league.ball, robot.drive.limits
    limits = UNLIMITED
    if given.kind != "none":
        limits = Limits(
            float(given.speed),
            float(given.turn_rate),
            float(given.speed_up),
            float(given.brake),
            float(given.turn_speed_up),
            float(given.turn_brake),
        )
    length, width, post = field.length / 2, field.width / 2, field.goal.width / 2
    depth, side = float(field.penalty_area_depth), field.penalty_area_width / 2
    walled = field.margin_touch <= 0
    radius = float(robot.outline.circumradius)
    closed: tuple[Area, ...] = ()
    if field.penalty_area_closed and depth > 0:
        ours = Area(-length - BEHIND, -length + depth, -side, side)
        closed = (ours, Area(-ours.right, -ours.left, -side, side))
    edge = -radius if walled else min(float(field.margin_touch), float(field.margin_goal)) - radius
    kicker, rules = robot.kicker, rules_of(league)
    longest, fastest = rules.longest_dribble, rules.fastest_kick
    width_of_face = robot.outline.face / 2
    if kicker is not None:
        width_of_face = min(width_of_face, kicker.width / 2)
    return Constants(
        league=league,
        robot=robot,
        limits=limits,
        easy=limits._replace(brake=EASY * limits.brake),
        omni=robot.drive.kind == "omni",
        radius=radius,
        height=float(robot.height),
        touch=robot.outline.ball_front(float(ball.radius)) + ball.radius,
        face=width_of_face,
        ball=float(ball.radius),
        law=ball_law(league),
        length=length,
        width=width,
        post=post,
        outer=(length + max(float(field.margin_goal), 0.0), width + max(float(field.margin_touch), 0.0)),
        walled=walled,
        border=Border(
            2 * length, 2 * width, 2 * post, float(field.penalty_mark) if field.penalty_mark < length else 0.3 * length
        ),
        goal=GoalMouth(length, post),
        depth=depth,
        side=side,
        closed=closed,
        bounds=Area(-length, length, -width, width).grown(edge),
        kick=0.0 if kicker is None else min(float(kicker.speed), math.inf if fastest is None else float(fastest)),
        chip=float(kicker.chip_speed) if kicker is not None else 0.0,
        chip_angle=float(kicker.chip_angle) if kicker is not None else 0.0,
        lob=height_under_bar(float(field.goal.height), float(robot.height), float(ball.radius)) if kicker else 0.0,
        holds=robot.holder is not None,
        top=limits.speed,
        dribble=math.inf if longest is None else RELEASED * float(longest),
        stop_speed=_stop_speed(rules),
        indirect="invalid_goal" in rules.rule and rules.rule["invalid_goal"].margin is not None,
        few=(None, None)
        if closed
        else few_of(length, (float(field.goal_area_depth), float(field.goal_area_width)), (depth, 2 * side)),
        distant=() if not closed else (closed[0], closed[1].grown(DISTANT)),
    )


def _stop_speed(rules: RulesSpec) -> float:
    """The speed of robots while the game is stopped: rules that do not limit it leave it free."""
    rule = rules.rule.get("bot_too_fast_in_stop")
    if rule is None or rule.threshold is None:
        return math.inf if rules.rule else SLOW
    return SLOWER * float(rule.threshold)
