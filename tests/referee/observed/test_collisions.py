"""Collisions: closing speed along the line of centres, and the share of both robots."""

import math

import pytest
from tests.referee.observed.stage import Stage, blue, yellow

from robopitch import BodyVelocity
from robopitch.messages import Collision
from robopitch.referee.observed.collisions import closing_speed, collision_seen

EAST, NORTH = (1.0, 0.0), (0.0, 1.0)
DIAGONAL = (math.sqrt(0.5), math.sqrt(0.5))


@pytest.mark.parametrize(
    ("first", "second", "direction", "speed"),
    [
        ((1.5, 0.0), (0.0, 0.0), EAST, 1.5),
        ((1.0, 0.0), (-1.0, 0.0), EAST, 2.0),
        ((2.0, 0.0), (1.0, 0.0), EAST, 1.0),  # from behind
        ((1.0, 0.0), (2.0, 0.0), EAST, -1.0),  # they part
        ((2.0, 0.0), (0.0, 0.0), NORTH, 0.0),  # past each other
        ((2.0, 0.0), (0.0, 0.0), DIAGONAL, math.sqrt(2.0)),
    ],
)
def test_only_the_part_along_the_line_of_centres_counts(first, second, direction, speed):
    assert closing_speed(first, second, direction) == pytest.approx(speed)


@pytest.mark.parametrize(
    ("first", "second", "faster", "difference"),
    [((2.0, 0.0), (0.0, 0.0), 0, 2.0), ((0.5, 0.0), (-1.5, 0.0), 1, 1.0), ((1.0, 1.0), (-1.2, 0.0), 0, 0.2142)],
)
def test_the_faster_robot_is_the_one_with_the_higher_speed_over_the_ground(first, second, faster, difference):
    robots = blue(1), yellow(2)
    seen = collision_seen(Collision(9, 0.01, *robots, (0.0, 0.0, 0.0), 1.0, first, second, EAST))
    assert (seen.faster, seen.tick) == (robots[faster], 10)
    assert seen.difference == pytest.approx(difference, abs=1e-4)


def test_a_collision_of_an_older_recording_has_the_speed_of_the_impact():
    seen = collision_seen(Collision(9, 0.01, blue(1), yellow(2), (0.0, 0.0, 0.0), 1.8))
    assert (seen.speed, seen.difference) == (1.8, 0.0)


@pytest.mark.parametrize("engine", ["turf", "mujoco"])
@pytest.mark.parametrize(
    ("offset", "slower"),
    [(0.0, 0.0), (0.0, -1.0), (0.05, 0.0), (0.09, -0.5), (0.12, 0.0)],
)
def test_a_collision_has_both_velocities_before_the_impact(engine, offset, slower):
    stage = Stage(engine=engine).robot(blue(1), -0.3, 0.0, vx=2.0).robot(yellow(4), 0.0, offset, vx=slower)
    stage.world.command("blue", 1, BodyVelocity(2.0))
    stage.world.command("yellow", 4, BodyVelocity(slower))
    (event,) = [event for event in stage.world.step(150) if isinstance(event, Collision)][:1]
    assert event.first_velocity == pytest.approx((2.0, 0.0), abs=0.05)
    assert event.second_velocity == pytest.approx((slower, 0.0), abs=0.05)
    seen, across = collision_seen(event), offset / 0.18
    assert event.direction == pytest.approx((math.sqrt(1 - across * across), across), abs=0.08)
    assert seen.speed == pytest.approx((2.0 - slower) * math.sqrt(1 - across * across), abs=0.15)
    assert seen.faster == blue(1)


def test_the_scene_has_the_collisions_since_the_last_judgement():
    stage = Stage().robot(blue(1), -0.3, 0.0, vx=2.0).robot(yellow(4), 0.0, 0.0)
    stage.world.command("blue", 1, BodyVelocity(2.0))
    stage.run(0.05)
    assert stage.collisions == []
    stage.run(0.1, lambda scene: scene.collisions)
    assert {(seen.first, seen.second) for seen in stage.scene.collisions} == {(blue(1), yellow(4))}
    assert stage.scene.collisions[0].speed == pytest.approx(2.0, abs=0.1)
