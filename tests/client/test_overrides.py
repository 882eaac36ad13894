"""What the strategy module changes of decisions: collisions, and a second robot in the own goal area."""

import math

import pytest

from robopitch.client.motion import MotionControl
from robopitch.client.overrides import CollisionAhead, avoid_collisions, leave_goal_area
from robopitch.messages import BodyVelocity, FieldVelocity, Pose, Team, Twist, WheelSpeeds
from robopitch.spec import load_league
from robopitch.teams.observation import Action, Observation

LEAGUE = load_league("mirosot-5v5")
ROBOT = LEAGUE.team(Team.BLUE).robot
TWIST = MotionControl(ROBOT).twist
WIDE = 0.075 * math.sqrt(2)  # two circumradii


def observation(own, opponents=None, ball=(0.0, 0.0), velocity=None):
    return Observation(
        league=LEAGUE,
        robot=ROBOT,
        own={number: Pose(*pose) for number, pose in own.items()},
        opponents={number: Pose(*pose) for number, pose in (opponents or {}).items()},
        ball=(*ball, 0.02),
        ball_velocity=(0.0, 0.0, 0.0),
        charge={},
        opponent_velocity={number: Twist(*speed) for number, speed in (velocity or {}).items()},
    )


def drive(**speeds):
    return {int(name[1:]): Action(BodyVelocity(speed, 0.0, 1.0)) for name, speed in speeds.items()}


def test_of_two_that_would_collide_the_one_farther_from_the_ball_stops():
    seen = observation({1: (0.1, 0.0, math.pi), 2: (0.1 + WIDE + 0.05, 0.0, math.pi)})
    actions, found = avoid_collisions(seen, drive(r1=0.0, r2=1.0), TWIST)
    assert found == [CollisionAhead(2, 1, False)]
    assert actions[2].command == BodyVelocity(0.0, 0.0, 1.0)  # it still turns
    assert actions[1].command == BodyVelocity(0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("speeds", "away", "heading"),
    [
        ({"r1": 1.0, "r2": 1.0}, 0.05, math.pi),  # both drive the same way
        ({"r1": 0.0, "r2": 0.2}, 0.01, math.pi),  # slowly
        ({"r1": 0.0, "r2": 1.0}, 0.40, math.pi),  # not within a moment
        ({"r1": 0.0, "r2": -1.0}, 0.05, math.pi),  # away
        ({"r1": 0.0, "r2": 1.0}, 0.05, math.pi / 2),  # past it
    ],
)
def test_robots_that_do_not_collide_are_left_alone(speeds, away, heading):
    seen = observation({1: (0.1, 0.0, math.pi), 2: (0.1 + WIDE + away, 0.0, heading)})
    actions, found = avoid_collisions(seen, drive(**speeds), TWIST)
    assert (actions, found) == (drive(**speeds), [])


def test_who_is_at_the_ball_does_not_give_way_to_an_opponent():
    own, rival = {3: (0.0, 0.0, 0.0)}, {1: (WIDE + 0.05, 0.0, 0.0)}
    _, found = avoid_collisions(observation(own, rival, ball=(0.06, 0.0)), drive(r3=1.0), TWIST)
    assert found == []
    _, found = avoid_collisions(observation(own, rival, ball=(-0.9, 0.5)), drive(r3=1.0), TWIST)
    assert found == [CollisionAhead(3, 1, True)]
    running_away = {1: (1.0, 0.0, 0.0)}
    _, found = avoid_collisions(observation(own, rival, (-0.9, 0.5), running_away), drive(r3=1.0), TWIST)
    assert found == []


def test_any_kind_of_command_is_understood():
    own = {3: (0.0, 0.0, 0.0)}
    rival, ball = {1: (WIDE + 0.05, 0.0, 0.0)}, (-0.9, 0.5)
    for command in (FieldVelocity(1.0, 0.0), WheelSpeeds((45.0, 45.0))):
        actions, found = avoid_collisions(observation(own, rival, ball), {3: Action(command)}, TWIST)
        assert len(found) == 1
        assert actions[3].command.forward == 0.0


def test_one_robot_only_is_in_the_own_goal_area():
    at_goal = {0: (-1.05, 0.0, 0.0), 1: (-0.85, 0.0, math.pi), 2: (-0.5, 0.0, math.pi), 3: (-1.0, 0.1, 0.0)}
    seen = observation(at_goal)
    actions, found = leave_goal_area(seen, drive(r0=-1.0, r1=1.0, r2=1.0, r3=1.0), TWIST)
    assert found == [1]  # the keeper may, another one is far away, and one is on its way out
    assert actions[1].command == BodyVelocity(0.0, 0.0, 1.0)
    assert actions[3].command.forward == 1.0
