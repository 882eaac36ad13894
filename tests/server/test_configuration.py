"""The control port changes the configuration of pitch, ball, robots and cameras."""

from __future__ import annotations

import math
import statistics

import pytest
from tests.fields import Fields, message, real, reals, uint

from .clients import Group
from .words import (
    BLUE,
    ball_track,
    config,
    control,
    errors,
    field_size,
    geometry,
    globally,
    packed,
    place_ball,
    place_robot,
    realism,
    robot,
    robot_specs,
    straight_model,
    track,
    velocity,
    wheels,
)


def published(pitch) -> Fields:
    """The last geometry packet of the next second."""
    vision = pitch.group("vision")
    packets = []
    for _ in range(10):
        pitch.step(0.1)
        packets += [packet for packet in vision.messages() if 2 in packet]
    assert packets
    return packets[-1].one(2)


def test_a_changed_field_comes_back_in_the_geometry(pitch):
    first = published(pitch).one(1)
    assert (first.int(1), first.int(2), first.int(3), first.int(5)) == (9000, 6000, 1000, 300)
    pitch.configure(config(geometry(field_size(8600, 5400, uint(8, 1100), uint(9, 2100), uint(10, 450)))))
    field = published(pitch).one(1)
    numbers = [field.int(number) for number in (1, 2, 3, 4, 5, 8, 9, 10)]
    assert numbers == [8600, 5400, 1000, 180, 300, 1100, 2100, 450]
    lines = {line.text(1): (line.one(2), line.one(3)) for line in field.each(6)}
    start, end = lines["TopTouchLine"]
    assert {abs(start.float(1)), abs(end.float(1))} == {4300.0}
    assert {start.float(2), end.float(2)} == {2700.0}


def test_the_geometry_that_was_published_changes_nothing_when_it_is_sent_back(pitch):
    vision = pitch.group("vision")
    pitch.step(0.6)
    data = next(data for data in vision.waiting() if 2 in Fields(data))
    raw = Fields(data).raw[2][0]
    assert isinstance(raw, bytes)
    fingerprint = pitch.match.world.fingerprint()
    pitch.configure(config(geometry(raw)))
    assert pitch.match.world.fingerprint() == fingerprint
    pitch.step(0.6)
    assert next(data for data in vision.waiting() if 2 in Fields(data)) == data


def test_a_changed_ball_model_changes_how_far_a_ball_rolls(pitch):
    def distance() -> float:
        pitch.place(place_ball(-1.0, 2.0, vx=1.0, vy=0.0, roll=True))
        return ball_track(pitch.run(3.5))[-1].x + 1.0

    assert distance() == pytest.approx(1.0 / (2 * 0.35), abs=0.05)
    pitch.configure(config(geometry(field_size(9000, 6000), straight_model(-3.0, -1.0, 0.69))))
    assert distance() == pytest.approx(1.0 / (2 * 1.0), abs=0.05)
    model = published(pitch).one(3).one(1)
    assert [model.float(number) for number in (1, 2, 3)] == pytest.approx([-3.0, -1.0, 0.69], abs=1e-6)


def test_a_robot_obeys_the_limits_of_its_specs_and_others_keep_theirs(pitch):
    limits = message(10, reals(1, 3.0, 30.0, 4.0, 30.0, 1.5, 5.0))
    pitch.configure(config(robot_specs(BLUE, 0, real(4, 2.0), limits)))
    pitch.place(place_robot(BLUE, 0, -4.0, -2.0, 0.0), place_robot(BLUE, 1, -4.0, 2.0, 0.0), place_ball(0.0, 0.0))
    pitch.blue.ask(robot(0, globally(3.0)) + robot(1, globally(3.0)))
    frames = pitch.run(0.9)
    assert velocity(track(frames, BLUE, 0))[0] == pytest.approx(1.5, abs=0.03)
    assert velocity(track(frames, BLUE, 1))[0] == pytest.approx(3.0, abs=0.05)
    assert float(pitch.match.world.robot("blue", 0).spec.mass) == pytest.approx(2.0)
    # The acceleration: 1.5 m/s at 3 m/s² take half a second.
    early = [seen for seen in track(frames, BLUE, 0) if seen.time <= track(frames, BLUE, 0)[0].time + 0.3]
    assert velocity(early, 0.02)[0] == pytest.approx(3.0 * 0.3, abs=0.15)


def test_a_robot_of_its_own_kind_keeps_it_when_it_leaves_and_comes_back(pitch):
    pitch.configure(config(robot_specs(BLUE, 0, message(10, real(5, 1.0)))))
    pitch.place(place_robot(BLUE, 0, present=False))
    pitch.step(0.1)
    pitch.place(place_robot(BLUE, 0, -4.0, -2.0, 0.0, present=True))
    pitch.blue.ask(robot(0, globally(3.0)))
    assert velocity(track(pitch.run(0.8), BLUE, 0))[0] == pytest.approx(1.0, abs=0.03)


def test_the_kick_of_a_changed_kicker_is_capped_by_its_specs(pitch):
    pitch.configure(config(robot_specs(BLUE, 0, real(7, 2.0))))
    pitch.place(place_robot(BLUE, 0, 0.0, 0.0, 0.0), place_ball(0.0975, 0.0))
    pitch.blue.ask(robot(0, kick=6.0))
    pitch.step(0.005)
    assert math.hypot(*pitch.match.world.ball.velocity) == pytest.approx(2.0, abs=0.1)


def test_wheel_angles_are_taken_in_radians(pitch):
    # The protocol counts from the front, clockwise: front right, back right, back left, front left.
    angles = [math.radians(angle) for angle in (45, 130, 230, 315)]
    pitch.configure(config(robot_specs(BLUE, 0, message(13, reals(1, *angles)))))
    pitch.place(place_robot(BLUE, 0, -2.0, -1.0, 0.0), place_robot(BLUE, 1, -2.0, 1.0, 0.0))
    rims = wheels(*(math.sin(angle) for angle in angles))  # forward at 1 m/s, for such wheels
    pitch.blue.ask(robot(0, rims) + robot(1, rims))
    frames = pitch.run(0.8)
    assert math.hypot(*velocity(track(frames, BLUE, 0))[:2]) == pytest.approx(1.0, abs=0.03)
    assert math.hypot(*velocity(track(frames, BLUE, 1))[:2]) < 0.95


@pytest.mark.parametrize("name", ["RealismConfigErForce", "sslsim.RealismConfigErForce"])
def test_realism_is_taken_as_another_simulator_packs_it_under_either_name(pitch, name):
    pitch.place(place_ball(2.0, 1.5))
    assert statistics.pstdev(ball.x for ball in ball_track(pitch.run(0.5))) < 1e-4
    pitch.configure(config(realism(real(1, 0.02), type_url=f"type.googleapis.com/{name}")))
    xs = [frame.balls[0].x for frame in pitch.run(1.0) if frame.balls]
    assert statistics.pstdev(xs) == pytest.approx(0.02, rel=0.3)


def test_vision_moves_to_another_port(pitch):
    before = pitch.group("vision")
    other = pitch.client(0).socket.getsockname()[1]  # a port that is ours for as long as the test runs
    pitch.step(0.1)
    assert before.waiting()
    pitch.configure(config(uint(4, other)))
    after = Group(before.address[0], other)
    pitch.step(0.1)
    assert before.waiting() == []
    assert after.frames()
    after.close()


def test_what_cannot_be_configured_is_refused_by_its_code(pitch):
    cases = {
        "INVALID_SPEC": [
            config(robot_specs(BLUE, 0, real(4, -2.0))),  # a mass below 0
            config(robot_specs(BLUE, 0, message(14, packed("type.googleapis.com/SomethingElse")))),
        ],
        "INVALID_REALISM": [
            config(realism(real(10, 1.5))),  # a probability above 1
            config(realism(type_url="type.googleapis.com/RealismConfigElse")),
            config(realism(real(1, -0.1))),
        ],
        "INVALID_GEOMETRY": [config(geometry(field_size(-9000, 6000)))],
        "STRAIGHT_MODEL": [config(geometry(field_size(9000, 6000), straight_model(3.0, 1.0, 0.7)))],
        "VISION_PORT": [config(uint(4, 0)), config(uint(4, 65536))],
        "NOT_FINITE": [config(robot_specs(BLUE, 0, real(4, math.nan))), config(realism(real(1, math.inf)))],
    }
    pitch.step(0.01)
    fingerprint = pitch.match.world.fingerprint()
    for code, requests in cases.items():
        for request in requests:
            found = errors(pitch.control.ask(request))
            assert found.codes == [code], (code, request)
            assert len(found.texts[0]) > 20  # a sentence for people
    assert pitch.match.world.fingerprint() == fingerprint
    refused = pitch.status()["links"]["control"]["refused"]
    assert refused == {code: len(requests) for code, requests in cases.items()}


def test_more_specs_than_robots_are_refused(pitch):
    specs = b"".join(robot_specs(BLUE, number % 16, real(4, 1.0 + number / 1000)) for number in range(2000))
    answer = errors(pitch.control.ask(config(specs)))
    assert answer.codes == ["INVALID_SPEC"]
    assert "2000 of them" in answer.texts[0]
    places = b"".join(place_robot(BLUE, number % 16, 0.0, 0.0, 0.0) for number in range(2000))
    assert errors(pitch.control.ask(control(places))).codes == ["OUT_OF_RANGE"]


def test_geometry_fits_into_small_buffers_and_may_be_sent_back(serve):
    pitch = serve("ssl-div-a", players=1)
    vision = pitch.group("vision")
    pitch.step(0.6)
    packets = [data for data in vision.waiting() if 2 in Fields(data)]
    assert max(map(len, packets)) < 1000
    ids = [calibration.int(1) for data in packets for calibration in Fields(data).one(2).each(2)]
    assert sorted(ids) == [0, 1, 2, 3]
    before = pitch.match.cameras
    for data in packets:
        pitch.configure(config(geometry(Fields(data).raw[2][-1])))
    pitch.step(0.1)
    assert pitch.match.cameras == before
