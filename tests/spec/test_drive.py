import doctest
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from robopitch.spec import ControllerSpec, DriveSpec, HolderSpec, KickerSpec, LimitSpec, drive

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
