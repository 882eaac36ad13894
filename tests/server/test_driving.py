"""A team that knows only the wire format moves its robots over UDP and sees them move by multicast."""

from __future__ import annotations

import math

import pytest

from .pitch import Pitch
from .words import (
    BLUE,
    YELLOW,
    ball_track,
    contacts,
    errors,
    globally,
    grsim,
    grsim_robot,
    local,
    place_ball,
    place_robot,
    robot,
    track,
    velocity,
    wheels,
)

AT_THE_KICKER = 0.075 + 0.0215 + 0.001  # m from the centre of a robot: its front, the ball's radius, a hair
FULL = 1432.0  # rpm of the dribbler


def drive(pitch: Pitch, move: bytes, heading: float = math.pi / 2, seconds: float = 1.0) -> tuple[float, float, float]:
    """The velocity after some seconds, measured by the cameras."""
    pitch.place(place_ball(3.0, 2.0), place_robot(BLUE, 0, -2.0, -1.0, heading))
    assert not errors(pitch.blue.ask(robot(0, move))).codes
    return velocity(track(pitch.run(seconds), BLUE, 0))


def test_a_robot_drives_by_local_velocity(pitch):
    pitch.place(place_robot(BLUE, 0, -2.0, -1.0, math.pi / 2))
    pitch.blue.ask(robot(0, local(1.0, 0.5)))
    path = track(pitch.run(1.0), BLUE, 0)
    vx, vy, turn = velocity(path)
    c, n = math.cos(path[-1].heading), math.sin(path[-1].heading)  # it has turned a little when its wheels slipped
    assert (c * vx + n * vy, c * vy - n * vx, turn) == pytest.approx((1.0, 0.5, 0.0), abs=0.03)
    assert path[-1].heading == pytest.approx(math.pi / 2, abs=0.1)


def test_a_robot_turns_counter_clockwise_by_a_positive_angular_velocity(pitch):
    vx, vy, turn = drive(pitch, local(0.0, 0.0, 3.0))
    assert (vx, vy, turn) == pytest.approx((0.0, 0.0, 3.0), abs=0.05)


def test_a_robot_drives_by_global_velocity_whichever_way_it_looks(pitch):
    for heading in (0.0, 2.0):
        assert drive(pitch, globally(1.0, -0.5), heading) == pytest.approx((1.0, -0.5, 0.0), abs=0.03)


def test_a_robot_drives_by_wheel_velocity_in_metres_per_second(pitch):
    # Wheels at 60°, 135°, 225° and 300° drive along their tangents, counter-clockwise: forward at v they run at −v sin.
    rims = wheels(*(-math.sin(math.radians(angle)) for angle in (300, 225, 135, 60)))
    assert drive(pitch, rims, heading=0.0) == pytest.approx((1.0, 0.0, 0.0), abs=0.05)


def test_equal_wheel_velocities_turn_a_robot(pitch):
    vx, vy, turn = drive(pitch, wheels(0.16, 0.16, 0.16, 0.16))  # at 80 mm from the centre: 2 rad/s
    assert (vx, vy, turn) == pytest.approx((0.0, 0.0, 2.0), abs=0.05)


def test_each_team_has_its_own_port(pitch):
    pitch.place(place_robot(BLUE, 1, -1.0, 1.0, 0.0), place_robot(YELLOW, 1, 1.0, -1.0, 0.0))
    pitch.yellow.ask(robot(1, globally(0.0, 1.0)))
    frames = pitch.run(0.5)
    assert velocity(track(frames, YELLOW, 1))[1] == pytest.approx(1.0, abs=0.03)
    assert velocity(track(frames, BLUE, 1)) == pytest.approx((0, 0, 0), abs=1e-3)


def test_a_command_is_held_until_another_comes_and_one_without_a_move_leaves_it(pitch):
    assert drive(pitch, globally(1.0), seconds=0.5)[0] == pytest.approx(1.0, abs=0.03)
    pitch.blue.ask(robot(0, dribbler=0.0))
    assert velocity(track(pitch.run(0.5), BLUE, 0))[0] == pytest.approx(1.0, abs=0.03)
    pitch.blue.ask(robot(0, globally(0.0)))
    assert velocity(track(pitch.run(0.5), BLUE, 0))[0] == pytest.approx(0.0, abs=0.01)


@pytest.mark.parametrize("protocol", ["simulation", "grsim"])
def test_a_robot_stops_a_second_after_its_last_command(pitch, protocol):
    def command() -> None:
        if protocol == "simulation":
            pitch.blue.ask(robot(0, globally(1.0)))
        else:
            count = pitch.status()["links"]["grsim"]["received"]
            pitch.grsim.send(grsim(BLUE, grsim_robot(0, 1.0)))
            pitch.heard("grsim", count + 1)

    pitch.place(place_ball(3.0, 2.0), place_robot(BLUE, 0, -3.0, -1.0, 0.0))
    command()
    pitch.run(0.9)
    command()  # which feeds the watchdog
    assert velocity(track(pitch.run(1.0), BLUE, 0))[0] == pytest.approx(1.0, abs=0.03)
    frames = pitch.run(0.5)  # a brake of 5.9 m/s² takes 0.17 s
    assert velocity(track(frames, BLUE, 0)) == pytest.approx((0, 0, 0), abs=0.01)


# ---- ball --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("asked", "given"), [(1.0, 1.0), (3.0, 3.0), (5.0, 5.0), (6.5, 6.5), (8.0, 6.5)])
def test_a_kick_has_the_speed_that_was_asked_for_up_to_that_of_the_kicker(serve, asked, given):
    pitch = serve(overrides={"sensors.vision.cameras": 1, "sensors.vision.rate": 1000})
    pitch.place(place_robot(BLUE, 0, 0.0, 0.0, 0.5), place_robot(BLUE, 1, -3.0, 0.0, 0.0))
    pitch.place(place_ball(AT_THE_KICKER * math.cos(0.5), AT_THE_KICKER * math.sin(0.5)))
    pitch.blue.ask(robot(0, local(0.0), kick=asked, angle=0.0))
    vx, vy, _ = velocity(ball_track(pitch.run(0.02, 0.01)), over=0.01)  # it slides: −3.4 m/s² from the start
    assert math.hypot(vx, vy) == pytest.approx(given, abs=0.1)
    assert math.atan2(vy, vx) == pytest.approx(0.5, abs=0.01)


def test_a_chip_flies_at_its_angle_in_degrees_and_lands(pitch):
    tracker = pitch.group("tracker")
    pitch.place(place_robot(BLUE, 0, -3.0, 0.0, 0.0), place_ball(-3.0 + AT_THE_KICKER, 0.0))
    pitch.place(place_robot(BLUE, 1, -3.0, 2.0, 0.0))
    pitch.blue.ask(robot(0, local(0.0), kick=4.0, angle=45.0))
    path = []
    for _ in range(10):
        pitch.step(0.1)
        path += [message.one(3).each(3)[0].one(1) for message in tracker.messages()]
    places = [(ball.float(1), ball.float(3)) for ball in path]
    top = max(range(len(places)), key=lambda index: places[index][1])
    up = 4.0 * math.sin(math.radians(45.0))
    assert places[top][1] == pytest.approx(up**2 / (2 * 9.81), abs=0.01)  # of its lowest point
    landing = next(x for x, z in places[top:] if z < 0.01)
    assert landing - places[0][0] == pytest.approx(2 * up * up / 9.81, abs=0.15)


def test_a_flying_ball_is_seen_further_from_the_camera_than_it_is(pitch):
    pitch.place(place_ball(1.0, 0.5, 1.0, 0.0, 0.0, 0.0))
    tracker = pitch.group("tracker")
    seen = pitch.run(0.02, 0.01)  # it has hardly fallen
    truth = tracker.messages()[0].one(3).each(3)[0].one(1)
    assert truth.float(3) == pytest.approx(1.0, abs=0.01)
    assert (truth.float(1), truth.float(2)) == pytest.approx((1.0, 0.5), abs=1e-6)
    ball = ball_track(seen)[0]
    assert math.dist((ball.x, ball.y), (1.0, 0.5)) > 0.1


def test_a_dribbler_keeps_the_ball_while_its_robot_turns(pitch):
    pitch.place(place_robot(BLUE, 0, 0.0, 0.0, 0.0), place_ball(AT_THE_KICKER, 0.0))
    pitch.blue.ask(robot(0, local(0.0), dribbler=FULL))
    pitch.run(0.2)
    answer = pitch.blue.ask(robot(0, local(0.0, 0.0, 3.0)))
    assert contacts(answer)[0]
    frames = pitch.run(1.0)
    body, ball = track(frames, BLUE, 0)[-1], ball_track(frames)[-1]
    assert velocity(track(frames, BLUE, 0))[2] == pytest.approx(3.0, abs=0.1)
    assert contacts(pitch.blue.ask(b"")) == {0: True, 1: False}
    ahead = math.atan2(ball.y - body.y, ball.x - body.x)
    assert math.remainder(ahead - body.heading, math.tau) == pytest.approx(0.0, abs=0.4)
    assert math.dist((ball.x, ball.y), (body.x, body.y)) < 0.11


def test_a_dribbler_loses_the_ball_when_its_robot_pulls_away_too_fast(pitch):
    pitch.place(place_robot(BLUE, 0, 1.0, 0.0, 0.0), place_robot(BLUE, 1, -3.0, 2.0, 0.0))
    for back, kept in ((-0.8, True), (-3.5, False)):
        pitch.place(place_robot(BLUE, 0, 1.0, 0.0, 0.0), place_ball(1.0 + AT_THE_KICKER, 0.0, vx=0.0, vy=0.0))
        pitch.blue.ask(robot(0, local(0.0), dribbler=FULL))
        pitch.run(0.2)
        pitch.blue.ask(robot(0, local(back)))
        pitch.run(0.9)
        assert contacts(pitch.blue.ask(b""))[0] is kept


def test_without_its_dribbler_a_robot_leaves_the_ball_behind(pitch):
    pitch.place(place_robot(BLUE, 0, 0.0, 0.0, 0.0), place_ball(AT_THE_KICKER, 0.0))
    assert contacts(pitch.blue.ask(robot(0, local(-0.8), dribbler=0.0)))[0]
    pitch.run(0.3)
    assert not contacts(pitch.blue.ask(b""))[0]
