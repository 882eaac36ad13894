import math
from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch import BodyVelocity, FieldVelocity, Kick, PowerKick, Team, WheelSpeeds
from robopitch.messages import Command, Decision, Refusal, RimSpeeds
from robopitch.teams.grid import STEP, on_grid, on_radio
from robopitch.teams.observation import Action
from robopitch.wire.recording import decode_decision, encode_decision

numbers = st.floats(-1e4, 1e4)
commands = st.one_of(
    st.builds(BodyVelocity, numbers, numbers, numbers),
    st.builds(FieldVelocity, numbers, numbers, numbers),
    st.builds(WheelSpeeds, st.tuples(numbers, numbers)),
    st.builds(RimSpeeds, st.tuples(numbers, numbers, numbers, numbers)),
)
kicks = st.one_of(
    st.none(),
    st.builds(Kick, st.floats(0, 20), st.floats(0, math.nextafter(math.pi / 2, 0))),
    st.builds(PowerKick, st.integers(0, 255)),
)
actions = st.dictionaries(st.integers(0, 15), st.builds(Action, commands, kicks, st.floats(0, 1)), max_size=11)


@given(numbers)
def test_the_grid_is_never_further_than_half_a_step(number):
    assert abs(on_grid(number) - number) <= STEP / 2
    assert (on_grid(number) / STEP).is_integer()
    assert math.copysign(1.0, on_grid(-0.0)) == 1.0


@given(st.sampled_from(Team), actions)
def test_what_the_radio_carries_is_on_the_grid_and_is_recorded_exactly(team, decided):
    robots = on_radio(team, decided)
    assert [robot.id for robot in robots] == sorted(decided)
    assert on_radio(Team.BLUE, {robot.id: Action(*robot[1:]) for robot in robots}) == robots
    decision = Decision(123456, team, robots)
    assert decode_decision(encode_decision(decision)) == decision


@given(st.binary(max_size=60))
def test_bytes_that_are_no_decision_are_refused(data):
    assert isinstance(decode_decision(data), Decision | Refusal)


@pytest.mark.parametrize("noise", [1e-15, -1e-15])
def test_the_last_bits_of_every_number_of_an_order_are_lost(noise):
    def orders(factor):
        return on_radio(
            Team.BLUE,
            {
                0: Action(BodyVelocity(1.1 * factor, -0.7 * factor, 3.3 * factor), Kick(6.1 * factor, 0.61 * factor)),
                1: Action(FieldVelocity(1.1 * factor, -0.7 * factor, 3.3 * factor), None, 0.3 * factor),
                2: Action(WheelSpeeds((11.1 * factor, -22.2 * factor))),
                3: Action(RimSpeeds((1.3 * factor, -2.1 * factor))),
            },
        )

    assert orders(1 + noise) == orders(1.0)


@dataclass(frozen=True)
class JointTargets(Command):
    """A command that a league may bring along."""

    angles: tuple[float, ...]
    gains: Mapping[str, float]
    mode: str


@pytest.mark.parametrize("noise", [0.0, 1e-15, -1e-15])
def test_every_number_of_a_command_of_a_league_is_on_the_grid(noise):
    factor = 1 + noise
    sent = JointTargets((0.1 * factor, -0.7 * factor), {"knee": 0.3 * factor}, "soft")
    (robot,) = on_radio(Team.YELLOW, {0: Action(sent)})
    assert robot.command == JointTargets((on_grid(0.1), on_grid(-0.7)), {"knee": on_grid(0.3)}, "soft")


def test_yellow_is_told_in_the_frame_of_the_pitch():
    (robot,) = on_radio(Team.YELLOW, {3: Action(FieldVelocity(1.0, -2.0, 0.5))})
    assert robot.command == FieldVelocity(-1.0, 2.0, 0.5)
