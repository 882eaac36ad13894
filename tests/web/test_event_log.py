"""Events as the page shows them."""

import pytest
from tests.web.stand import Stand

import robopitch
from robopitch.messages import Body, Goal, PlaceBall, Restarted, Team, Tipping, Touch
from robopitch.spec import load_league
from robopitch.web.event_log import EventLog, mark_event

BLUE_3, YELLOW_5 = Body(Team.BLUE, 3), Body(Team.YELLOW, 5)


@pytest.mark.parametrize(
    ("scorer", "speed", "last_touch", "detail"),
    [
        (YELLOW_5, 4.25, None, "by yellow 5 at 4.2 m/s"),
        (BLUE_3, 1.0, YELLOW_5, "own goal by blue 3 at 1.0 m/s"),
        (None, 6.04, None, "at 6.0 m/s"),
        (None, None, YELLOW_5, "by yellow 5"),  # a recording from before goals named their scorers
        (None, None, None, ""),
    ],
)
def test_a_goal_tells_the_score_who_scored_and_how_fast(scorer, speed, last_touch, detail):
    goal = Goal(7000, 7.0, Team.YELLOW, (-4.6, 0.1, 0.02), scorer, speed)
    mark = mark_event(goal, {Team.BLUE: 0, Team.YELLOW: 1}, last_touch)
    assert mark is not None
    assert (mark["kind"], mark["team"], mark["score"]) == ("goal", "yellow", {"blue": 0, "yellow": 1})
    assert mark["detail"] == detail
    assert mark["text"] == f"goal for yellow, 0 : 1{detail and f' ({detail})'}"


@pytest.mark.parametrize(("why", "text"), [("goal", "ball on the centre spot"), ("out", "ball back on the field")])
def test_a_restart_is_named_in_words(why, text):
    mark = mark_event(Restarted(8000, 8.0, why, (0.0, 0.0, 0.02)), dict.fromkeys(Team, 0))
    assert mark is not None
    assert (mark["kind"], mark["text"]) == ("restart", text)


@pytest.mark.parametrize(
    ("league", "speed", "text"),
    [("vss-3v3", 0.83, "blue 3 pushes the ball at 0.8 m/s"), ("vss-3v3", 0.4, None), ("ssl-div-b", 2.0, None)],
)
def test_where_robots_have_no_kickers_hard_touches_are_events(league, speed, text):
    touch = Touch(900, 0.9, BLUE_3, (0.2, 0.1, 0.02), speed)
    mark = mark_event(touch, dict.fromkeys(Team, 0), None, load_league(league))
    assert (mark and (mark["kind"], mark["team"], mark["text"])) == (text and ("kick", "blue", text))


@pytest.mark.parametrize("league", ["vss-3v3", "mirosot-5v5"])
def test_leagues_without_kickers_have_events_in_their_first_minute(league):
    match = robopitch.make_match(league, blue="cambada", yellow="mi20", referee="rules", realism=None)
    log, found = EventLog(match), []
    while not found and match.world.time < 60:
        match.advance(match.tick + 500)
        found = log.events(match.news)
        match.news.clear()
    assert found[0]["kind"] == "kick"


def test_a_robot_that_tips_is_noted_with_its_acceleration():
    mark = mark_event(Tipping(900, 0.9, BLUE_3, (1.0, 2.0, 0.0), 4.26, 3.4), dict.fromkeys(Team, 0))
    assert mark is not None
    assert (mark["kind"], mark["text"], mark["place"]) == ("note", "blue 3 tips at 4.3 m/s²", (1.0, 2.0))


def test_a_goal_by_the_rules_tells_who_scored_and_how_fast(tmp_path):
    options = {"league": "ssl-div-b", "players": 2, "blue": "still", "yellow": "still", "referee": "rules"}
    with Stand(tmp_path, **options) as stand:
        length = float(stand.match.world.league.field.length)
        stand.console("whistle", whistle="start")
        stand.match.offer("test", PlaceBall(length / 2 - 0.3, 0.35, 0.0, 4.0, 0.0, 0.0))  # beside the keeper
        stand.step(500)
        (goal,) = (mark for mark in stand.visit().told("marks")["marks"] if mark["kind"] == "goal")
    assert goal["score"] == {"blue": 1, "yellow": 0}
    assert goal["detail"].endswith(" m/s")
    assert goal["text"] == f"goal for blue, 1 : 0 ({goal['detail']})"
