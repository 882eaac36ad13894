"""Wheels: kinematics, saturation, limiters, motors, traction."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import robopitch
from robopitch import BodyVelocity, FieldVelocity, WheelSpeeds
from robopitch.physics import params as p
from robopitch.physics import state as s


def alone(league="ssl-div-a", timestep=0.001, x=0.0, y=0.0, **overrides):
    """One robot in the middle of a pitch with nothing in its way."""
    room = {"field.margin_goal": 12, "field.margin_touch": 12, "field.goal.reaches_wall": False}
    if league.startswith(("mirosot", "vss")):
        room = {}
    world = robopitch.make(
        league, timestep=timestep, players={"blue": 1, "yellow": 0}, overrides=room | {"formation.0.x": x} | overrides
    )
    world.place_robot("blue", 0, x, y)
    world.place_ball(0, world.league.field.width / 2 - 0.2)
    return world


def body_velocity(robot):
    heading, (vx, vy, turn) = robot.pose.heading, robot.velocity
    c, n = math.cos(heading), math.sin(heading)
    return c * vx + n * vy, c * vy - n * vx, turn


@given(vx=st.floats(-3, 3), vy=st.floats(-3, 3), turn=st.floats(-6, 6))
@settings(deadline=None)
def test_wheel_rows_agree_with_cambadas_equation(vx, vy, turn):
    """[CAMBADA-sim eq. 4.2], whose robot looks along +y: its (x, y) is our (−left, forward)."""
    world = robopitch.make("msl", players=1)
    wheels = world.league.blue.robot.drive.wheels
    rows = world.engine.params.wheels[0]
    radius, base = float(wheels[0].radius), math.hypot(wheels[0].x, wheels[0].y)
    half = math.sqrt(3) / 2
    by_angle = {  # their wheels at 30°, 150° and 270° from their x axis
        -60: (-vx / 2 + half * vy + base * turn) / radius,
        60: (-vx / 2 - half * vy + base * turn) / radius,
        180: (vx + base * turn) / radius,
    }
    forward, left = vy, -vx
    for wheel, row in zip(wheels, rows, strict=True):
        ours = (row[p.ALONG_X] * forward + row[p.ALONG_Y] * left + row[p.ALONG_T] * turn) / radius
        angle = round(math.degrees(math.atan2(wheel.y, wheel.x)))
        assert ours == pytest.approx(by_angle[180 if angle == -180 else angle], abs=1e-6)


@pytest.mark.parametrize("command", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 6.0), (-0.7, 0.6, -2.0)])
@pytest.mark.parametrize("league", ["ssl-div-a", "msl"])
def test_an_omni_robot_takes_on_the_velocity_that_it_is_told(league, command):
    world = alone(league)
    world.command("blue", 0, BodyVelocity(*command))
    world.run(1.5)
    assert body_velocity(world.robot("blue", 0)) == pytest.approx(command, abs=0.03)


def test_a_velocity_of_the_field_keeps_its_direction_while_the_robot_turns():
    world = alone()
    world.command("blue", 0, FieldVelocity(1.0, 0.5, 3.0))
    world.run(2.0)
    velocity = world.robot("blue", 0).velocity
    assert velocity.turn == pytest.approx(3.0, abs=0.05)
    assert (velocity.x, velocity.y) == pytest.approx((1.0, 0.5), abs=0.05)


def test_wheel_speeds_move_the_robot_by_its_kinematics():
    world = alone()
    rows = world.engine.params.wheels[0]
    wanted = np.array([0.8, -0.3, 1.0])
    speeds = rows[:, p.ALONG_X : p.ALONG_T + 1] @ wanted / rows[:, p.WHEEL_RADIUS]
    world.command("blue", 0, WheelSpeeds(tuple(speeds)))
    world.run(1.0)
    assert body_velocity(world.robot("blue", 0)) == pytest.approx(tuple(wanted), abs=0.02)
    assert world.robot("blue", 0).wheel_speeds == pytest.approx(speeds, abs=0.8)


@given(direction=st.floats(-3.1, 3.1), turn=st.floats(-4, 4))
@settings(max_examples=15, deadline=None)
def test_saturated_wheels_keep_the_direction_of_motion(direction, turn):
    """[CAMBADA-control §4.1.3]: one factor for all wheels."""
    world = alone("msl", **{"robot.drive.limits.kind": "none", "robot.drive.controller.kind": "ideal"})
    world.command("blue", 0, BodyVelocity(9 * math.cos(direction), 9 * math.sin(direction), turn))
    world.step()
    forward, left, turned = body_velocity(world.robot("blue", 0))
    top = world.engine.params.kinds[0, p.TOP_WHEEL_SPEED]
    assert np.abs(world.robot("blue", 0).wheel_speeds).max() == pytest.approx(top)
    share = math.hypot(forward, left) / 9
    assert share < 1
    assert math.remainder(math.atan2(left, forward) - direction, math.tau) == pytest.approx(0, abs=1e-9)
    assert turned == pytest.approx(share * turn, abs=1e-9)


def test_a_command_beyond_the_limit_is_cut_to_it():
    world = alone()
    world.command("blue", 0, BodyVelocity(9.0))
    world.run(1.5)
    assert world.robot("blue", 0).velocity.x == pytest.approx(3.7, abs=0.03)


@pytest.mark.parametrize("league", ["ssl-div-a", "msl"])
def test_no_robot_accelerates_past_its_traction(league):
    world = alone(league, **{"robot.drive.limits.kind": "none", "robot.drive.grip": 0.4, "robot.drive.across": 1e-9})
    rng = np.random.default_rng(1)
    fastest = 0.0
    for _ in range(40):
        world.command("blue", 0, BodyVelocity(*rng.uniform(-3, 3, 2), 0.0))
        for _ in range(25):
            before = world.robot("blue", 0).velocity
            world.step()
            after = world.robot("blue", 0).velocity
            change = math.hypot(after.x - before.x, after.y - before.y) / 0.001
            fastest = max(fastest, change)
    assert 0.4 * 0.4 * 9.81 < fastest <= 0.4 * 9.81 * (1 + 1e-6)


def test_a_wheel_with_more_torque_than_traction_spins_and_its_encoder_shows_it():
    world = alone(**{"robot.drive.limits.kind": "none", "robot.drive.grip": 0.1})
    world.command("blue", 0, BodyVelocity(2.0))
    world.run(0.1)
    robot = world.robot("blue", 0)
    rows = world.engine.params.wheels[0]
    rolled = np.abs(rows[:, p.ALONG_X] * robot.velocity.x / rows[:, p.WHEEL_RADIUS])
    assert (np.abs(robot.wheel_speeds) > 3 * rolled).all()


def test_the_ideal_controller_obeys_at_once():
    """The "unrealistic" mode of [MI20 §5.1.4]."""
    world = alone("mirosot-5v5", **{"robot.drive.controller.kind": "ideal", "robot.drive.limits.kind": "none"})
    world.command("blue", 0, BodyVelocity(1.2, 0.0, -2.0))
    world.step()
    assert body_velocity(world.robot("blue", 0)) == pytest.approx((1.2, 0.0, -2.0), abs=1e-9)


def test_a_robot_at_rest_stays_exactly_where_it_is():
    world = alone("mirosot-5v5")
    pose = world.robot("blue", 0).pose
    world.run(1.0)
    assert world.robot("blue", 0).pose == pose


# ---- the Austrobot [MI20 §2.4.4, §5.1.1, §5.1.4, appendix C] ---------------------------------------------------


def circle_radius(points):
    """Radius of the circle that fits the points best (Kåsa)."""
    x, y = np.array(points).T
    a, b, c = np.linalg.lstsq(np.c_[x, y, np.ones_like(x)], -(x**2 + y**2))[0]
    return math.sqrt((a * a + b * b) / 4 - c)


def austrobot_path(limiter, seconds):
    world = alone("mirosot-11v11", x=-1.0, **{"robot.drive.limits.kind": limiter})
    world.command("blue", 0, BodyVelocity(1.4, 0.0, -2.9))
    path = []
    for _ in range(round(seconds / 0.001)):
        world.step()
        path.append(world.robot("blue", 0).pose)
    return path


def test_with_the_proportional_limiter_the_path_curves_from_the_start():
    path = austrobot_path("proportional", 0.4)
    assert circle_radius([pose[:2] for pose in path]) == pytest.approx(0.483, rel=0.05)


def test_without_it_the_robot_first_runs_straight():
    path = austrobot_path("none", 0.2)
    assert path[-1].x > -1 + 0.08
    assert abs(path[-1].y) < 0.002
    assert circle_radius([pose[:2] for pose in austrobot_path("none", 1.2)[500:]]) == pytest.approx(0.483, rel=0.05)


def austrobot(**overrides):
    """An Austrobot on frictionless axles: nothing but motor, wheels and ground."""
    free = {
        "robot.drive.limits.kind": "none",
        "robot.drive.rolling_resistance": 0.0,
        "robot.drive.spin_resistance": 0.0,
        "robot.drive.air_drag": 0.0,
        "robot.drive.motor.least_torque": 0.0,
    }
    return alone("mirosot-11v11", x=-1.9, y=-0.5, **free | overrides)


def test_the_austrobots_top_speed_is_its_no_load_speed():
    world = austrobot(**{"robot.drive.grip": 3.0})
    world.command("blue", 0, BodyVelocity(5.0))
    world.run(1.3)
    assert world.robot("blue", 0).velocity.x == pytest.approx(2.34, abs=0.01)


def test_motor_torque_falls_with_speed_as_back_emf_says():
    """F = N η / r · (V k/R − k² ω/R), two motors; the wheels' inertia moves along."""
    world = austrobot(**{"robot.drive.grip": 3.0})
    robot = world.league.blue.robot
    drive, motor = robot.drive, robot.drive.motor
    world.command("blue", 0, BodyVelocity(5.0))
    wheel = float(drive.wheels[0].radius)
    mass = robot.mass + 2 * drive.wheel_inertia / wheel**2
    for _ in range(200):
        before = world.robot("blue", 0).velocity.x
        world.step()
        after = world.robot("blue", 0).velocity.x
        engine = before / wheel * motor.gear
        torque = motor.voltage * motor.torque_constant / motor.resistance
        torque -= motor.torque_constant**2 * engine / motor.resistance
        force = 2 * torque * motor.gear * motor.efficiency / wheel
        assert (after - before) / 0.001 == pytest.approx(force / mass, rel=1e-6)


def test_the_wheel_controller_is_the_austrobots_pid():
    """out_k = out_{k-1} + 4512 e_k − 4192 e_{k-1} + 512 e_{k-2} with e in m/s, clamped to ±256."""
    world = austrobot(**{"robot.drive.grip": 3.0})
    world.command("blue", 0, BodyVelocity(0.05))
    wheel = float(world.league.blue.robot.drive.wheels[0].radius)
    out = error1 = error2 = 0.0
    for _ in range(100):
        error = 0.05 - world.robot("blue", 0).wheel_speeds[0] * wheel
        out = min(max(out + 4512 * error - 4192 * error1 + 512 * error2, -256), 256)
        error2, error1 = error1, error
        world.step()
        now = world.state_view()
        assert abs(now.layout.spin_block(now.state)[s.OUTPUT, 0, 0]) == pytest.approx(abs(out), rel=1e-6, abs=1e-6)


def test_air_resists_an_austrobot_as_measured_and_a_slow_one_not_at_all():
    """[MI20 §5.1.1]: ½ ρ c_d A v² = 0.041 N at 3 m/s; nothing below 0.1 m/s."""
    drag = float(robopitch.make("mirosot-5v5").league.blue.robot.drive.air_drag)
    assert drag * 9 == pytest.approx(4.1e-2, rel=0.02)
    slowed = []
    for speed in (2.0, 0.09):
        for air in (0.0, drag):
            world = austrobot(**{"robot.drive.air_drag": air, "robot.drive.motor.voltage": 1e-6})
            world.place_robot("blue", 0, -1.9, 0, vx=speed)
            world.run(0.1)
            slowed.append(world.robot("blue", 0).velocity.x)
    fast_free, fast_braked, slow_free, slow_braked = slowed
    assert fast_braked < fast_free
    assert slow_braked == slow_free


def test_a_sideways_command_to_a_differential_drive_is_refused_with_a_message():
    world = alone("vss-3v3")
    before = world.fingerprint()
    with pytest.raises(ValueError, match="differential drive and cannot move sideways"):
        world.command("blue", 0, BodyVelocity(0.5, 0.1, 0.0))
    with pytest.raises(ValueError, match="differential drive"):
        world.command("blue", 0, FieldVelocity(0.5, 0.1, 0.0))
    assert world.fingerprint() == before


def test_a_robot_with_tyres_does_not_drift_sideways_out_of_a_turn():
    world = alone("vss-3v3")
    world.place_robot("blue", 0, 0, 0, vx=0.0, vy=0.5)  # pushed across its wheels
    world.run(0.3)
    assert abs(world.robot("blue", 0).velocity.y) < 1e-6
    assert world.robot("blue", 0).pose.y < 0.05


@pytest.mark.parametrize(("forward", "turn"), [(1.0, 0.0), (0.0, 3.0), (1.2, 2.0), (-0.8, 1.5)])
def test_fixed_wheels_roll_without_slip_and_the_robot_does_not_move_across_them(forward, turn):
    """[CAMBADA-control eq. 2.1 and 2.2], for two fixed wheels; castors turn as they like."""
    world = robopitch.make("msl", players={"blue": 1, "yellow": 0}, robots={"blue": "msl-two-wheels"})
    world.place_robot("blue", 0, 0, 0)
    world.place_ball(0, 6)
    world.command("blue", 0, BodyVelocity(forward, 0.0, turn))
    world.run(1.5)
    robot = world.robot("blue", 0)
    ahead, left, turning = body_velocity(robot)
    assert (ahead, turning) == pytest.approx((forward, turn), abs=0.05)
    assert left == pytest.approx(0.0, abs=0.03)
    wheels = robot.spec.drive.wheels
    rims = [speed * wheel.radius for speed, wheel in zip(robot.wheel_speeds, wheels, strict=True)]
    assert rims == pytest.approx([ahead - wheel.y * turning for wheel in wheels], abs=0.03)


@pytest.mark.parametrize("engine", ["turf", "mujoco"])
def test_a_robot_with_its_mass_to_one_side_turns_while_it_speeds_up_and_back_while_it_brakes(engine):
    def driven(veer):
        overrides = {"robot.drive.veer": veer} if veer else {}
        world = robopitch.make("ssl-div-b", players={"blue": 1, "yellow": 0}, engine=engine, overrides=overrides)
        world.place_robot("blue", 0, -2.0, 0.0)
        world.place_ball(0.0, 2.0)
        turns = []
        for speed, seconds in ((2.0, 0.2), (2.0, 1.0), (0.0, 0.1)):
            world.command("blue", 0, BodyVelocity(speed))
            world.run(seconds)
            turns.append(world.robot("blue", 0).velocity.turn)
        return turns

    left, right, none = driven(2.0), driven(-2.0), driven(0.0)
    assert left[0] > 0.02 > -0.02 > left[2]
    assert (left[1], none) == (pytest.approx(0.0, abs=1e-6), pytest.approx([0.0] * 3, abs=1e-9))
    assert right == pytest.approx([-turn for turn in left], abs=1e-9)
