"""Camera frames as clients receive them."""

from __future__ import annotations

import math
import statistics

import pytest
from tests.fields import message, real, uint

from .pitch import EPOCH
from .words import BLUE, ball_track, config, control, globally, place_ball, place_robot, realism, robot, track


def test_four_cameras_send_seventy_frames_a_second_each_with_consecutive_numbers(pitch):
    frames = pitch.run(2.0)
    assert {frame.camera for frame in frames} == {0, 1, 2, 3}
    for camera in range(4):
        assert [frame.number for frame in frames if frame.camera == camera] == list(range(1, 141))


def test_a_frame_is_captured_at_a_tick_of_simulated_time_after_the_epoch(pitch):
    for frame in pitch.run(1.0):
        assert frame.capture - EPOCH == pytest.approx(round(frame.number / 70, 3), abs=1e-6)


def test_what_comes_by_multicast_is_what_the_lockstep_client_gets(rate_pitch):
    vision = rate_pitch.group("vision")
    answer = rate_pitch.step(0.1)
    assert [vars(frame) for frame in vision.frames()] == [vars(frame) for frame in answer.frames]
    assert len(answer.frames) == 28


def test_frames_say_that_they_were_sent_after_the_processing_time(pitch):
    pitch.configure(config(realism(uint(13, 35_000_000), uint(14, 5_000_000))))
    pitch.run(0.2)
    for frame in pitch.run(0.3):
        assert frame.sent - frame.capture == pytest.approx(0.005, abs=1e-6)


def test_frames_leave_after_the_delay_to_the_tick(rate_pitch):
    rate_pitch.configure(config(realism(uint(13, 35_000_000), uint(14, 5_000_000))))
    arrived = {}
    for tick in range(1, 201):
        for frame in rate_pitch.step(0.001).frames:
            arrived[frame.camera, frame.number] = tick - round((frame.capture - EPOCH) * 1000)
    assert set(arrived.values()) == {35}
    assert len(arrived) == 4 * 11  # those of the first 165 ms


def test_without_a_delay_a_frame_leaves_in_its_own_tick(rate_pitch):
    for tick in range(1, 51):
        for frame in rate_pitch.step(0.001).frames:
            assert round((frame.capture - EPOCH) * 1000) == tick


def test_one_camera_at_a_thousand_hertz_loses_no_frame(serve):
    pitch = serve("ssl-div-a", players=11, overrides={"sensors.vision.cameras": 1, "sensors.vision.rate": 1000})
    frames = pitch.run(2.0, piece=0.05)
    assert [frame.number for frame in frames] == list(range(1, 2001))
    assert {frame.camera for frame in frames} == {0}
    assert [round((frame.capture - EPOCH) * 1000) for frame in frames] == list(range(1, 2001))


def test_every_robot_and_the_ball_are_seen_where_they_are(serve):
    pitch = serve("ssl-div-a", players=11)
    frames = pitch.run(0.1)
    truth = pitch.ask(ask="truth")
    assert len(truth["robots"]) == 22
    for body in truth["robots"]:
        seen = track(frames, BLUE if body["team"] == "blue" else 1, body["id"])[-1]
        assert (seen.x, seen.y) == pytest.approx(body["pose"][:2], abs=1e-3)
        assert math.remainder(seen.heading - body["pose"][2], math.tau) == pytest.approx(0, abs=1e-3)
    ball = ball_track(frames)[-1]
    assert (ball.x, ball.y) == pytest.approx(truth["ball"]["position"][:2], abs=1e-3)


def test_noise_has_the_spread_that_was_set(pitch):
    pitch.place(place_ball(2.0, 1.5), place_robot(BLUE, 0, -2.0, 1.0, 1.0))
    pitch.configure(config(realism(real(1, 0.004), real(2, 0.003), real(3, 0.02))))
    frames = pitch.run(4.0)
    ball = [ball for frame in frames for ball in frame.balls]
    body = [frame.robots[BLUE, 0] for frame in frames if (BLUE, 0) in frame.robots]
    for values, mean, spread in (
        ([seen.x for seen in ball], 2.0, 0.004),
        ([seen.y for seen in ball], 1.5, 0.004),
        ([seen.x for seen in body], -2.0, 0.003),
        ([seen.y for seen in body], 1.0, 0.003),
        ([seen.heading for seen in body], 1.0, 0.02),
    ):
        count = len(values)
        assert count >= 280
        # Four standard errors of a mean and of a standard deviation.
        assert statistics.mean(values) == pytest.approx(mean, abs=4 * spread / math.sqrt(count))
        assert statistics.stdev(values) == pytest.approx(spread, rel=4 / math.sqrt(2 * count))
        inside = sum(abs(value - mean) < spread for value in values)  # 68.3 % of a normal distribution
        assert inside == pytest.approx(0.683 * count, abs=4 * math.sqrt(count * 0.683 * 0.317))


def test_balls_and_robots_are_missed_as_often_as_was_set(pitch):
    pitch.place(place_ball(2.0, 1.5), place_robot(BLUE, 0, 2.0, 1.0, 1.0))
    seeing = {frame.camera for frame in pitch.run(0.2) if frame.balls}
    pitch.configure(config(realism(real(12, 0.3), real(17, 0.1))))
    frames = [frame for frame in pitch.run(4.0) if frame.camera in seeing]
    for seen, chance in (
        (sum(bool(frame.balls) for frame in frames), 0.3),
        (sum((BLUE, 0) in frame.robots for frame in frames), 0.1),
    ):
        count = len(frames)
        assert count - seen == pytest.approx(chance * count, abs=4 * math.sqrt(count * chance * (1 - chance)))


def test_geometry_comes_twice_a_second_with_a_calibration_for_each_camera(pitch):
    vision = pitch.group("vision")
    cameras = {}
    for tick in range(1, 201):
        pitch.step(0.01)
        for packet in vision.messages():
            if 2 in packet:
                cameras.setdefault(tick, []).extend(camera.int(1) for camera in packet.one(2).each(2))
    assert cameras == {tick: [0, 1, 2, 3] for tick in (50, 100, 150, 200)}


def test_the_tracker_tells_places_and_velocities_from_the_truth(pitch):
    tracker = pitch.group("tracker")
    pitch.place(place_ball(2.0, 1.5, vx=1.0, vy=0.0, roll=True), place_robot(BLUE, 0, -2.0, 1.0, 0.0))
    pitch.blue.ask(robot(0, globally(0.0, 1.0)))
    pitch.step(0.5)
    packets = tracker.messages()
    assert len(packets) == 50
    assert {packet.text(2) for packet in packets} == {"robopitch-truth"}
    frame = packets[-1].one(3)
    assert [packet.one(3).int(1) for packet in packets] == list(range(1, 51))
    assert frame.float(2) == pytest.approx(EPOCH + 0.5, abs=1e-6)
    ball = frame.each(3)[0]
    assert ball.one(2).float(1) == pytest.approx(1.0 - 0.35 * 0.5, abs=0.01)
    (body,) = [each for each in frame.each(4) if (each.one(1).int(1), each.one(1).int(2)) == (0, BLUE)]
    assert body.one(4).float(2) == pytest.approx(1.0, abs=0.03)


def test_the_tracker_names_the_last_kick_and_where_the_ball_will_stop(pitch):
    tracker = pitch.group("tracker")
    pitch.place(place_robot(BLUE, 1, -2.0, 1.0, 0.0), place_ball(-2.0 + 0.0975, 1.0))
    pitch.blue.ask(robot(1, kick=2.0))
    pitch.step(0.5)
    kicked = tracker.messages()[-1].one(3).one(5)
    stop = kicked.one(5)
    assert (kicked.one(6).int(1), kicked.one(6).int(2)) == (1, BLUE)
    pitch.run(6.0, piece=0.5)
    position = pitch.match.world.ball.position
    assert (stop.float(1), stop.float(2)) == pytest.approx(position[:2].tolist(), abs=0.02)


def test_a_camera_is_replaced_by_one_that_hangs_elsewhere(pitch):
    # grSim and ER-Force send dummy values: only the position above the field is meaningful.
    dummies = [real(field, value) for field, value in ((2, 390.0), (3, 300.0), (4, 300.0), (5, 0.2))]
    dummies += [real(field, value) for field, value in ((6, 0.7), (7, -0.7), (8, 0.0), (9, 0.0))]
    place = [real(field, value) for field, value in ((10, 0.0), (11, 1250.0), (12, 3500.0))]
    place += [real(field, value) for field, value in ((13, 500.0), (14, -250.0), (15, 5000.0))]
    field = message(1, *(uint(index + 1, size) for index, size in enumerate((9000, 6000, 1000, 180, 300))))
    pitch.configure(config(message(1, field, message(2, uint(1, 0), *dummies, *place))))
    vision = pitch.group("vision")
    pitch.step(0.6)
    packets = vision.messages()
    assert {packet.one(1).int(4) for packet in packets if 1 in packet} == {0}
    (camera,) = [packet for packet in packets if 2 in packet][-1].one(2).each(2)
    assert [camera.float(number) for number in (13, 14, 15)] == pytest.approx([500.0, -250.0, 5000.0], abs=0.1)
    pitch.control.ask(control(place_ball(0.5, 0.2)))
    ball = ball_track(pitch.run(0.1))[-1]
    assert (ball.x, ball.y) == pytest.approx((0.5, 0.2), abs=1e-3)
