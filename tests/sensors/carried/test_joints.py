"""Joint encoders."""

import statistics

import pytest

import robopitch
from robopitch.messages import Body, Team
from robopitch.messages.plain import from_plain, to_plain
from robopitch.sensors.joints import Joints

BLUE, GOAL = Body(Team.BLUE, 0), 30


@pytest.fixture(scope="module")
def world():
    """A robot that raises an arm."""
    world = robopitch.make("humanoid-kid", players={"blue": 1, "yellow": 0}, timestep=0.002)
    world.write_registers("blue", 0, 3, GOAL, (600).to_bytes(2, "little"))
    world.run(0.1)
    return world


def sampled(world, frame=1, **settings):
    (report,) = Joints(BLUE, "blue 0 joints", settings).sample(frame, world, (), ())
    return report


def test_the_truth_is_the_state_of_the_joints(world):
    report, robot = sampled(world, level="truth"), world.robot("blue", 0)
    assert report.names == robot.spec.figure.joints
    assert report.angles == tuple(robot.joints)
    assert report.capture == world.time
    arm = report.names.index("shoulder_left_pitch")
    assert abs(report.speeds[arm]) > 0.5
    assert report.values["shoulder_left_pitch speed"] == report.speeds[arm]
    assert from_plain(to_plain(report)) == report


def test_angles_and_speeds_are_whole_steps(world):
    truth, report = sampled(world, level="truth"), sampled(world, resolution=0.02, speed_resolution=0.3)
    for true, told, step in ((truth.angles, report.angles, 0.02), (truth.speeds, report.speeds, 0.3)):
        assert max(abs(one / step - round(one / step)) for one in told) < 1e-9
        assert max(abs(a - b) for a, b in zip(true, told, strict=True)) <= step / 2 + 1e-12
        assert any(told)


def test_noise_and_the_error_of_the_zeros_have_the_deviations_of_the_settings(world):
    truth = sampled(world, level="truth").angles
    noisy = [sampled(world, frame, noise=0.02, resolution=0.0).angles for frame in range(1, 100)]
    errors = [a - b for report in noisy for a, b in zip(report, truth, strict=True)]
    assert statistics.pstdev(errors) == pytest.approx(0.02, rel=0.05)
    one, two = (sampled(world, frame, calibration=0.05, resolution=0.0).angles for frame in (1, 2))
    assert one == two
    assert 0.02 < statistics.pstdev([a - b for a, b in zip(one, truth, strict=True)]) < 0.1
