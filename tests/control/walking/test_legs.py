"""Inverse kinematics of legs."""

import math

import pytest

from robopitch.control.walking.legs import DOUBLE_KNEE, PARALLEL, SERIAL, Leg, arc_cosine, leg_angles

LEGS = {
    "serial": Leg(SERIAL, 0.12, 0.11, 0.0, 0.05),
    "double knee": Leg(DOUBLE_KNEE, 0.1, 0.1, 0.04, 0.055),
    "parallel": Leg(PARALLEL, 0.095, 0.093, 0.057, 0.055),
}


def turned(x: float, z: float, angle: float) -> tuple[float, float]:
    """A vector after a pitch, which turns what is below backwards."""
    return math.cos(angle) * x + math.sin(angle) * z, math.cos(angle) * z - math.sin(angle) * x


def ankle(leg: Leg, angles: list[float]) -> tuple[float, float, float, float]:
    """Where the ankle is in the axes of the trunk, and the pitch of the foot against the trunk: the way forward."""
    yaw, roll, hip, knee, foot_pitch, _ = angles
    if leg.kind == PARALLEL:
        parts, pitch = [(leg.thigh, hip), (leg.fixed, 0.0), (leg.shank, knee)], foot_pitch
    elif leg.kind == DOUBLE_KNEE:
        parts = [(leg.thigh, hip), (leg.fixed, hip + knee), (leg.shank, hip + 2 * knee)]
        pitch = hip + 2 * knee + foot_pitch
    else:
        parts, pitch = [(leg.thigh, hip), (leg.shank, hip + knee)], hip + knee + foot_pitch
    x = z = 0.0
    for length, angle in parts:
        dx, dz = turned(0.0, -length, angle)
        x, z = x + dx, z + dz
    y, z = -math.sin(roll) * z, math.cos(roll) * z
    x, y = math.cos(yaw) * x - math.sin(yaw) * y, math.sin(yaw) * x + math.cos(yaw) * y
    return x, y, z, pitch


@pytest.mark.parametrize("leg", LEGS.values(), ids=LEGS)
@pytest.mark.parametrize("place", [(0.0, 0.0, 0.9), (0.05, 0.02, 0.85), (-0.04, -0.01, 0.8), (0.03, 0.0, 0.6)])
@pytest.mark.parametrize(("yaw", "lean"), [(0.0, 0.0), (0.3, 0.0), (0.0, 0.12)])
def test_the_ankle_is_where_it_should_be_and_the_sole_is_level(leg, place, yaw, lean):
    x, y, z = place[0], place[1], -place[2] * leg.length
    angles = [0.0] * 6
    leg_angles(leg, x, y, z, yaw, lean, angles, 0)
    ahead, aside, up, pitch = ankle(leg, angles)
    wanted = turned(x, z, -lean)
    assert (ahead, aside, up) == pytest.approx((wanted[0], y, wanted[1]), abs=1e-9)
    assert pitch == pytest.approx(-lean, abs=1e-9)
    assert angles[1] + angles[5] == 0.0
    assert angles[0] == yaw


@pytest.mark.parametrize("leg", LEGS.values(), ids=LEGS)
def test_a_place_out_of_reach_stretches_the_leg(leg):
    angles = [math.nan] * 6
    leg_angles(leg, 0.0, 0.0, -2 * leg.length, 0.0, 0.0, angles, 0)
    assert all(map(math.isfinite, angles))
    assert ankle(leg, angles)[2] == pytest.approx(-leg.length, rel=1e-3)


def test_the_arc_cosine_is_that_of_the_cosine():
    assert [arc_cosine(math.cos(angle)) for angle in (0.0, 0.5, 1.5, 3.0)] == pytest.approx([0.0, 0.5, 1.5, 3.0])
    assert (arc_cosine(1.5), arc_cosine(-1.5)) == (0.0, pytest.approx(math.pi))
