"""Boards on the bus of a humanoid: they pass on what the sensors of the match deliver."""

import pytest

import robopitch
from robopitch import Team
from robopitch.leagues.humanoid.bus.boards import IMU_ID, LEFT_FOOT_ID, RIGHT_FOOT_ID
from robopitch.leagues.humanoid.bus.devices import match_devices
from robopitch.messages import Body, ChangeSensor


def value(device, name):
    register = device.table.by_name[name]
    return register.decode(device.read(register.address, register.size))


def standing(robot, **options):
    match = robopitch.make_match(
        "humanoid-kid", robots={"blue": robot}, players={"blue": 1, "yellow": 0}, timestep=0.002, referee="none",
        **options,
    )  # fmt: skip
    devices = match_devices(match, Body(Team.BLUE, 0), lambda given: match.offer("bus", given))
    for servo in range(1, 22):
        devices[servo].write(24, b"\x01")
    match.advance(1)
    return match, match_devices(match, Body(Team.BLUE, 0), lambda given: match.offer("bus", given))


def test_a_robot_of_2011_has_load_cells_and_an_imu():
    match, devices = standing("fumanoid-2011")
    assert value(devices[LEFT_FOOT_ID], "force") == 0  # nothing was measured yet
    match.advance(300)
    feet = [devices[id] for id in (LEFT_FOOT_ID, RIGHT_FOOT_ID)]
    weight = 9.81 * match.world.robot("blue", 0).spec.mass
    assert 0.01 * sum(value(foot, "force") for foot in feet) == pytest.approx(weight, rel=0.1)
    assert (value(feet[0], "half_length"), value(feet[0], "half_width")) == (700, 370)
    assert [value(foot, "switches") for foot in feet] == [15, 15]
    assert 0 <= value(feet[0], "age") <= 20
    imu = devices[IMU_ID]
    assert value(imu, "acceleration_z") == pytest.approx(981, abs=60)
    assert value(imu, "frame") > 10
    match.offer("hand", ChangeSensor("blue 0 imu", {"zero_pitch": 0.4}))
    match.advance(400)
    assert value(imu, "pitch") == pytest.approx(-2292, abs=200)  # 0.01 degrees


def test_a_robot_of_2009_has_switches():
    match, devices = standing("fumanoid-2009")
    match.advance(300)
    foot = devices[RIGHT_FOOT_ID]
    assert (value(foot, "switches"), value(foot, "force")) == (15, 0)
    assert value(devices[IMU_ID], "gyro_z") == 0


def test_without_sensors_of_the_match_the_imu_measures_the_trunk():
    match, devices = standing("fumanoid-2011", realism=None)
    assert LEFT_FOOT_ID not in devices
    match.advance(50)
    assert value(devices[IMU_ID], "acceleration_z") == 981
