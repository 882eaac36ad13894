"""Conditions at their limits, on both sides."""

import math

import pytest

import robopitch
from robopitch.measure.calls_text import calls_table
from robopitch.messages import Body, Call, Team
from robopitch.testing import conditions
from robopitch.testing.judge import Judge
from robopitch.testing.moment import Moment
from robopitch.testing.parsing import parse_condition

RADIUS = 0.0215  # m, of a ball
ROBOT = 0.09  # m, of a robot


@pytest.fixture(scope="module")
def match():
    return robopitch.make_match("ssl-div-b", realism=None, blue="still", yellow="still", referee="none")


@pytest.fixture
def at(match):
    """Places the ball and blue 1, and returns the moment."""

    def place(ball=(0.0, 0.0), robot=(3.0, 2.0, 0.0), opponent=(-3.0, -2.0), **more):
        for view in list(match.world.robots()):
            match.world.remove_robot(view.body.team, view.body.id)
        match.world.place_ball(*ball, **more.pop("moving", {}))
        match.world.place_robot("blue", 1, *robot, **more.pop("driving", {}))
        match.world.place_robot("yellow", 2, *opponent, 0.0)
        bodies = tuple(view.body for view in match.world.robots())
        return Moment(match, 1.0, bodies, **more)

    return place


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ('ball_in("yellow goal")', (4.51, 0.49), (4.49, 0.0)),
        ('ball_in("yellow goal")', (4.51, -0.49), (4.51, 0.51)),
        ('ball_in("blue goal")', (-4.51, 0.0), (4.51, 0.0)),
        ('ball_in("blue penalty area")', (-3.51, 0.99), (-3.49, 0.0)),
        ('ball_in("yellow half")', (0.01, 2.9), (-0.01, 0.0)),
        ('ball_in("field")', (4.49, 2.99), (4.49, 3.01)),
        ('ball_in("centre circle")', (0.35, 0.35), (0.36, 0.36)),
        ("ball_in(x=[1, 2])", (1.01, 2.5), (0.99, 2.5)),
        ("ball_in(y=[2, 1])", (0.0, 1.99), (0.0, 2.01)),
        ("ball_in([0, 0, 1, 2])", (0.99, 1.99), (1.01, 1.99)),
        ("ball_in(centre=[1, 1], radius=0.5)", (1.49, 1.0), (1.51, 1.0)),
        ("ball_stops_in(centre=[1, 1], radius=0.5)", (1.49, 1.0), (1.51, 1.0)),
    ],
)
def test_regions(at, text, inside, outside):
    condition = parse_condition(text)
    condition.begin(at(inside))
    assert condition.holds(at(inside))
    assert not condition.holds(at(outside))


def test_a_ball_that_moves_has_not_stopped(at):
    condition = parse_condition('ball_stops_in("field")')
    condition.begin(at())
    assert condition.holds(at(moving={"vx": 0.04}))
    assert not condition.holds(at(moving={"vx": 0.06}))


def test_height_of_the_ball(at):
    condition = conditions.ball_above(0.1)
    assert condition.holds(at(moving={"z": RADIUS + 0.101}))
    assert not condition.holds(at(moving={"z": RADIUS + 0.099}))


def test_pose_of_a_robot(at):
    near = conditions.robot_at("blue", 1, 1.0, 0.0, within=0.1)
    assert near.holds(at(robot=(1.09, 0.0, 0.0)))
    assert not near.holds(at(robot=(1.11, 0.0, 0.0)))
    faces = conditions.robot_at("blue", 1, 1.0, 0.0, heading=math.pi, angle=0.2)
    assert faces.holds(at(robot=(1.0, 0.0, -math.pi + 0.19)))
    assert not faces.holds(at(robot=(1.0, 0.0, -math.pi + 0.21)))
    assert not conditions.robot_at("blue", 7, 0.0, 0.0).holds(at())


def test_robots_in_a_region(at):
    condition = parse_condition('robot_in("blue", where="yellow half")')
    condition.begin(at())
    assert condition.holds(at(robot=(0.01, 0.0, 0.0)))
    assert not condition.holds(at(robot=(-0.01, 0.0, 0.0)))


def test_possession(at):
    ours, theirs = conditions.possession("blue"), conditions.possession("yellow")
    reach = ROBOT + RADIUS + conditions.AT_THE_BALL
    assert ours.holds(at(robot=(reach - 0.001, 0.0, 0.0)))
    assert not ours.holds(at(robot=(reach + 0.001, 0.0, 0.0)))
    both = at(robot=(0.12, 0.0, 0.0), opponent=(-0.12, 0.0))
    assert not ours.holds(both)
    assert not theirs.holds(both)
    alone = at(robot=(0.12, 0.0, 0.0))
    assert conditions.possession("blue", 1).holds(alone)
    assert not conditions.possession("blue", 2).holds(alone)


def test_speeds(at):
    ball, robots = conditions.speed_below(2.0), conditions.speed_below(1.0, "blue")
    assert ball.holds(at(moving={"vx": 1.99}))
    assert not ball.holds(at(moving={"vx": 2.01}))
    assert robots.holds(at(driving={"vx": 0.99}))
    assert not robots.holds(at(driving={"vx": 1.01}))
    assert "1.01 m/s" in robots.detail(at(driving={"vx": 1.01}))


def test_goals_and_fouls_are_counted_from_the_beginning(at):
    nothing, one = dict.fromkeys(Team, 0), {Team.BLUE: 1, Team.YELLOW: 0}
    assert conditions.goal_by("blue").holds(at(goals=one))
    assert not conditions.goal_by("yellow").holds(at(goals=one))
    assert conditions.no_foul("yellow").holds(at(fouls=one))
    assert conditions.no_foul().holds(at(fouls=nothing))
    assert not conditions.no_foul().holds(at(fouls=one))
    assert not conditions.no_foul("blue").holds(at(fouls=one))


def test_calls_of_the_referee(at):
    call = Call(0, 0.0, "goal", Team.BLUE)
    assert conditions.called("goal").holds(at(calls=[call]))
    assert conditions.called("goal", "blue").holds(at(calls=[call]))
    assert not conditions.called("goal", "yellow").holds(at(calls=[call]))
    assert not conditions.called("goal").holds(at())


def test_a_foul_of_both_teams_is_one_of_each(at):
    call = Call(0, 0.0, "bot_crash_drawn", robots=(Body(Team.BLUE, 1), Body(Team.YELLOW, 2)))
    assert all(conditions.called("bot_crash_drawn", team).holds(at(calls=[call])) for team in Team)
    assert calls_table([call]) == [("bot_crash_drawn", 1, 1, 1)]


def test_phases(at):
    assert conditions.phase("running").holds(at())
    assert not conditions.phase("stop").holds(at())


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("ball.x > 1", True),
        ("ball.x > 2.1", False),
        ("norm(ball.position - blue.1.position) < 1.1", True),
        ("blue.1.heading < 1 and ball.x > 1", True),
        ("blue.1.heading < 1 and ball.x > 3", False),
        ('ball.x > 3 or not ball_in("blue half")', True),
        ('not (ball.x > 1 and ball_in("yellow half"))', False),
        ("(ball.x + 1) * 2 > 5.9", True),
        ("signal('ball.y == 0')", True),
        ("score.blue == 0", True),
        ("referee.phase == 2", True),
    ],
)
def test_expressions_and_words(at, text, holds):
    moment = at(ball=(2.0, 0.0), robot=(3.0, 0.0, 0.0))
    condition = parse_condition(text)
    condition.begin(moment)
    assert condition.holds(moment) is holds


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ball.speeed > 1", "did you mean ball.speed"),
        ("blue.9.x > 1", "there is no signal"),
        ("ball.position", "this is a vector"),
        ("ball_in('moon')", "no region is called 'moon'"),
        ("ball_in('blue goal area')", "this field has no blue goal area"),
        ("ball_in(__import__('os'))", "plain values are wanted"),
        ("ball_in(x=[1])", "two are wanted"),
        ("possession('red')", "'red' is not a valid Team"),
        ("goal_by()", "missing 1 required"),
        ("", "nothing to check"),
        ("ball.x > 1 and", "nothing to check"),
        ("(" * 30 + "not ball.x" + ")" * 30, "too many brackets"),
    ],
)
def test_a_text_that_means_nothing_is_refused(at, text, message):
    with pytest.raises(ValueError, match=message):
        parse_condition(text).begin(at())


def test_a_failed_comparison_tells_both_sides(at):
    moment = at(ball=(2.0, 0.0))
    assert parse_condition("ball.x < blue.1.y").detail(moment) == "ball.x is 2, blue.1.y is 2"


def test_functions_over_time_see_the_past(at, match):
    condition = parse_condition("diff(ball.x) > 4")
    condition.begin(at())
    answers = []
    for index, x in enumerate((0.0, 0.03, 0.06, 0.12)):
        moment = at(ball=(x, 0.0))
        answers.append(condition.holds(Moment(match, 0.01 * index, moment.bodies)))
    assert answers == [False, False, False, True]


def test_a_robot_that_has_left_the_field_has_no_signals(at, match):
    condition = parse_condition("blue.1.x > -100")
    moment = at()
    condition.begin(moment)
    match.world.remove_robot("blue", 1)
    assert not condition.holds(Moment(match, 1.0, moment.bodies))


def test_watching_changes_nothing():
    ends = []
    for watched in (False, True):
        match = robopitch.make_match("ssl-div-b", realism=None, blue="chase", yellow="still", referee="rules")
        if watched:
            Judge(match, [], judged=True)
        match.advance(300)
        ends.append(match.world.fingerprint())
    assert ends[0] == ends[1]
