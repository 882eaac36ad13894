"""Tipping is an event: traction beyond what the weight of a robot holds down [CAMBADA-control §4.1.2]."""

import math

import pytest

import robopitch
from robopitch import BodyVelocity, Tipping
from robopitch.spec import SpecError, change_robot, load_robot

G = 9.81
BASE = 0.206 * math.cos(math.pi / 3)  # m: from the centre of the robot to the sides of the triangle of its wheels
EAGER = {f"robot.drive.limits.{key}": 50.0 for key in ("speed_up", "brake")}  # m/s²: as much as the wheels can do


def start(command, height=0.3, timestep=0.001, engine="turf", **overrides):
    """The events of a robot that starts, and one more second."""
    values = {"robot.centre_of_mass": height, **overrides}
    world = robopitch.make("msl", players={"blue": 1, "yellow": 0}, timestep=timestep, engine=engine, overrides=values)
    world.place_robot("blue", 0, -3.0, 0.0)
    world.command("blue", 0, command)
    return world, [event for event in world.run(1.0) if isinstance(event, Tipping)]


@pytest.mark.parametrize("engine", ["turf", "mujoco"])
def test_a_start_without_a_limiter_tips_a_high_robot(engine):
    _, events = start(BodyVelocity(2.0), height=0.6, engine=engine, **EAGER)
    assert events
    first = events[0]
    assert first.acceleration > first.limit
    # Forward acceleration tips it backwards, over the wheel behind: over the two sides that meet there.
    assert first.limit == pytest.approx(G * BASE / 0.6 / math.cos(math.pi / 3), rel=0.05)
    assert str(first.robot) == "blue 0"


def test_backwards_it_tips_over_the_front_side_already_at_half_of_that():
    _, events = start(BodyVelocity(-2.0), **EAGER)
    assert events[0].limit == pytest.approx(G * BASE / 0.3, rel=0.05)


def test_the_limiter_of_the_robot_prevents_it():
    for command in (BodyVelocity(2.0), BodyVelocity(-2.0), BodyVelocity(0.0, 2.0)):
        assert start(command, height=0.2)[1] == []


def test_a_low_robot_does_not_tip():
    assert start(BodyVelocity(-2.0), height=0.05, **EAGER)[1] == []


def test_without_a_centre_of_mass_nothing_is_reported():
    assert start(BodyVelocity(-2.0), height=0.0, **EAGER)[1] == []


def test_it_is_reported_when_it_begins_and_changes_nothing_else():
    world, events = start(BodyVelocity(-2.0), **EAGER)
    other, _ = start(BodyVelocity(-2.0), height=0.0, **EAGER)
    assert world.fingerprint() == other.fingerprint()
    assert len(events) < 20  # it accelerates for more than a hundred steps
    assert [event.time for event in events] == sorted(event.time for event in events)


def test_steps_one_by_one_report_the_same():
    together, events = start(BodyVelocity(-2.0), **EAGER)
    world = robopitch.make("msl", players={"blue": 1, "yellow": 0}, overrides={"robot.centre_of_mass": 0.3, **EAGER})
    world.place_robot("blue", 0, -3.0, 0.0)
    world.command("blue", 0, BodyVelocity(-2.0))
    single = [event for _ in range(1000) for event in world.step() if isinstance(event, Tipping)]
    assert single == events
    assert world.fingerprint() == together.fingerprint()


def test_a_base_must_be_known():
    with pytest.raises(SpecError, match="three wheels"):
        change_robot(load_robot("austrobot"), {"centre_of_mass": 0.03})
    with pytest.raises(SpecError, match="above the robot"):
        change_robot(load_robot("cambada"), {"centre_of_mass": 0.8})
