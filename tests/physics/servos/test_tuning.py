"""Gains by the method of Ziegler and Nichols."""

import pytest

from robopitch.physics.servos.model import MODELS
from robopitch.physics.servos.tuning import Gains, Ultimate, find_ultimate, to_registers, ziegler_nichols


def test_the_gains_are_those_of_the_table():
    ultimate = Ultimate(20.0, 0.1)
    assert ziegler_nichols(ultimate, "P") == Gains(10.0)
    assert ziegler_nichols(ultimate, "PI") == pytest.approx((9.0, 108.0, 0.0))
    assert ziegler_nichols(ultimate, "PID") == pytest.approx((12.0, 240.0, 0.15))


def test_registers_have_the_units_of_the_e_manual_and_stay_in_their_ranges():
    assert to_registers(MODELS["MX-28"].table, Gains(4.0, 1000 / 2048, 0.04)) == {
        "p_gain": 32,
        "i_gain": 1,
        "d_gain": 10,
    }
    found = to_registers(MODELS["MX-28-2"].table, Gains(850 / 128, 1e9, 1 / 16))
    assert found == {"p_gain": 850, "i_gain": 16383, "d_gain": 1000}


def test_a_servo_without_gains_says_so():
    with pytest.raises(ValueError, match="RX-64 has no gains"):
        find_ultimate("RX-64", 0.01)


def test_no_gain_of_protocol_1_lets_a_light_load_oscillate():
    assert find_ultimate("MX-64", 0.0) is None
