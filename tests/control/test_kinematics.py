"""The kinematics of the control library and of the engine agree."""

import doctest
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import robopitch
from robopitch import BodyVelocity
from robopitch.control import kinematics as module
from robopitch.control.geometry import Twist
from robopitch.control.kinematics import Kinematics, Wheel, differential_drive, omni_drive
from robopitch.physics import params as p
from robopitch.physics.drive import along_wheel
from robopitch.spec import load_robot
from robopitch.spec.catalogue import robot_names

LEAGUES = {
    "austrobot": "mirosot-11v11",
    "vss": "vss-3v3",
    "cambada": "msl",
    "cambada-2010": "msl",
    "msl-triangle": "msl",
    "msl-two-wheels": "msl",
    "ssl": "ssl-div-a",
}
speeds = st.floats(-5, 5)


def kinematics_of(robot: str) -> Kinematics:
    drive = load_robot(robot).drive
    if drive.kind == "omni":
        return omni_drive([Wheel(w.x, w.y, w.direction, w.radius) for w in drive.wheels])
    left, right = drive.wheels
    return differential_drive(left.y - right.y, left.radius)


def engine_of(robot: str, **overrides: object) -> robopitch.World:
    return robopitch.make(LEAGUES[robot], robots={"blue": robot}, players={"blue": 1, "yellow": 0}, overrides=overrides)


def test_every_robot_of_the_catalogue_whose_wheels_are_not_steered_is_tried():
    wheeled = [name for name in robot_names() if load_robot(name).drive.kind in ("omni", "differential")]
    assert sorted(LEAGUES) == sorted(wheeled)


@pytest.mark.parametrize("robot", LEAGUES)
def test_wheel_speeds_agree_with_the_kernel_of_the_engine(robot):
    rows = engine_of(robot).engine.params.wheels[0]
    ours = kinematics_of(robot)
    rng = np.random.default_rng(0)
    for x, y, turn in rng.uniform(-5, 5, (50, 3)):
        y = y if load_robot(robot).drive.kind == "omni" else 0.0
        kernel = [
            along_wheel(x, y, turn, row[p.ALONG_X], row[p.ALONG_Y], row[p.ALONG_T]) / row[p.WHEEL_RADIUS]
            for row in rows
        ]
        assert ours.wheel_speeds(Twist(x, y, turn)) == pytest.approx(kernel, abs=1e-7)


@pytest.mark.parametrize("robot", LEAGUES)
def test_an_ideal_robot_moves_as_its_wheel_speeds_say(robot):
    world = engine_of(robot, **{"robot.drive.controller.kind": "ideal", "robot.drive.limits.kind": "none"})
    world.place_robot("blue", 0, 0.3, -0.2, heading=0.7)
    world.command("blue", 0, BodyVelocity(0.4, 0.3 if load_robot(robot).drive.kind == "omni" else 0.0, 2.0))
    world.step()
    view = world.robot("blue", 0)
    found = kinematics_of(robot).twist(view.wheel_speeds)
    c, n = math.cos(view.pose.heading), math.sin(view.pose.heading)
    forward, left = c * view.velocity.x + n * view.velocity.y, c * view.velocity.y - n * view.velocity.x
    assert found == pytest.approx((forward, left, view.velocity.turn), abs=1e-9)


@pytest.mark.parametrize("robot", LEAGUES)
@given(x=speeds, y=speeds, turn=speeds)
def test_from_velocity_to_wheels_and_back_nothing_is_lost(robot, x, y, turn):
    ours = kinematics_of(robot)
    y = y if len(ours.to_wheels) > 2 else 0.0
    assert ours.twist(ours.wheel_speeds(Twist(x, y, turn))) == pytest.approx((x, y, turn), abs=1e-9)


@given(given_speeds=st.lists(st.floats(-50, 50), min_size=4, max_size=4))
def test_four_wheels_that_disagree_give_the_velocity_of_least_squares(given_speeds):
    ours = kinematics_of("ssl")
    expected = np.linalg.lstsq(np.array(ours.to_wheels), np.array(given_speeds))[0]
    assert ours.twist(given_speeds) == pytest.approx(expected, abs=1e-9)


def test_wheels_that_cannot_move_a_robot_every_way_are_refused():
    parallel = [Wheel(0.1 * n, 0.1, 0.0, 0.03) for n in range(4)]
    with pytest.raises(ValueError, match="not all parallel"):
        omni_drive(parallel)
    with pytest.raises(ValueError, match="not all parallel"):
        omni_drive([])
    with pytest.raises(ValueError, match="above 0"):
        differential_drive(0.0, 0.02)


def test_the_examples_in_the_module_hold():
    assert doctest.testmod(module).failed == 0
