"""Robots that begin without torque."""

from types import SimpleNamespace

import pytest

import robopitch
from robopitch.leagues.humanoid.features import LIMP, LimpOptions
from robopitch.physics.servos import rows as r


def torques(match):
    return [match.world.servo("blue", 0, servo).numbers[r.TORQUE_ENABLE] for servo in match.world.servos("blue", 0)]


def test_limp_robots_have_no_torque_from_the_first_tick_on():
    match = robopitch.make_match("humanoid-kid", players={"blue": 1, "yellow": 0}, timestep=0.002, referee="none")
    assert all(torques(match))
    assert LIMP.open(SimpleNamespace(match=match), LimpOptions(limp=True)) is None
    match.advance(2)
    assert not any(torques(match))


def test_robots_on_wheels_are_not_limp():
    match = robopitch.make_match("ssl-div-b", players=1, referee="none")
    with pytest.raises(ValueError, match="--limp: robots of ssl-div-b have no servos"):
        LIMP.open(SimpleNamespace(match=match), LimpOptions(limp=True))
