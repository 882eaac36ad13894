"""Free play sends referee messages until there is an external referee; rules are enforced only on request."""

from __future__ import annotations

import math

import pytest

from .pitch import EPOCH, Pitch
from .words import (
    BLUE,
    FORCE_START,
    HALT,
    STOP,
    YELLOW,
    ball_track,
    globally,
    place_ball,
    place_robot,
    referee,
    robot,
    team_info,
    track,
    velocity,
)


def tell(pitch: Pitch, data: bytes) -> None:
    """Send a Referee message from outside, and wait until the server has counted it."""
    count = pitch.status()["links"]["referee"]["received"]
    pitch.group("referee").send(data)
    pitch.heard("referee", count + 1)


def test_free_play_sends_the_referee_forty_times_a_second_in_simulated_time(pitch):
    group = pitch.group("referee")
    pitch.run(1.0)
    messages = group.messages()
    assert [message.int(1) for message in messages] == [round(EPOCH * 1e6) + 25_000 * k for k in range(1, 41)]
    assert {message.int(4) for message in messages[:-1]} == {HALT}
    assert {message.int(5) for message in messages[:-1]} == {1}
    assert pitch.status()["links"]["referee"]["received"] == 0  # it does not take itself for an external referee


def test_a_team_that_starts_after_the_server_hears_halt_and_stop_before_the_start(pitch):
    """The order of NeonFC: the server runs, its game goes on, then the team starts and listens."""
    pitch.run(4.0)
    assert pitch.status()["waits_for"] == ["the first command of blue and of yellow"]
    group = pitch.group("referee")
    for client, before, waiting in ((pitch.blue, 3, ["the first command of yellow"]), (pitch.yellow, 6, [])):
        pitch.run(0.5)
        assert {message.int(4) for message in group.messages()} == {FORCE_START}
        client.ask(robot(0, globally(0.0)))
        pitch.run(2.5)
        messages = group.messages()
        heard = [message.int(4) for message in messages]
        assert [heard.count(command) for command in (HALT, STOP, FORCE_START)] == pytest.approx([40, 40, 20], abs=2)
        assert heard == sorted(heard, key=(HALT, STOP, FORCE_START).index)
        assert sorted({message.int(5) for message in messages}) == [before + 1, before + 2, before + 3]
        assert pitch.status()["waits_for"] == waiting


def test_goals_are_counted_and_the_ball_goes_back_to_the_centre(pitch):
    group = pitch.group("referee")
    for direction in (1, 1, -1):
        pitch.place(place_ball(direction * 4.0, 0.3, vx=direction * 4.0, vy=0.0))
        frames = pitch.run(1.5)  # it stays in the goal for a second
        ball = ball_track(frames)[-1]
        assert (ball.x, ball.y) == pytest.approx((0.0, 0.0), abs=0.01)
        pitch.run(4.0)  # until the kick-off
    last = group.messages()[-1]
    assert (last.one(8).int(2), last.one(7).int(2)) == (2, 1)  # blue attacks +x
    assert pitch.status()["score"] == {"blue": 2, "yellow": 1}


def test_a_referee_from_outside_takes_over(pitch):
    group = pitch.group("referee")
    pitch.step(0.1)
    assert len(group.waiting()) == 4
    tell(pitch, referee(STOP, blue=team_info(score=3), yellow=team_info(score=2)))
    group.waiting()
    pitch.run(0.5)
    assert group.waiting() == []
    status = pitch.status()
    assert status["referee"] == {
        "from": "controller",
        "command": "stop",
        "stage": "NORMAL_FIRST_HALF",
        "phase": "stop",
    }
    assert status["score"] == {"blue": 3, "yellow": 2}
    pitch.place(place_ball(4.0, 0.3, vx=4.0, vy=0.0))  # the external referee decides whether that is a goal
    assert ball_track(pitch.run(0.5))[-1].x > 4.4
    assert pitch.status()["score"] == {"blue": 3, "yellow": 2}


def test_the_whistle_of_the_console_is_heard(pitch):
    group = pitch.group("referee")
    for whistle, command in (("halt", HALT), ("stop", STOP), ("start", FORCE_START)):
        assert pitch.ask(ask="whistle", whistle=whistle) == {"whistle": whistle}
        group.waiting()
        pitch.step(0.1)
        assert {message.int(4) for message in group.messages()} == {command}
    assert "error" in pitch.ask(ask="whistle", whistle="louder")


def test_a_whistle_here_takes_the_game_back_from_a_referee_that_fell_silent(pitch):
    tell(pitch, referee(HALT))
    pitch.ask(ask="whistle", whistle="start")
    group = pitch.group("referee")
    pitch.step(0.1)
    assert {message.int(4) for message in group.messages()} == {FORCE_START}


def test_a_referee_message_that_cannot_be_read_is_counted_and_changes_nothing(pitch):
    for data in (b"\xff\xff", referee(99), referee(HALT, place=(math.nan, 0.0)), referee(HALT)[:-30]):
        tell(pitch, data)
    assert pitch.status()["referee"]["from"] == "free play"
    refused = pitch.status()["links"]["referee"]["refused"]
    assert refused == {"UNREADABLE": 2, "COMMAND": 1, "NOT_FINITE": 1}


def test_by_default_nothing_is_enforced(pitch):
    few = team_info(bots=1)
    tell(pitch, referee(HALT, blue=few, yellow=few, place=(1000.0, 1000.0)))
    pitch.place(place_robot(BLUE, 0, -2.0, -2.0, 0.0))
    pitch.blue.ask(robot(0, globally(1.0)))
    frames = pitch.run(0.9)
    assert velocity(track(frames, BLUE, 0))[0] == pytest.approx(1.0, abs=0.03)
    assert len({key for frame in frames for key in frame.robots}) == 4
    assert ball_track(frames)[-1].x == pytest.approx(0.0, abs=0.01)


def test_halt_is_enforced_when_asked_to(serve):
    pitch = serve(enforce=["halt"])
    pitch.ask(ask="whistle", whistle="start")
    pitch.step(0.1)
    pitch.place(place_robot(BLUE, 0, -2.0, -2.0, 0.0))
    pitch.blue.ask(robot(0, globally(1.0)))
    assert velocity(track(pitch.run(0.5), BLUE, 0))[0] == pytest.approx(1.0, abs=0.03)
    tell(pitch, referee(HALT))
    pitch.blue.ask(robot(0, globally(1.0)))
    pitch.run(0.2)
    pitch.blue.ask(robot(0, globally(1.0)))
    assert velocity(track(pitch.run(0.3), BLUE, 0)) == pytest.approx((0, 0, 0), abs=0.01)
    tell(pitch, referee(FORCE_START))
    pitch.run(0.1)
    pitch.blue.ask(robot(0, globally(1.0)))
    assert velocity(track(pitch.run(0.5), BLUE, 0))[0] == pytest.approx(1.0, abs=0.03)


def test_the_number_of_robots_is_enforced_when_asked_to(serve):
    pitch = serve(enforce=["robots"], players=4)
    tell(pitch, referee(STOP, blue=team_info(bots=2), yellow=team_info(bots=6)))
    pitch.run(0.1)
    seen = {key for frame in pitch.run(0.1) for key in frame.robots}
    assert {number for team, number in seen if team == BLUE} == {0, 1}
    assert {number for team, number in seen if team == YELLOW} == {0, 1, 2, 3, 4, 5}


def test_the_ball_is_placed_in_halt_when_asked_to(serve):
    pitch = serve(enforce=["placement"])
    tell(pitch, referee(HALT, place=(1200.0, -800.0)))
    assert ball_track(pitch.run(0.4))[-1].x == pytest.approx(0.0, abs=0.01)  # half a second later
    ball = ball_track(pitch.run(0.3))[-1]
    assert (ball.x, ball.y) == pytest.approx((1.2, -0.8), abs=1e-3)


def test_free_play_begins_with_halt_and_stop(pitch):
    group = pitch.group("referee")
    pitch.run(2.1)
    said = {(message.int(4), message.int(5), message.int(6)) for message in group.messages()}
    start = round(EPOCH * 1e6)
    assert said == {(HALT, 1, start), (STOP, 2, start + 1_000_000), (FORCE_START, 3, start + 2_000_000)}


def test_who_whistles_while_free_play_begins_has_the_last_word(pitch):
    pitch.ask(ask="whistle", whistle="stop")
    pitch.step(3.0)
    assert pitch.status()["referee"]["command"] == "stop"
