import math
from itertools import pairwise

import pytest

import robopitch
from robopitch.leagues.ssl.wire.vision.ball_models import chip_model, fit_chip, straight_model


@pytest.fixture(scope="module")
def world():
    return robopitch.make("ssl-div-a", players=0)


@pytest.mark.parametrize("speed", [1.0, 3.0, 6.0])
def test_a_kicked_ball_goes_where_the_published_straight_model_says(world, league, speed):
    slide, roll, switch = straight_model(league)
    assert slide < 0
    assert roll < 0
    world.place_ball(-5.0, 0.0, vx=speed)
    changes = (switch - 1) * speed / slide  # when it begins to roll
    for tick in range(1, 1500):
        world.step()
        time = tick * world.timestep
        sliding = min(time, changes)
        rolling = time - sliding
        way = speed * sliding + slide * sliding**2 / 2 + switch * speed * rolling + (roll * rolling**2 / 2)
        x = float(world.ball.position[0])
        if x > 5.5:
            break
        assert x == pytest.approx(-5.0 + way, abs=1e-6)


@pytest.mark.parametrize("angle", [20, 26, 45, 70])
@pytest.mark.parametrize("speed", [2.0, 4.0, 6.0])
def test_a_chipped_ball_bounces_as_the_published_chip_model_says_within_its_error(world, league, angle, speed):
    first, others, vertical, error = chip_model(league.ball)
    forward, up = speed * math.cos(math.radians(angle)), speed * math.sin(math.radians(angle))
    world.place_ball(-5.5, 0.0, vx=forward, vz=up)
    landings, climbs, falling = [], [up], up
    for _ in range(4000):
        world.step()
        vz = float(world.ball.velocity[2])
        if vz > falling:
            landings.append(float(world.ball.velocity[0]))
            climbs.append(vz)
        falling = vz
        if falling == 0:
            break
    landings = landings[:-1]  # the last is where the ball stays down, and already slides
    assert len(landings) >= 2
    for hop, seen in enumerate(landings):
        assert abs(seen - forward * first * others**hop) <= error * forward + 1e-9
    for before, after in pairwise(climbs[:-1]):
        assert after == pytest.approx(vertical * before, abs=0.02)  # up to a step of gravity


def test_the_chip_model_of_the_league_and_its_error_are_as_the_readme_says(league):
    assert chip_model(league.ball) == pytest.approx((0.728, 0.996, 0.56, 0.073), abs=5e-4)


def test_a_ball_without_friction_keeps_its_speed_and_one_that_does_not_bounce_has_one_hop():
    assert fit_chip(1e-12, 0.4, 0.5, 0.1)[:2] == pytest.approx((1.0, 1.0))
    assert fit_chip(10.0, 0.4, 0.0, 0.1) == pytest.approx((5 / 7, 1.0, 0.0, 0.0))
