"""The control port teleports ball and robots, and removes and adds robots."""

from __future__ import annotations

import math

import pytest

from .words import (
    BLUE,
    YELLOW,
    ball_track,
    config,
    control,
    errors,
    field_size,
    geometry,
    globally,
    local,
    place_ball,
    place_robot,
    robot,
    track,
    velocity,
)


def test_what_is_left_out_of_a_teleport_stays_as_it_is(pitch):
    pitch.place(place_ball(1.0, 0.5), place_robot(BLUE, 0, -1.0, -0.5, 1.0))
    pitch.place(place_ball(y=-1.5), place_robot(BLUE, 0, orientation=2.0))
    frames = pitch.run(0.1)
    ball, body = ball_track(frames)[-1], track(frames, BLUE, 0)[-1]
    assert (ball.x, ball.y) == pytest.approx((1.0, -1.5), abs=1e-3)
    assert (body.x, body.y, body.heading) == pytest.approx((-1.0, -0.5, 2.0), abs=1e-3)


def test_ball_and_robots_are_placed_with_a_velocity(pitch):
    pitch.place(place_ball(-1.0, 1.0, vx=1.0, vy=-2.0), place_robot(YELLOW, 1, 2.0, 1.0, 0.0, -1.0, 0.5))
    frames = pitch.run(0.02, 0.02)
    vx, vy = (pitch.match.world.ball.velocity[:2]).tolist()
    assert math.atan2(vy, vx) == pytest.approx(math.atan2(-2, 1), abs=0.01)
    assert math.hypot(vx, vy) == pytest.approx(math.sqrt(5) - 0.35 * 9.81 * 0.02, abs=0.01)  # it slides
    body = track(frames, YELLOW, 1)[-1]
    assert body.x < 1.99
    assert body.y > 1.004


def test_a_ball_that_rolls_from_the_start_keeps_more_of_its_speed(pitch):
    left = {}
    for roll in (False, True):
        pitch.place(place_ball(-2.0, 2.0, vx=2.0, vy=0.0, roll=roll))
        left[roll] = velocity(ball_track(pitch.run(1.0)), 0.02)[0]
    assert left[True] == pytest.approx(2.0 - 0.35, abs=0.03)
    assert left[False] == pytest.approx(2.0 * 5 / 7, abs=0.35)
    assert left[True] - left[False] > 0.3


def test_a_ball_is_placed_above_the_ground_and_falls(pitch):
    tracker = pitch.group("tracker")
    pitch.place(place_ball(0.0, 1.0, 0.8))
    pitch.step(0.2)
    ball = tracker.messages()[-1].one(3).each(3)[0].one(1)
    assert ball.float(3) == pytest.approx(0.8 - 9.81 / 2 * 0.2**2, abs=0.005)  # both are those of its lowest point


def test_a_ball_that_is_placed_safely_moves_robots_aside_and_stops_those_near_by(pitch):
    pitch.place(
        place_robot(BLUE, 0, 1.0, 1.0, 0.0),
        place_robot(YELLOW, 0, 1.8, 1.0, 0.0, -1.0, 0.0),
        place_robot(BLUE, 1, -3.0, 1.0, 0.0, 1.0, 0.0),
    )
    pitch.place(place_ball(1.05, 1.0, safely=True))
    frames = pitch.run(0.1, 0.02)
    ball, aside = ball_track(frames)[-1], track(frames, BLUE, 0)[-1]
    assert (ball.x, ball.y) == pytest.approx((1.05, 1.0), abs=1e-3)
    assert math.dist((aside.x, aside.y), (ball.x, ball.y)) > 0.09 + 0.0215
    assert track(frames, YELLOW, 0)[-1].x == pytest.approx(1.8, abs=1e-3)
    assert track(frames, BLUE, 1)[-1].x > -2.99


def test_a_ball_moved_by_force_is_pulled_and_held_until_it_is_placed_without(pitch):
    pitch.place(place_ball(0.0, 1.0), place_robot(BLUE, 0, 0.9, 1.0, 0.0), place_robot(BLUE, 1, -3.0, -1.0, 0.0))
    pitch.place(place_ball(1.0, 1.0, by_force=True), place_robot(BLUE, 0, 0.9, 2.0, 0.0))
    on_the_way = ball_track(pitch.run(0.1, 0.02))
    assert on_the_way[0].x < 0.3  # not at once
    assert ball_track(pitch.run(0.5))[-1].x == pytest.approx(1.0, abs=5e-3)
    pitch.place(place_robot(BLUE, 0, 1.0 - 0.0975, 1.0, 0.0))
    pitch.blue.ask(robot(0, local(0.0), kick=3.0))
    held = ball_track(pitch.run(0.5))
    assert max(math.dist((ball.x, ball.y), (1.0, 1.0)) for ball in held) < 0.05
    pitch.place(place_ball(1.0, 1.0))
    pitch.place(place_robot(BLUE, 0, 1.0 - 0.0975, 1.0, 0.0))
    pitch.blue.ask(robot(0, local(0.0), kick=3.0))
    assert ball_track(pitch.run(0.5))[-1].x > 1.8


def test_a_robot_moved_by_force_does_not_get_away_until_it_is_placed_without(pitch):
    pitch.place(place_robot(BLUE, 0, 0.0, -1.0, 0.0), place_ball(3.0, 2.0))
    pitch.place(place_robot(BLUE, 0, 1.0, -1.0, 1.5, by_force=True))
    assert track(pitch.run(0.1, 0.02), BLUE, 0)[0].x < 0.3
    body = track(pitch.run(0.5), BLUE, 0)[-1]
    assert (body.x, body.y, body.heading) == pytest.approx((1.0, -1.0, 1.5), abs=0.01)
    pitch.blue.ask(robot(0, globally(1.0)))
    assert track(pitch.run(0.5), BLUE, 0)[-1].x == pytest.approx(1.0, abs=0.1)
    pitch.place(place_robot(BLUE, 0, 1.0, -1.0, 1.5))
    pitch.blue.ask(robot(0, globally(1.0)))
    assert track(pitch.run(0.5), BLUE, 0)[-1].x > 1.3


def test_robots_are_taken_off_and_brought_on(pitch):
    pitch.place(place_robot(BLUE, 0, present=False), place_robot(YELLOW, 1, present=False))
    frames = pitch.run(0.1)
    assert {key for frame in frames for key in frame.robots} == {(BLUE, 1), (YELLOW, 0)}
    assert [feedback.int(1) for feedback in pitch.blue.ask(robot(0, local(1.0))).each(2)] == [1]
    pitch.place(place_robot(BLUE, 0, 1.0, 2.0, 0.5, present=True))
    body = track(pitch.run(0.1), BLUE, 0)[-1]
    assert (body.x, body.y, body.heading) == pytest.approx((1.0, 2.0, 0.5), abs=1e-3)


def test_a_robot_that_comes_on_without_a_place_has_one(pitch):
    pitch.place(place_robot(BLUE, 5, present=True))
    assert track(pitch.run(0.1), BLUE, 5)


def test_sixteen_robots_a_side_have_room(serve):
    pitch = serve("ssl-div-a", players=0)
    teleports = [
        place_robot(team, number, -4.0 + 0.5 * number, side, 0.0, present=True)
        for team, side in ((BLUE, -2.0), (YELLOW, 2.0))
        for number in range(16)
    ]
    pitch.place(*teleports)
    pitch.blue.ask(robot(15, globally(0.0, 1.0)))
    frames = pitch.run(0.3)
    assert {key for frame in frames for key in frame.robots} == {(t, n) for t in (BLUE, YELLOW) for n in range(16)}
    assert track(frames, BLUE, 15)[-1].y > -1.95
    assert track(frames, BLUE, 14)[-1].y == pytest.approx(-2.0, abs=1e-3)


def test_robots_that_cannot_exist_are_refused_and_the_rest_is_done(pitch):
    answer = pitch.control.ask(control(place_robot(BLUE, 16, 0.0, 0.0, 0.0), place_robot(BLUE, 0, -1.0, 2.0, 0.0)))
    assert errors(answer).codes == ["UNKNOWN_ROBOT"]
    assert track(pitch.run(0.1), BLUE, 0)[-1].y == pytest.approx(2.0, abs=1e-3)
    assert errors(pitch.control.ask(control(place_robot(0, 3, 0.0, 0.0, 0.0)))).codes == ["UNKNOWN_ROBOT"]


def test_a_robot_is_parked_outside_the_walls_and_comes_back(pitch):
    pitch.place(place_robot(BLUE, 0, 20.0, -99.0, 1.0), place_robot(BLUE, 1, -1.0, 0.5, 0.0))
    frames = pitch.run(0.1)
    assert {key for frame in frames for key in frame.robots} == {(BLUE, 1), (YELLOW, 0), (YELLOW, 1)}
    pitch.place(place_robot(BLUE, 0, y=0.0))  # still outside
    assert not track(pitch.run(0.1), BLUE, 0)
    pitch.place(place_robot(BLUE, 0, 1.0))
    body = track(pitch.run(0.1), BLUE, 0)[-1]
    assert (body.x, body.y, body.heading) == pytest.approx((1.0, 0.0, 1.0), abs=1e-3)


@pytest.mark.parametrize(
    "place",
    [
        place_robot(BLUE, 0, 101.0, 0.0, 0.0),
        place_robot(BLUE, 0, 6.0, 0.0, 0.0, by_force=True),
        place_ball(5.0, 0.0),
        place_ball(0.0, -3.4),
        place_ball(5.0, 0.0, by_force=True),
    ],
    ids=["too far", "pulled through a wall", "ball behind the goal", "ball beside", "ball pulled out"],
)
def test_what_cannot_be_outside_is_refused_and_stays(pitch, place):
    before = pitch.match.world.fingerprint()
    answer = errors(pitch.control.ask(control(place)))
    assert answer.codes == ["OUT_OF_RANGE"]
    assert "from -100 to 100" in answer.texts[0] or "walls" in answer.texts[0]
    assert pitch.match.world.fingerprint() == before


def test_a_ball_is_placed_on_a_field_that_the_same_message_makes_larger(pitch):
    size = config(geometry(field_size(12000, 9000)))
    assert errors(pitch.control.ask(size + control(place_ball(5.5, 0.0)))).codes == []
    assert ball_track(pitch.run(0.1))[-1].x == pytest.approx(5.5, abs=1e-3)
