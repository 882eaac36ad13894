"""[MI20 §5.1.2]: the friction of turning on the spot."""

import pytest
from experiments.spin_down import run


def test_spins_give_the_torque_if_wheels_and_rotors_are_counted(tmp_path):
    figure = tmp_path / "spin_down.png"
    numbers = run(figure, quick=True).numbers
    assert figure.exists()
    assert numbers["torque"] == pytest.approx(numbers["truth"], rel=0.03)
    assert 0.8 < numbers["of_body"] / numbers["truth"] < 0.88
    assert numbers["held_stop"] < 0.2  # motors that hold tell nothing about friction
