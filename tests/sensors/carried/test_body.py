"""Sensors inside robots with joints: IMU, feet, touch and force-torque."""

import json
import math
import statistics

import pytest

import robopitch
from robopitch.messages import Body, Team
from robopitch.messages.plain import from_plain, to_plain
from robopitch.physics.servos.model import MODELS
from robopitch.sensors.body_imu import BodyImu
from robopitch.sensors.body_kinds import KINDS
from robopitch.sensors.body_touch import BodyTouch
from robopitch.sensors.foot import Foot
from robopitch.sensors.force_torque import ForceTorque
from robopitch.web.reports import report_of

BLUE, GRAVITY, TORQUE_ENABLE = Body(Team.BLUE, 0), 9.81, 24


def made_world(**options):
    world = robopitch.make("humanoid-kid", players={"blue": 1, "yellow": 0}, timestep=0.002, **options)
    for servo in world.servos("blue", 0):
        world.write_registers("blue", 0, servo, TORQUE_ENABLE, b"\x01")
    return world


@pytest.fixture(scope="module")
def saved():
    """A robot that stands for half a second, and its world."""
    world = made_world()
    world.run(0.5)
    return world, world.save()


@pytest.fixture
def standing(saved):
    world, bytes_of = saved
    world.restore(bytes_of)
    return world


def sampled(sensor, world, samples=1, steps=5):
    """Reports of a sensor, one every so many steps."""
    found = []
    for frame in range(1, samples + 1):
        world.step(steps)
        found += sensor.sample(frame, world, (), ())
    return found


def test_an_imu_at_rest_feels_gravity_and_one_that_is_mounted_by_22_degrees_reports_zero_with_its_offset(standing):
    angle = math.radians(22)
    straight = BodyImu(BLUE, "blue 0 imu", {"level": "truth"})
    turned = BodyImu(BLUE, "blue 0 imu", {"level": "truth", "mounting_pitch": angle, "zero_pitch": angle})
    saved = standing.save()
    (report,) = sampled(straight, standing, 2)
    assert report.acceleration == pytest.approx((0, 0, GRAVITY), abs=0.05)
    assert report.gyro == pytest.approx((0, 0, 0), abs=0.02)
    assert (report.roll, report.pitch) == pytest.approx((0, 0), abs=0.01)
    standing.restore(saved)
    (same,) = sampled(turned, standing, 2)
    assert same.pitch == pytest.approx(report.pitch, abs=1e-9)
    assert same.acceleration == pytest.approx((-GRAVITY * math.sin(angle), 0, GRAVITY * math.cos(angle)), abs=0.05)


def test_an_imu_reports_the_fall_forward(standing):
    standing.place_robot("blue", 0, 0.5, 0.5, heading=1.0, vx=1.8 * math.cos(1.0), vy=1.8 * math.sin(1.0))
    reports = sampled(BodyImu(BLUE, "blue 0 imu", {"level": "truth"}), standing, 120)
    assert reports[-1].pitch == pytest.approx(math.pi / 2, abs=0.25)
    turned = sum(0.01 * report.gyro[1] for report in reports)  # about the left axis: forward
    assert turned == pytest.approx(reports[-1].pitch, abs=0.15)
    assert abs(reports[-1].acceleration[0]) == pytest.approx(GRAVITY, abs=2.0)


def test_the_noise_of_an_imu_is_that_of_its_settings_and_the_same_again(standing):
    saved = standing.save()

    def run():
        standing.restore(saved)
        return sampled(BodyImu(BLUE, "blue 0 imu", {"gyro_noise": 0.2, "axes": 5}), standing, 150, 1)

    reports = run()
    assert reports == run()
    assert statistics.pstdev(report.gyro[0] for report in reports) == pytest.approx(0.2, rel=0.2)
    assert {report.gyro[2] for report in reports} == {0.0}


def test_load_cells_carry_the_weight_and_follow_the_centre_of_mass(standing):
    left, right = (
        Foot(BLUE, f"blue 0 {foot}", {"level": "truth", "foot": foot}) for foot in ("left_foot", "right_foot")
    )
    standing.step(5)
    (one,), (two,) = left.sample(1, standing, (), ()), right.sample(1, standing, (), ())
    weight = GRAVITY * standing.robot("blue", 0).spec.mass
    assert sum(one.cells) + sum(two.cells) == pytest.approx(weight, rel=0.03)
    assert one.switches == two.switches == (True,) * 4
    leaning = (512 - 14).to_bytes(2, "little")  # both feet: the robot leans forward by 4°
    for servo in (19, 20):
        standing.write_registers("blue", 0, servo, 30, leaning)
    standing.run(1.0)
    (later,) = left.sample(2, standing, (), ())
    assert later.centre[0] > one.centre[0] + 0.01


def test_foot_switches_open_when_the_robot_lies(standing):
    foot = Foot(BLUE, "blue 0 left_foot", {"cells": "foot-switch", "noise": 0.0})
    (report,) = sampled(foot, standing)
    assert (report.switches, report.cells, report.centre) == ((True,) * 4, (), None)
    standing.place_robot("blue", 0, 0.5, 0.5, vx=-1.8)
    standing.run(1.4)
    (report,) = sampled(foot, standing)
    assert not all(report.switches)


def test_touch_and_force_torque_of_a_foot(standing):
    site = "left_foot_front_left"
    (touch,) = sampled(BodyTouch(BLUE, "blue 0 touch", {"site": site, "level": "truth"}), standing)
    (wrench,) = sampled(ForceTorque(BLUE, "blue 0 ft", {"site": site, "level": "truth"}), standing)
    half = GRAVITY * standing.robot("blue", 0).spec.mass / 2
    assert touch.pressed
    assert touch.force == pytest.approx(half, rel=0.1)
    assert -wrench.force[2] == pytest.approx(half - GRAVITY * 0.15, rel=0.1)  # the rest of the robot weighs on it
    (head,) = sampled(BodyTouch(BLUE, "blue 0 touch", {"site": "camera", "noise": 0.0}), standing)
    assert (head.pressed, head.force) == (False, 0.0)


def test_rotors_count_once(standing):
    """The description has the inertia of a rotor, and so has the model of its servo."""
    model = standing.engine.stage().model
    figure = standing.robot("blue", 0).spec.figure
    servo = next(servo for servo in figure.servos if servo.name == "HIP_LEFT_PITCH")
    link = next(link for link in figure.links if link.name == servo.joint)
    joint = model.joint("robot 0 hip_left_pitch")
    rotor = MODELS[servo.model].friction.armature
    assert rotor > 0.005
    assert model.dof_armature[joint.dofadr[0]] == pytest.approx(max(float(link.inertia), rotor))


def test_a_robot_without_such_a_place_and_an_engine_without_joints_report_nothing(standing):
    assert sampled(BodyImu(BLUE, "blue 0 imu", {"site": "nowhere"}), standing, 2) == []
    assert sampled(Foot(BLUE, "blue 0 foot", {"foot": "tail"}), standing, 2) == []
    planar = robopitch.make("ssl-div-b", players=1)
    assert sampled(BodyImu(BLUE, "blue 0 imu", {}), planar, 2) == []


def test_reports_can_be_recorded_shown_and_sampled_again_after_a_restart(standing):
    for kind, settings in {
        "body_imu": {}, "foot": {}, "body_touch": {"site": "imu"}, "force_torque": {"site": "left_foot_back_left"}
    }.items():  # fmt: skip
        sensor, other = (KINDS[kind](BLUE, f"blue 0 {kind}", settings) for _ in range(2))
        report = sampled(sensor, standing, 2)[-1]
        assert from_plain(json.loads(json.dumps(to_plain(report), allow_nan=False))) == report
        assert report_of(sensor.view, [report], standing.time)["numbers"]
        other.load(json.loads(json.dumps(sensor.state())))
        standing.step(5)
        assert other.sample(3, standing, (), ()) == sensor.sample(3, standing, (), ()) != []
        assert all(field.description for field in type(sensor.settings).model_fields.values())
        standing.remove_robot("blue", 0)
        standing.step()
        assert sensor.sample(4, standing, (), ()) == []
        standing.place_robot("blue", 0, 0.0, 0.5)
        standing.step(5)
