"""The calls of a referee as lines."""

import pytest

import robopitch
from robopitch.measure.calls_text import calls_lines
from robopitch.measure.match_stats.collector import StatsObserver
from robopitch.messages import Body, Call, Goal, Team


def test_a_goal_is_by_the_robot_that_shot_although_a_defender_touched_the_ball_last():
    calls = [
        Call(3000, 3.0, "goal", Team.BLUE),
        Call(9000, 9.0, "goal", Team.BLUE),
        Call(12000, 12.0, "goal", Team.BLUE),
    ]
    events = [
        Goal(2995, 2.995, Team.BLUE, (0.0, 0.0, 0.0), Body(Team.BLUE, 2), speed=0.61),
        Goal(8995, 8.995, Team.BLUE, (0.0, 0.0, 0.0), Body(Team.YELLOW, 1)),
        Goal(11995, 11.995, Team.BLUE, (0.0, 0.0, 0.0)),
    ]
    assert calls_lines(calls, events) == [
        "   3.000 s  goal for blue, 1 : 0 (by blue 2 at 0.6 m/s)",
        "   9.000 s  goal for blue, 2 : 0 (own goal by yellow 1)",
        "  12.000 s  goal for blue, 3 : 0",
    ]


@pytest.mark.nightly
@pytest.mark.parametrize("league", ["vss-3v3", "mirosot-5v5"])
def test_most_goals_of_whole_matches_are_scored_by_the_team_whose_they_are(league, record_property):
    goals = own = 0
    for seed in range(6):
        match = robopitch.make_match(league, blue="cambada", yellow="mi20", referee="rules", realism=None, seed=seed)
        observer = StatsObserver(match)
        match.observe(observer, rate=50.0)
        match.advance(300_000)
        result = observer.result()
        goals += result.blue.goals + result.yellow.goals
        own += result.blue.own_goals + result.yellow.own_goals
    record_property(
        "tell", f"{league}: {goals - own} of {goals} goals were scored by the team whose they are, {own} are own goals"
    )
    assert goals > 10
    assert own < 0.25 * goals
