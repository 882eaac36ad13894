"""Motors that coast, the friction of a motor itself, and resistances to rolling and turning [MI20 §5.1.2, app. C]."""

import numpy as np
import pytest

import robopitch
from robopitch import BodyVelocity
from robopitch.physics.turf.lanes import advance_by_lanes

FREE = {"robot.drive.limits.kind": "none", "robot.drive.air_drag": 0.0}
COASTING = FREE | {"robot.drive.motor.coasting": True}
LEAGUES = ("mirosot-11v11", "vss-3v3", "ssl-div-b", "msl")  # PID on two wheels, servos on two, four and three


def alone(league, timestep=0.001, **overrides):
    world = robopitch.make(league, timestep=timestep, players={"blue": 1, "yellow": 0}, overrides=overrides)
    world.place_robot("blue", 0, 0.0, 0.0)
    world.place_ball(0, world.league.field.width / 2 - 0.2)
    return world


@pytest.mark.parametrize("league", LEAGUES)
def test_a_robot_without_power_rolls_on_and_one_that_holds_stops(league):
    ways = []
    for overrides in (FREE, COASTING):
        world = alone(league, **overrides)
        world.place_robot("blue", 0, -0.3, 0.0, vx=0.4)
        world.run(0.3)
        ways.append(world.robot("blue", 0).pose.x + 0.3)
    held, rolled = ways
    assert rolled > 0.09
    assert held < 0.5 * rolled


@pytest.mark.parametrize("timestep", [0.001, 0.002, 0.005])
def test_rolling_resistance_is_a_share_of_the_weight(timestep):
    """The wheels turn along, so that the body is slowed a little less than µ g."""
    world = alone("mirosot-11v11", timestep, **COASTING)
    robot = world.league.blue.robot
    drive = robot.drive
    world.place_robot("blue", 0, -0.5, 0.0, vx=0.5)
    world.run(0.5)
    wheels = sum(drive.wheel_inertia / wheel.radius**2 for wheel in drive.wheels)
    slowed = drive.rolling_resistance * 9.81 * robot.mass / (robot.mass + wheels)
    assert world.robot("blue", 0).velocity.x == pytest.approx(0.5 - 0.5 * slowed, rel=1e-3)


def test_a_robot_that_turns_is_slowed_by_its_spin_resistance():
    world = alone("mirosot-11v11", **COASTING)
    robot = world.league.blue.robot
    drive = robot.drive
    world.place_robot("blue", 0, 0.0, 0.0, turn=10.0)
    world.run(0.2)
    body = robot.mass * 2 * 0.075**2 / 12
    wheels = sum(drive.wheel_inertia * (wheel.y / wheel.radius) ** 2 for wheel in drive.wheels)
    assert world.robot("blue", 0).velocity.turn == pytest.approx(
        10 - 0.2 * drive.spin_resistance / (body + wheels), rel=2e-3
    )


def test_resistances_stop_a_robot_and_never_turn_it_back():
    world = alone("mirosot-11v11", **COASTING)
    world.place_robot("blue", 0, 0.0, 0.0, vx=0.05, turn=1.0)
    world.run(1.0)
    assert world.robot("blue", 0).velocity == pytest.approx((0.0, 0.0, 0.0), abs=1e-6)
    pose = world.robot("blue", 0).pose
    world.run(0.5)
    assert world.robot("blue", 0).pose == pytest.approx(pose, abs=1e-6)


@pytest.mark.parametrize("league", LEAGUES)
def test_a_motor_that_gets_power_again_drives_as_before(league):
    world = alone(league, **COASTING)
    world.place_robot("blue", 0, -0.3, 0.0, vx=0.3)
    world.run(0.1)
    world.command("blue", 0, BodyVelocity(0.5))
    world.run(0.5)
    assert world.robot("blue", 0).velocity.x == pytest.approx(0.5, abs=0.02)


def test_a_coasting_robot_with_a_limiter_brakes_first():
    world = alone("mirosot-11v11", **{"robot.drive.motor.coasting": True})
    world.command("blue", 0, BodyVelocity(0.6))
    world.run(0.5)
    world.command("blue", 0, BodyVelocity(0.0))
    world.run(0.6 / 3 + 0.1)  # 3 m/s²
    assert abs(world.robot("blue", 0).velocity.x) < 0.1


def test_a_torque_below_the_friction_of_the_motor_moves_nothing():
    for least, moves in (("0.2 mN m", True), ("50 mN m", False)):  # the motor gives 21 mN m at most
        world = alone("mirosot-11v11", **FREE, **{"robot.drive.motor.least_torque": least})
        world.command("blue", 0, BodyVelocity(0.5))
        world.run(0.5)
        assert (world.robot("blue", 0).velocity.x > 0.4) is moves


def test_the_austrobots_motor_has_the_least_torque_of_the_thesis():
    assert robopitch.make("mirosot-5v5").league.blue.robot.drive.motor.least_torque == pytest.approx(0.2e-3)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_the_lanes_of_a_gpu_give_the_same_bits(dtype):
    states = []
    for lanes in (False, True):
        world = robopitch.make("mirosot-5v5", dtype=dtype, overrides=COASTING, timestep=0.002)
        for robot in list(world.robots()):
            body = robot.body
            world.place_robot(
                body.team, body.id, 0.1 * body.id - 0.2, 0.12 * (body.team == "blue") - 0.06, vx=0.4, turn=5.0
            )
            if body.id % 2:
                world.command(body.team, body.id, BodyVelocity(0.5, 0.0, 2.0))
        if lanes:
            engine, params, state = world.engine, world.engine.params, world.state_view().state
            order = np.arange(len(engine.which))
            numbers = params.kinds, params.wheels, params.pitch, params.boxes, params.box_kinds
            step = engine.dtype.type(world.timestep)
            advance_by_lanes(state, engine.layout.fields, 0, 200, order, engine.which, *numbers, step)
        else:
            world.step(200)
            state = world.state_view().state
        states.append(state)
    assert np.array_equal(*states)
