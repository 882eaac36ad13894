"""A team that uses only grSim's own protocol."""

from __future__ import annotations

import math

import pytest
from tests.fields import Fields

from .words import BLUE, YELLOW, ball_track, grsim, grsim_ball, grsim_place, grsim_robot, track, velocity

WHEEL = 0.027  # m: its radius


def send(pitch, data: bytes) -> None:
    """Send a packet, and wait until the server has counted it: the protocol has no answers."""
    count = pitch.status()["links"]["grsim"]["received"]
    pitch.grsim.send(data)
    pitch.heard("grsim", count + 1)


def test_a_robot_drives_by_tangent_normal_and_angular_velocity(pitch):
    send(pitch, grsim_place(YELLOW, 0, -1.0, 1.0, 90.0))
    send(pitch, grsim(YELLOW, grsim_robot(0, forward=1.0)))
    assert velocity(track(pitch.run(0.6), YELLOW, 0)) == pytest.approx((0.0, 1.0, 0.0), abs=0.06)
    send(pitch, grsim(YELLOW, grsim_robot(0, left=1.0)))
    assert velocity(track(pitch.run(0.6), YELLOW, 0)) == pytest.approx((-1.0, 0.0, 0.0), abs=0.1)
    send(pitch, grsim(YELLOW, grsim_robot(0, turn=-2.0)))
    assert velocity(track(pitch.run(0.6), YELLOW, 0)) == pytest.approx((0.0, 0.0, -2.0), abs=0.1)


def test_a_robot_drives_by_wheels_in_radians_per_second(pitch):
    # grSim turns wheel i at (R ω − vx sin αi + vy cos αi) / r, with αi = 60°, 135°, 225° and 300°.
    speeds = tuple(-math.sin(math.radians(angle)) / WHEEL for angle in (60, 135, 225, 300))
    send(pitch, grsim_place(BLUE, 0, -1.0, 1.0, 0.0))
    send(pitch, grsim(BLUE, grsim_robot(0, forward=-3.0, wheels=speeds)))  # the velocity is ignored
    assert velocity(track(pitch.run(0.8), BLUE, 0)) == pytest.approx((1.0, 0.0, 0.0), abs=0.05)


def test_a_replacement_turns_robots_by_degrees_and_moves_the_ball(pitch):
    send(pitch, grsim_place(BLUE, 1, 1.5, -1.0, 135.0) + grsim_ball(2.0, 1.0, 0.0, -1.0))
    frames = pitch.run(0.2)
    body = track(frames, BLUE, 1)[-1]
    assert (body.x, body.y, body.heading) == pytest.approx((1.5, -1.0, math.radians(135.0)), abs=1e-3)
    assert ball_track(frames)[0].x == pytest.approx(2.0, abs=1e-3)
    assert ball_track(frames)[-1].y < 0.9


def test_a_robot_is_turned_off_and_on(pitch):
    send(pitch, grsim_place(YELLOW, 1, 1.0, 1.0, 0.0, on=False))
    assert not track(pitch.run(0.1), YELLOW, 1)
    send(pitch, grsim_place(YELLOW, 1, 1.0, 1.0, 0.0, on=True))
    assert track(pitch.run(0.1), YELLOW, 1)[-1].x == pytest.approx(1.0, abs=1e-3)


def kicks(pitch, kick: tuple[float, float], pass_time) -> tuple[int, int]:
    """Whether robot 0 reports a flat and a chipped kick."""
    status = pitch.client(0, bound=pitch.ports["grsim_blue"])
    send(pitch, grsim_place(BLUE, 0, 0.0, 0.0, 0.0) + grsim_ball(0.0975, 0.0))
    send(pitch, grsim(BLUE, grsim_robot(0)))
    send(pitch, grsim(BLUE, grsim_robot(0, kick=kick)))
    pass_time()
    send(pitch, grsim(BLUE, grsim_robot(0)))
    robots = {r.int(1): r for r in Fields(status.waiting()[-1]).each(1)}
    assert (robots[1].int(3), robots[1].int(4)) == (0, 0)
    return robots[0].int(3), robots[0].int(4)


@pytest.mark.parametrize(("kick", "told"), [((3.0, 0.0), (1, 0)), ((2.0, 2.0), (0, 1))])
def test_a_kick_is_made_and_told_as_flat_or_chipped(pitch, kick, told):
    assert kicks(pitch, kick, lambda: pitch.ask(ask="step", ticks=5)) == told
    vx, _, vz = pitch.match.world.ball.velocity.tolist()
    assert vx == pytest.approx(kick[0], abs=0.1)
    assert vz == pytest.approx(kick[1], abs=0.1)


def test_a_kick_is_told_though_somebody_else_hears_from_the_robots_too(pitch):
    assert kicks(pitch, (3.0, 0.0), lambda: pitch.step(0.005)) == (1, 0)  # a lockstep driver has its feedback as well


def test_a_spinner_takes_the_ball_along(pitch):
    send(pitch, grsim_place(BLUE, 0, 0.0, 0.0, 0.0) + grsim_ball(0.0975, 0.0))
    send(pitch, grsim(BLUE, grsim_robot(0, spinner=True)))
    pitch.run(0.1)
    send(pitch, grsim(BLUE, grsim_robot(0, forward=-0.8, spinner=True)))
    frames = pitch.run(0.6)
    assert ball_track(frames)[-1].x - track(frames, BLUE, 0)[-1].x < 0.105
    send(pitch, grsim(BLUE, grsim_robot(0, forward=-0.8, spinner=False)))
    frames = pitch.run(0.6)
    assert ball_track(frames)[-1].x - track(frames, BLUE, 0)[-1].x > 0.15


def test_the_status_goes_to_the_port_of_the_team_when_it_has_changed(pitch):
    blue, yellow = (pitch.client(0, bound=port) for port in (pitch.ports["grsim_blue"], pitch.ports["grsim_yellow"]))
    still = grsim(YELLOW, grsim_robot(0))
    for _ in range(5):
        send(pitch, still)
    assert len(yellow.waiting()) == 1
    send(pitch, grsim_place(YELLOW, 0, 0.0, 0.0, 0.0) + grsim_ball(0.0975, 0.0))
    assert yellow.waiting() == []  # only while a command is being handled
    send(pitch, still)
    (told,) = yellow.waiting()
    assert {r.int(1): r.int(2) for r in Fields(told).each(1)} == {0: 1, 1: 0}  # the ball is in robot 0's light barrier
    assert blue.waiting() == []


def test_what_cannot_be_done_is_counted_by_its_reason(pitch):
    nan = math.nan
    send(pitch, grsim(BLUE, grsim_robot(16)))
    send(pitch, grsim(BLUE, grsim_robot(0, forward=nan)))
    send(pitch, grsim(BLUE, grsim_robot(0, kick=(-1.0, 0.0))))
    send(pitch, grsim_place(BLUE, 16, 0.0, 0.0, 0.0))
    send(pitch, grsim_place(BLUE, 0, nan, 0.0, 0.0))
    send(pitch, grsim_ball(nan, 0.0))
    send(pitch, b"\x0a\xff")
    refused = pitch.status()["links"]["grsim"]["refused"]
    assert refused == {"UNKNOWN_ROBOT": 2, "NOT_FINITE": 3, "KICK_SPEED": 1, "UNREADABLE": 1}


def test_a_replacement_that_does_not_say_so_switches_a_robot_on(pitch):
    send(pitch, grsim_place(YELLOW, 1, 1.0, 1.0, 0.0, on=False))
    send(pitch, grsim_place(YELLOW, 1, 1.5, 1.0, 0.0))
    assert track(pitch.run(0.1), YELLOW, 1)[-1].x == pytest.approx(1.5, abs=1e-3)
