import doctest
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from robopitch.spec import ControllerSpec, DriveSpec, HolderSpec, KickerSpec, LimitSpec, SpecError, drive, load_robot

MOTOR = {"voltage": 24, "resistance": 1, "torque_constant": 0.03, "gear": 4, "efficiency": 0.8}
REST = {"grip": 0.8, "across": 0.03, "wheel_inertia": 2e-4, "motor": MOTOR}


def omni(*angles: float, **changes) -> DriveSpec:
    wheels = [{"angle": f"{angle} deg", "distance": 0.08, "radius": 0.03, "roller": True} for angle in angles]
    return DriveSpec.model_validate({"kind": "omni", "wheels": wheels, **REST, **changes})


def differential(*directions: float, **changes) -> DriveSpec:
    wheels = [
        {"x": 0, "y": 0.03 - 0.06 * index, "direction": direction, "radius": 0.02, "roller": False}
        for index, direction in enumerate(directions)
    ]
    return DriveSpec.model_validate({"kind": "differential", "wheels": wheels, **REST, **changes})


def refusal(make, *args, **kwargs) -> str:
    with pytest.raises(ValidationError) as caught:
        make(*args, **kwargs)
    return " / ".join(error["msg"] for error in caught.value.errors())


@given(st.permutations([0.0, 30.0, 90.0, 200.5, 359.0]))
def test_wheels_come_in_one_order_whatever_the_file_has(angles):
    wheels = omni(*angles).wheels
    bearings = [math.atan2(wheel.y, wheel.x) % (2 * math.pi) for wheel in wheels]
    assert bearings == sorted(bearings)


@pytest.mark.parametrize("angles", [(), (0,), (0, 90), (0, 180), (0, 180, 0, 180)])
def test_an_omni_drive_must_span_the_plane(angles):
    assert f"these {len(angles)} wheels span" in refusal(omni, *angles)


def test_parallel_rollers_cannot_make_an_omni_drive():
    wheels = [{"x": 0.05 * k, "y": 0.05 * k - 0.05, "direction": 0, "radius": 0.03, "roller": True} for k in range(3)]
    message = refusal(DriveSpec.model_validate, {"kind": "omni", "wheels": wheels, **REST})
    assert "span 2 of the 3 motions" in message


def test_wheels_that_all_point_at_one_place_cannot_turn():
    wheels = [
        {"x": 0.1 * math.cos(a), "y": 0.1 * math.sin(a), "direction": a, "radius": 0.03, "roller": True}
        for a in (0, 2, 4)
    ]
    message = refusal(DriveSpec.model_validate, {"kind": "omni", "wheels": wheels, **REST})
    assert "span 2 of the 3 motions" in message


def test_a_differential_drive_has_parallel_fixed_wheels_side_by_side():
    assert len(differential(0, 0).wheels) == 2
    assert "parallel" in refusal(differential, 0, 0.1)
    assert "side by side" in refusal(differential, 0)
    assert "fixed wheels" in refusal(omni, 90, 270, kind="differential")
    assert "rolls sideways" in refusal(differential, 0, 0, kind="omni")


def test_a_drive_without_wheels_has_none():
    assert DriveSpec(kind="none").wheels == []
    assert "has no wheels" in refusal(omni, 0, 120, 240, kind="none")


@pytest.mark.parametrize("missing", ["grip", "across", "wheel_inertia", "motor"])
def test_wheels_need_friction_inertia_and_a_motor(missing):
    assert "wheels need" in refusal(omni, 0, 120, 240, **{missing: None if missing == "motor" else 0})


def test_controllers_limiters_kickers_and_holders_need_their_own_numbers():
    assert "servo needs one" in refusal(ControllerSpec, kind="servo", time_constant=0)
    assert "pid controller needs" in refusal(ControllerSpec, kind="pid")
    assert "vector limiter needs" in refusal(LimitSpec, kind="vector", speed=2)
    kicker = {"speed": 5, "reach": 0.01, "width": 0.05, "height": 0.05}
    assert "power steps" in refusal(KickerSpec, **kicker, power_steps=50)
    holder = {"force": 1, "reach": 0.01, "width": 0.05, "side_friction": 0.5}
    assert "dribbler's bar" in refusal(HolderSpec, kind="dribbler", **holder)
    assert HolderSpec(kind="grabber", **holder).surface_speed == 0


def test_the_examples_in_the_module_hold():
    assert doctest.testmod(drive).failed == 0


STEERED = """
name = "cart"
title = "A cart that steers"
mass = "10 kg"
height = "0.3 m"
outline = { kind = "box", length = "0.6 m", width = "0.4 m" }
[drive]
kind = "steered"
grip = 0.8
across = 0.8
wheel_inertia = 0.001
wheels = [
  { x = 0.2, y = 0.15, direction = 0, radius = 0.05, roller = false, steering = { limit = "30 deg", rate = 1.5 } },
  { x = 0.2, y = -0.15, direction = 0, radius = 0.05, roller = false, steering = { limit = "30 deg", rate = 1.5 } },
  { x = -0.2, y = 0.15, direction = 0, radius = 0.05, roller = false },
  { x = -0.2, y = -0.15, direction = 0, radius = 0.05, roller = false },
]
[drive.motor]
voltage = 24
resistance = 1
torque_constant = 0.03
gear = 10
efficiency = 0.8
coasting = true
"""


def test_steered_wheels_and_coasting_motors_can_be_described(tmp_path):
    file = tmp_path / "cart.toml"
    file.write_text(STEERED)
    robot = load_robot(file)
    assert [wheel.steering is not None for wheel in robot.drive.wheels] == [True, False, False, True]
    assert robot.drive.wheels[0].steering.limit == pytest.approx(math.pi / 6)
    assert [what for _, what in robot.features()] == ["a steered wheel", "a steered wheel", "coasting motors"]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            ', steering = { limit = "30 deg", rate = 1.5 }',
            "",
            "drive.wheels: a steered drive needs a wheel with",
        ),
        ("roller = false }", "roller = true }", "drive.wheels: a steered drive has wheels without rollers"),
        ('kind = "steered"', 'kind = "differential"', "drive.wheels.0.steering: only a drive of kind 'steered'"),
        ('limit = "30 deg"', 'limit = "190 deg"', "drive.wheels.0.steering.limit: 190 deg is above"),
    ],
)
def test_a_steered_drive_that_cannot_be_is_told_the_key_and_the_remedy(tmp_path, old, new, problem):
    file = tmp_path / "cart.toml"
    file.write_text(STEERED.replace(old, new))
    with pytest.raises(SpecError) as caught:
        load_robot(file)
    assert any(line.startswith(f"{file}: {problem}") for line in caught.value.problems), caught.value.problems
