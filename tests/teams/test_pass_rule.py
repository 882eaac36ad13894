"""Whether a goal would count, as a team sees it, after a sequence of places of the ball."""

import pytest

import robopitch
from robopitch import Team
from robopitch.teams import Phase, Situation, look
from robopitch.teams.game_view import GameView
from robopitch.teams.tactics.passing import goal_counts

RUNNING, FREE_KICK = Situation(), Situation(Phase.FREE_KICK, ours=True)
ROBOTS = {
    (Team.BLUE, 1): (-3.0, 0.0),
    (Team.BLUE, 2): (3.0, 2.0),
    (Team.BLUE, 3): (5.0, -2.0),
    (Team.YELLOW, 1): (2.0, 0.0),
}


def counts(balls, league="msl"):
    """Whether a goal of blue counts after the ball was at these robots, or at these places."""
    made = robopitch.make(league, players={"blue": 4, "yellow": 2})
    for (team, number), (x, y) in ROBOTS.items():
        made.place_robot(team, number, x, y, 0.0)
    memory, answer = {}, True
    for at, situation in balls:
        x, y = ROBOTS.get(at, at)
        made.place_ball(x + (0.3 if at in ROBOTS else 0.0), y)
        answer = goal_counts(GameView(look(made, Team.BLUE, situation, memory)))
    return answer


BACK, LEFT, RIGHT, RIVAL = (Team.BLUE, 1), (Team.BLUE, 2), (Team.BLUE, 3), (Team.YELLOW, 1)


@pytest.mark.parametrize(
    ("balls", "expected"),
    [
        ([(RIVAL, RUNNING), (LEFT, RUNNING)], True),  # won in the opponents' half
        ([(RIVAL, RUNNING), (BACK, RUNNING)], False),  # won in the own half
        ([(RIVAL, RUNNING), (BACK, RUNNING), (LEFT, RUNNING)], True),  # … and passed
        ([(RIVAL, RUNNING), (BACK, RUNNING), ((1.0, 0.5), RUNNING)], False),  # on its way
        ([(RIVAL, RUNNING), (LEFT, RUNNING), (RIVAL, RUNNING), (BACK, RUNNING)], False),  # lost, and won again
        ([(LEFT, FREE_KICK), ((3.5, 0.0), RUNNING), (RIGHT, RUNNING)], True),  # a free kick and its receiver
        ([(LEFT, FREE_KICK), (LEFT, RUNNING)], False),  # the taker has it again
    ],
)
def test_a_goal_counts_after_a_pass_or_if_the_ball_was_won_in_the_opponents_half(balls, expected):
    assert counts(balls) == expected


def test_in_other_leagues_every_goal_counts():
    assert counts([(RIVAL, RUNNING), (BACK, RUNNING)], league="ssl-div-b")
