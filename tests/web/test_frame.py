"""Binary frames, read back by hand."""

import math
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import robopitch
from robopitch import Team
from robopitch.messages import Body, CameraFrame
from robopitch.physics import state as s
from robopitch.web import frame
from robopitch.web.frame import NOTHING_SEEN, PAST, PAUSED, Head, Sighting, encode, glanced, layout, who_of
from robopitch.web.sightings import Sightings

from .stand import GameView

UNITS = 0.0005, 0.0005, 0.0001, 0.001, 0.001, 0.01
START = Head(0.0, 0.0, 0.0)
NOBODY = np.zeros(0), np.zeros((6, 0)), np.zeros(0)


def of(*robots: tuple[int, list[float], int], ball=(0.0,) * 6, head=START, seen=NOTHING_SEEN) -> GameView:
    """A frame of robots: who, a row, and its state."""
    who, rows, bits = (list(column) for column in zip(*robots, strict=True)) if robots else ([], [], [])
    table = np.array(rows, float).T if rows else np.zeros((6, 0))
    return GameView(encode(head, np.array(who), table, np.array(bits), np.array(ball), seen))


def test_every_number_lies_where_the_layout_says():
    head = Head(12.5, 3.25, 13.75, PAUSED | PAST)
    seen = Sighting(np.array([[64 + 7, 12.25, -1.0, 2.0, 0.5]]), np.array([[12.4, 0.75, -0.5]]))
    data = encode(
        head,
        np.array([5]),
        np.array([[1.0], [-2.0], [0.5], [3.0], [-4.0], [5.0]]),
        np.array([3]),
        np.arange(1.0, 7.0),
        seen,
    )
    expected = (
        struct.pack("<8B", 1, 3, 1, 1, 1, 0, 0, 0)
        + struct.pack("<3d", 12.5, 3.25, 13.75)
        + struct.pack("<6f", 1, 2, 3, 4, 5, 6)
        + struct.pack("<2B6h", 5, 3, 2000, -4000, 5000, 3000, -4000, 500)
        + struct.pack("<2B3h", 71, 25, -2000, 4000, 5000)
        + struct.pack("<2B3h", 0, 10, 1500, -1000, 0)
    )
    assert data[: len(expected) - 7] == expected[:-7]
    assert len(data) == len(expected)
    assert data[-6:] == expected[-6:]
    assert data[-7] in (9, 10)  # 0.1 s is not a number that doubles hold exactly


def test_the_layout_that_the_page_reads_is_that_of_the_bytes():
    told = layout()
    for name in frame.HEAD.names:
        assert told[f"HEAD_{name.upper()}"] == frame.HEAD.fields[name][1]
    assert told["HEAD_SIZE"] == frame.HEAD.itemsize == 56
    assert told["ROBOT_SIZE"] == frame.ROBOT.itemsize == 14
    assert told["SEEN_SIZE"] == frame.SEEN.itemsize == 8
    # The page reads the fields of rows at these places (web/src/wire/frame.ts).
    assert [frame.ROBOT.fields[name][1] for name in frame.ROBOT.names] == [0, 1, 2, 4, 6, 8, 10, 12]
    assert [frame.SEEN.fields[name][1] for name in frame.SEEN.names] == [0, 1, 2, 4, 6]
    assert (told["PAUSED"], told["PAST"]) == (1, 2)
    assert (told["HOLDING"], told["ARMED"], told["STEERED"]) == (1, 2, 4)
    assert all(type(value) in (int, float) for value in told.values())


def test_nothing_on_the_pitch_and_nothing_seen_is_the_head_alone():
    data = encode(Head(1.0, 0.0, 1.0), *NOBODY, np.zeros(6), NOTHING_SEEN)
    assert len(data) == 56
    found = GameView(data)
    assert (found.robots, found.seen, found.balls, found.flags) == ({}, {}, [], 0)


number = st.floats(-1, 1)


@given(st.lists(st.tuples(number, number, number, number, number, number), min_size=1, max_size=22), st.data())
def test_what_a_robot_does_comes_back_within_half_a_unit(rows, data):
    rows = [[9.0 * x, 9.0 * y, math.pi * h, 12.0 * vx, 12.0 * vy, 200.0 * t] for x, y, h, vx, vy, t in rows]
    ball = data.draw(st.tuples(*[st.floats(-20, 20, width=32)] * 6))
    found = of(*((index, row, 0) for index, row in enumerate(rows)), ball=ball)
    assert found.ball == ball
    for index, row in enumerate(rows):
        for value, back, unit in zip(row, found.robots["blue", index], UNITS, strict=True):
            assert abs(value - back) <= 0.5001 * unit


@given(st.lists(st.floats(-1e300, 1e300), min_size=6, max_size=6))
def test_silly_numbers_are_cut_off_and_keep_their_sign(row):
    found = of((3, row, 0)).robots["blue", 3]
    for value, back, unit in zip(row, found, UNITS, strict=True):
        most = 32767 * unit
        assert back == pytest.approx(min(max(value, -most), most), abs=0.5001 * unit)


def test_a_robot_far_outside_is_drawn_at_the_edge_and_not_on_the_other_side():
    found = of((0, [40.0, -40.0, 0.0, 100.0, -100.0, 1000.0], 0)).robots["blue", 0]
    assert found == pytest.approx((16.3835, -16.3835, 0.0, 32.767, -32.767, 327.67))


def test_places_reach_beyond_the_walls_of_every_league():
    for name in robopitch.spec.league_names():
        field = robopitch.spec.load_league(name).field
        assert field.length / 2 + field.margin_goal + field.goal.depth < 16.0, name
        assert field.width / 2 + field.margin_touch < 16.0, name


def test_owners_and_ids_share_a_byte():
    bodies = (Body(Team.BLUE, 0), Body(Team.BLUE, 31), Body(Team.YELLOW, 5), Body(None, 2))
    assert who_of(bodies).tolist() == [0, 31, 69, 130]
    found = of(*((int(who), [0.0] * 6, 0) for who in who_of(bodies)))
    assert list(found.robots) == [("blue", 0), ("blue", 31), ("yellow", 5), ("obstacle", 2)]


@pytest.mark.parametrize(("age", "told"), [(-0.5, 0.0), (0.0, 0.0), (0.255, 0.25), (2.5, 2.5), (9.0, 2.55)])
def test_the_age_of_what_was_seen_is_never_negative_and_stops_growing(age, told):
    now = 100.0
    sighting = Sighting(np.array([[1.0, now - age, 0.5, 0.25, -1.5]]), np.array([[now - age, 0.5, 0.25]]))
    found = of(head=Head(now, 0.0, now), seen=sighting)
    assert found.seen["blue", 1] == pytest.approx((told, 0.5, 0.25, -1.5), abs=0.011)
    assert found.balls[0] == pytest.approx((told, 0.5, 0.25), abs=0.011)


# ---- of a match ----------------------------------------------------------------------------------------------------


def pictured(match, sightings: Sightings) -> tuple[GameView, bytes]:
    world = match.world
    who, rows, bits, ball = glanced(world.state_view())
    data = encode(Head(world.time, 0.0, world.time), who, rows, bits, ball, sightings.now(world.time))
    return GameView(data), data


def test_eleven_against_eleven_are_at_most_40_kilobytes_a_second_and_stand_where_they_stand():
    match = robopitch.make_match("ssl-div-a", realism="realistic", seed=3, blue="chase", yellow="chase")
    sightings = Sightings()
    sizes = []
    for _ in range(50):
        sightings.see(match.advance(match.tick + 20))
        found, data = pictured(match, sightings)
        sizes.append(len(data))
    assert len(found.robots) == 22
    assert len(found.seen) >= 20
    assert max(sizes) <= 56 + 22 * 14 + 22 * 8 + 4 * 8  # four cameras see the middle of the field
    assert 60 * max(sizes) <= 40_000
    for robot in match.world.robots():
        told = found.robots[robot.body.team.value, robot.body.id]
        assert told[:2] == pytest.approx(robot.pose[:2], abs=0.0003)
        assert math.remainder(told[2] - robot.pose.heading, math.tau) == pytest.approx(0.0, abs=0.0001)
        assert told[3:5] == pytest.approx(robot.velocity[:2], abs=0.0006)
        assert told[5] == pytest.approx(robot.velocity[2], abs=0.006)
    assert found.ball[:3] == pytest.approx(match.world.ball.position.tolist(), abs=1e-5)
    assert found.ball[3:] == pytest.approx(match.world.ball.velocity.tolist(), abs=1e-5)


def test_who_left_the_pitch_is_not_in_the_frame():
    match = robopitch.make_match("ssl-div-b", players=3, realism="perfect")
    match.world.remove_robot(Team.BLUE, 1)
    found, _ = pictured(match, Sightings())
    assert [name for name in found.robots if name[0] == "blue"] == [("blue", 0), ("blue", 2)]


def test_a_robot_that_dribbles_and_is_about_to_kick_says_so():
    match = robopitch.make_match("ssl-div-b", players=2, realism="perfect")
    world = match.world
    for column, (kick, hold) in enumerate([(None, 1.0), (robopitch.Kick(3.0), 0.0)]):
        world.order(column, None, kick, hold)
    found, _ = pictured(match, Sightings())
    assert list(found.states.values()) == [1, 2, 0, 0]


def test_what_the_cameras_saw_is_where_they_saw_it_and_as_old_as_it_is():
    match = robopitch.make_match("ssl-div-b", realism="realistic", seed=2, players=2)
    sightings, last = Sightings(), {}
    for outputs in match.go(400):
        sightings.see(outputs)
        for output in outputs:
            if isinstance(output, CameraFrame):
                last |= {("blue", robot.id): (output, robot) for robot in output.blue}
    found, _ = pictured(match, sightings)
    assert last
    for name, (output, robot) in last.items():
        age, x, y, heading = found.seen[name]
        assert (x, y, heading) == pytest.approx((robot.x, robot.y, robot.heading), abs=0.0003)
        assert age == pytest.approx(match.world.time - output.capture, abs=0.0101)
        assert age > 0.03  # what is seen comes late


def test_what_was_seen_a_second_ago_is_forgotten():
    match = robopitch.make_match("ssl-div-b", realism="perfect", players=1)
    sightings = Sightings()
    sightings.see(match.advance(200))
    assert len(pictured(match, sightings)[0].seen) == 2
    match.world.remove_robot(Team.BLUE, 0)
    sightings.see(match.advance(match.tick + 1100))
    found, _ = pictured(match, sightings)
    assert list(found.seen) == [("yellow", 0)]
    sightings.clear()
    assert sightings.now(0.0) is NOTHING_SEEN


def test_a_ball_that_no_camera_sees_any_more_is_not_shown():
    match = robopitch.make_match("ssl-div-b", realism="perfect", players=0, kick_about=False)
    sightings = Sightings()
    sightings.see(match.advance(200))
    assert pictured(match, sightings)[0].balls
    match.world.ball_block[s.BALL_X] = 50.0
    sightings.see(match.advance(match.tick + 100))
    assert not pictured(match, sightings)[0].balls
