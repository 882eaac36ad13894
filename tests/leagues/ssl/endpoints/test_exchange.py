"""Where robots of the Small Size League leave the field, on both sides of each border."""

import pytest
from tests.leagues.ssl.rules.situations import Situation

from robopitch import Team

B, Y = Team.BLUE, Team.YELLOW
FAR_BALL = (3.0, 0.0)


@pytest.mark.parametrize(
    ("place", "ball", "leaves"),
    [
        ((0.5, 4.4), FAR_BALL, False),  # the line ends at 4.505 m, the radius is 0.09 m
        ((0.5, 4.43), FAR_BALL, True),
        ((0.5, -4.43), FAR_BALL, True),
        ((1.08, 4.6), FAR_BALL, True),  # partly within 1 m of the halfway line
        ((1.1, 4.6), FAR_BALL, False),
        ((0.5, 4.43), (0.5, 3.85), False),  # the ball is 0.49 m from its hull
        ((0.5, 4.43), (0.5, 3.83), True),
        ((-6.38, 3.0), FAR_BALL, False),  # behind its own goal line by 0.29 m
        ((-6.4, 3.0), FAR_BALL, True),
        ((6.4, 3.0), FAR_BALL, False),  # behind the other goal line
    ],
)
def test_a_robot_may_leave_beside_the_halfway_line_and_behind_its_goal(place, ball, leaves):
    situation = Situation(ball=ball, robots=[(B, 3, *place), (B, 4, 0.0, 0.0), (Y, 3, 0.0, 4.6)])
    found = situation.rules.may_leave(situation.scene, B)
    assert [robot.id for robot in found] == ([3] if leaves else [])


@pytest.mark.parametrize(
    ("x", "team", "year", "uncounted"),
    [
        (-6.38, B, None, 0),
        (-6.4, B, None, 1),
        (-6.4, Y, None, 0),
        (6.4, Y, None, 1),
        (-6.4, B, 2025, 0),
    ],
)
def test_robots_behind_their_own_goal_line_do_not_count_since_2026(x, team, year, uncounted):
    situation = Situation(ball=FAR_BALL, robots=[(team, 3, x, 3.0), (team, 4, 0.0, 0.0)], year=year)
    assert situation.rules.uncounted(situation.scene, team) == uncounted
