"""Binary frames, read back by hand."""

import base64
import json
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
from robopitch.web.frame import (
    NOBODY,
    NOTHING_SEEN,
    PAST,
    PAUSED,
    Articulated,
    Head,
    Planar,
    Sighting,
    encode,
    ids_of,
    layout,
    owners_of,
    planar_of,
    sections,
)
from robopitch.web.sightings import Sightings

from .node import SCENE, run_node
from .stand import DecodedFrame

UNITS = 0.0005, 0.0005, 0.0001, 0.001, 0.001, 0.01
START = Head(0.0, 0.0, 0.0)
ONE_BALL = np.zeros((1, 6))
BLUE, YELLOW, OBSTACLE, BALL = range(4)


def planar(*robots: tuple[int, int, list[float], int]) -> Planar:
    """Robots: owner, id, a row, and its state."""
    owners, ids, rows, states = (list(column) for column in zip(*robots, strict=True))
    return Planar(np.array(owners), np.array(ids), np.array(rows, float).T, np.array(states))


def of(*robots: tuple[int, int, list[float], int], balls=ONE_BALL, head=START, seen=NOTHING_SEEN) -> DecodedFrame:
    return DecodedFrame(encode(head, planar(*robots) if robots else NOBODY, np.array(balls), seen))


def test_every_number_lies_where_the_layout_says():
    head = Head(12.5, 3.25, 13.75, PAUSED | PAST)
    seen = Sighting(np.array([[YELLOW, 300, 12.25, -1.0, 2.0, 0.5]]), np.array([[12.25, 0.75, -0.5]]), source=7)
    robots = planar((BLUE, 5, [1.0, -2.0, 0.5, 3.0, -4.0, 5.0], 3), (OBSTACLE, 9, [0.5, 0.25, 0.0, 0.0, 0.0, 0.0], 0))
    data = encode(head, robots, np.array([range(1, 7), range(7, 13)], float), seen)
    assert data == (
        struct.pack("<4B", 3, 3, 5, 0)
        + struct.pack("<3d", 12.5, 3.25, 13.75)
        + struct.pack("<3B2H", 1, 3, 0, 24, 2)
        + struct.pack("<12f", *range(1, 13))
        + struct.pack("<3B2H", 2, 0, 0, 15, 1)
        + struct.pack("<BH6h", 3, 5, 2000, -4000, 5000, 3000, -4000, 500)
        + struct.pack("<3B2H", 4, 2, 0, 15, 1)
        + struct.pack("<BH6h", 0, 9, 1000, 500, 0, 0, 0, 0)
        + struct.pack("<3B2H", 5, 1, 7, 9, 1)
        + struct.pack("<BH3h", 25, 300, -2000, 4000, 5000)
        + struct.pack("<3B2H", 5, 3, 7, 9, 1)
        + struct.pack("<BH3h", 25, 0, 1500, -1000, 0)
    )


def test_the_layout_that_the_page_reads_is_that_of_the_bytes():
    told = layout()
    rows = {
        "HEAD": frame.HEAD,
        "SECTION": frame.SECTION,
        "BALL": frame.BALL_ROW,
        "ROBOT": frame.ROBOT_ROW,
        "ARTICULATED": frame.ARTICULATED_ROW,
        "SIGHTING": frame.SIGHTING_ROW,
    }
    for prefix, row in rows.items():
        assert told[f"{prefix}_SIZE"] == row.itemsize
        assert {told[f"{prefix}_{name.upper()}"]: name for name in row.names} == {
            row.fields[name][1]: name for name in row.names
        }
    assert (told["PAUSED"], told["PAST"]) == (1, 2)
    assert (told["HOLDING"], told["ARMED"], told["STEERED"], told["HUNG"]) == (1, 2, 4, 8)
    assert all(type(value) in (int, float) for value in told.values())


def test_nothing_on_the_pitch_and_nothing_seen_is_the_head_alone():
    data = encode(Head(1.0, 0.0, 1.0), NOBODY, np.zeros((0, 6)), NOTHING_SEEN)
    assert len(data) == 28
    found = DecodedFrame(data)
    assert (found.robots, found.seen, found.balls, found.flags) == ({}, {}, [], 0)


number = st.floats(-1, 1)


@given(st.lists(st.tuples(number, number, number, number, number, number), min_size=1, max_size=22), st.data())
def test_what_a_robot_does_comes_back_within_half_a_unit(rows, data):
    rows = [[9.0 * x, 9.0 * y, math.pi * h, 12.0 * vx, 12.0 * vy, 200.0 * t] for x, y, h, vx, vy, t in rows]
    ball = data.draw(st.tuples(*[st.floats(-20, 20, width=32)] * 6))
    found = of(*((BLUE, index, row, 0) for index, row in enumerate(rows)), balls=[ball])
    assert found.ball == ball
    for index, row in enumerate(rows):
        for value, back, unit in zip(row, found.robots["blue", index], UNITS, strict=True):
            assert abs(value - back) <= 0.5001 * unit


@given(st.lists(st.floats(-1e300, 1e300), min_size=6, max_size=6))
def test_silly_numbers_are_cut_off_and_keep_their_sign(row):
    found = of((BLUE, 3, row, 0)).robots["blue", 3]
    for value, back, unit in zip(row, found, UNITS, strict=True):
        most = 32767 * unit
        assert back == pytest.approx(min(max(value, -most), most), abs=0.5001 * unit)


def test_a_robot_far_outside_is_drawn_at_the_edge_and_not_on_the_other_side():
    found = of((BLUE, 0, [40.0, -40.0, 0.0, 100.0, -100.0, 1000.0], 0)).robots["blue", 0]
    assert found == pytest.approx((16.3835, -16.3835, 0.0, 32.767, -32.767, 327.67))


def test_places_reach_beyond_the_walls_of_every_league():
    for name in robopitch.spec.league_names("turf"):
        field = robopitch.spec.load_league(name).field
        assert field.length / 2 + field.margin_goal + field.goal.depth < 16.0, name
        assert field.width / 2 + field.margin_touch < 16.0, name


def test_owners_and_ids_have_fields_of_their_own():
    bodies = (Body(Team.BLUE, 0), Body(Team.BLUE, 64), Body(Team.YELLOW, 5), Body(Team.YELLOW, 65535), Body(None, 200))
    rows = zip(owners_of(bodies), ids_of(bodies), strict=True)
    found = of(*((owner, number, [0.0] * 6, 0) for owner, number in rows))
    assert list(found.robots) == [("blue", 0), ("blue", 64), ("yellow", 5), ("yellow", 65535), ("obstacle", 200)]


ARTICULATED = [
    Articulated(Body(Team.BLUE, 1), (1.0, -0.5, 0.25), (0.6, 0.0, 0.0, 0.8), (0.1, -0.2, 1.5), state=1),
    Articulated(Body(Team.YELLOW, 70), (0.0, 0.0, 0.3), (1.0, 0.0, 0.0, 0.0), ()),
    Articulated(Body(Team.BLUE, 2), (0.0, 2.0, 0.3), (1.0, 0.0, 0.0, 0.0), (0.0, 0.5, -3.0)),
]


def test_robots_in_space_have_a_pose_and_as_many_joints_as_they_have():
    data = encode(START, NOBODY, ONE_BALL, NOTHING_SEEN, ARTICULATED)
    found = DecodedFrame(data)
    assert set(found.articulated) == {("blue", 1), ("blue", 2), ("yellow", 70)}
    for robot in ARTICULATED:
        told = found.articulated[robot.robot.team.value, robot.robot.id]
        assert told == pytest.approx([*robot.position, *robot.quaternion, *robot.joints], abs=0.0003)
    assert found.states["blue", 1] == 1
    read = {section.kind: section.rows for section in sections(data) if len(section.rows) == 2}
    assert read[frame.ARTICULATED]["joints"].shape == (2, 3)
    assert read[frame.ARTICULATED]["id"].tolist() == [1, 2]


def test_readers_skip_sections_that_they_do_not_know():
    data = encode(START, planar((BLUE, 3, [1.0] * 6, 0)), ONE_BALL, NOTHING_SEEN)
    unknown = struct.pack("<3B2H", 99, 0, 0, 5, 2) + b"0123456789"
    changed = bytearray(data[:28] + unknown + data[28:])
    changed[2] += 1
    (robots,) = (section.rows for section in sections(bytes(changed)) if section.kind == frame.ROBOTS)
    assert robots["id"].tolist() == [3]


DECODE = """
import {{ decode }} from {module};
const bytes = Uint8Array.from(atob({data}), (letter) => letter.charCodeAt(0));
console.log(JSON.stringify(decode(bytes.buffer)));
"""


def test_the_page_reads_what_the_server_writes():
    seen = Sighting(np.array([[YELLOW, 300, 12.25, -1.0, 2.0, 0.5]]), np.array([[12.25, 0.75, -0.5]]), source=1)
    robots = planar((BLUE, 65, [1.0, -2.0, 0.5, 3.0, -4.0, 5.0], 5), (OBSTACLE, 9, [0.5, 0.25, 0.0, 0.0, 0.0, 0.0], 0))
    balls = np.array([range(1, 7), range(7, 13)], float)
    data = encode(Head(12.5, 3.25, 13.75, PAUSED), robots, balls, seen, ARTICULATED)
    module = json.dumps((SCENE.parent / "wire" / "frame.ts").as_uri())
    found = run_node(DECODE.format(module=module, data=json.dumps(base64.b64encode(data).decode())))
    assert (found["time"], found["first"], found["last"]) == (12.5, 3.25, 13.75)
    assert (found["paused"], found["past"]) == (True, False)
    assert [list(ball.values()) for ball in found["balls"]] == balls.tolist()
    assert found["ball"] == found["balls"][0]
    names = [robot["name"] for robot in found["robots"]]
    assert names == ["blue 65", "obstacle 9", "blue 1", "blue 2", "yellow 70"]
    first = {"name": "blue 65", "owner": "blue", "id": 65, "state": 5}
    assert first.items() <= found["robots"][0].items()
    row = [found["robots"][0][name] for name in ("x", "y", "heading", "vx", "vy", "turn")]
    assert row == pytest.approx([1.0, -2.0, 0.5, 3.0, -4.0, 5.0])
    assert found["robots"][2]["heading"] == pytest.approx(2 * math.atan2(0.8, 0.6), abs=1e-3)
    assert found["articulated"][0]["joints"] == pytest.approx([0.1, -0.2, 1.5])
    assert found["articulated"][0]["quaternion"] == pytest.approx([0.6, 0.0, 0.0, 0.8], abs=1e-4)
    (told,), (ball,) = found["seen"], found["seenBalls"]
    assert (told["name"], told["age"], told["x"]) == ("yellow 300", pytest.approx(0.25), pytest.approx(-1.0))
    assert (ball["name"], ball["x"], ball["y"]) == ("ball", pytest.approx(0.75), pytest.approx(-0.5))


@pytest.mark.parametrize(("age", "told"), [(-0.5, 0.0), (0.0, 0.0), (0.255, 0.25), (2.5, 2.5), (9.0, 2.55)])
def test_the_age_of_what_was_seen_is_never_negative_and_stops_growing(age, told):
    now = 100.0
    sighting = Sighting(np.array([[BLUE, 1.0, now - age, 0.5, 0.25, -1.5]]), np.array([[now - age, 0.5, 0.25]]))
    found = of(head=Head(now, 0.0, now), seen=sighting)
    assert found.seen["blue", 1] == pytest.approx((told, 0.5, 0.25, -1.5), abs=0.011)
    assert found.balls[0] == pytest.approx((told, 0.5, 0.25), abs=0.011)


# ---- of a match ----------------------------------------------------------------------------------------------------


def seen_in(outputs) -> list[CameraFrame]:
    """What the cameras delivered."""
    return [output for output in outputs if isinstance(output, CameraFrame)]


def pictured(match, sightings: Sightings) -> tuple[DecodedFrame, bytes]:
    world = match.world
    view = world.state_view()
    head, ball = Head(world.time, 0.0, world.time), view.ball_block[: s.BALL_VZ + 1]
    data = encode(head, planar_of(view), ball[None], sightings.now(world.time))
    return DecodedFrame(data), data


def test_eleven_against_eleven_are_at_most_40_kilobytes_a_second_and_stand_where_they_stand():
    match = robopitch.make_match("ssl-div-a", realism="realistic", seed=3, blue="chase", yellow="chase")
    sightings = Sightings()
    sizes = []
    for _ in range(50):
        sightings.see(seen_in(match.advance(match.tick + 20)))
        found, data = pictured(match, sightings)
        sizes.append(len(data))
    assert len(found.robots) == 22
    assert len(found.seen) >= 20
    assert max(sizes) <= 28 + 6 * 7 + 24 + 22 * 15 + (22 + 4) * 9  # four cameras see the middle of the field
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
        sightings.see(seen_in(outputs))
        for output in seen_in(outputs):
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
    sightings.see(seen_in(match.advance(200)))
    assert len(pictured(match, sightings)[0].seen) == 2
    match.world.remove_robot(Team.BLUE, 0)
    sightings.see(seen_in(match.advance(match.tick + 1100)))
    found, _ = pictured(match, sightings)
    assert list(found.seen) == [("yellow", 0)]
    sightings.clear()
    assert sightings.now(0.0) is NOTHING_SEEN


def test_a_ball_that_no_camera_sees_any_more_is_not_shown():
    match = robopitch.make_match("ssl-div-b", realism="perfect", players=0, free_play=False)
    sightings = Sightings()
    sightings.see(seen_in(match.advance(200)))
    assert pictured(match, sightings)[0].balls
    match.world.ball_block[s.BALL_X] = 50.0
    sightings.see(seen_in(match.advance(match.tick + 100)))
    assert not pictured(match, sightings)[0].balls
