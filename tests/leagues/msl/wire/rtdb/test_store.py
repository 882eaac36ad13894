"""The data base of one agent: ages, who may write what, periods and phases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.leagues.msl.wire.rtdb import (
    ANY_SIZE,
    SELF,
    UNKNOWN_AGE,
    AgentRecords,
    AgentState,
    Configuration,
    Item,
    Store,
    TeamStates,
)

OFTEN, SELDOM, LOCAL = Item(0, "OFTEN", 2), Item(1, "SELDOM", 2, period=5, phase=3), Item(2, "LOCAL", ANY_SIZE)
CONFIGURATION = Configuration(tuple(AgentRecords(f"{n}", (OFTEN, SELDOM), (LOCAL,)) for n in range(3)))


def made(now, agent=1):
    return Store(CONFIGURATION, agent, lambda: now[0])


def test_ages_run_on_the_clock_that_is_given():
    now = [5_000_000]
    store = made(now)
    store.put("OFTEN", b"ab")
    assert store.get(SELF, "OFTEN") == (b"ab", 0, 5_000_000)
    now[0] += 20_000  # a simulated step, whatever the machine's clock says
    assert store.get(1, 0).age == 20
    assert store.silence == 20
    now[0] -= 60_000  # the match went back
    assert store.get(1, 0).age == 0


def test_what_was_never_written_or_does_not_exist_has_the_age_minus_1():
    store = made([0])
    assert [store.get(*where).age for where in ((SELF, "OFTEN"), (2, "OFTEN"), (2, "LOCAL"), (9, 0), (1, "NO"))] == [
        -1
    ] * 5
    assert store.silence == UNKNOWN_AGE


def test_local_records_have_any_size_and_stay_with_their_agent():
    store = made([0])
    store.put("LOCAL", b"a longer value")
    assert store.get(SELF, "LOCAL").data == b"a longer value"
    assert not store.put_received(2, "LOCAL", b"x", 0)
    assert store.get(2, "LOCAL").age == UNKNOWN_AGE


def test_records_of_mates_come_by_radio_with_their_age():
    now = [1_000_000]
    store = made(now)
    assert store.put_received(2, "OFTEN", b"xy", 150)
    assert store.get(2, "OFTEN")[:2] == (b"xy", 150)
    now[0] += 50_000
    assert store.get(2, "OFTEN").age == 200


@pytest.mark.parametrize(
    ("agent", "key", "data", "life"),
    [(1, 0, b"ab", 0), (7, 0, b"ab", 0), (2, 5, b"ab", 0), (2, 0, b"abc", 0), (2, 0, b"ab", -1), (2, 0, b"ab", 2**31)],
)
def test_nothing_else_is_written_by_radio(agent, key, data, life):
    store = made([0])
    assert not store.put_received(agent, key, data, life)
    assert store.get(agent, key).age == UNKNOWN_AGE


def test_errors_of_the_own_program_are_named():
    with pytest.raises(ValueError, match="agent 1 has no record NO"):
        made([0]).put("NO", b"")
    with pytest.raises(ValueError, match="record OFTEN: 1 bytes; it has 2"):
        made([0]).put("OFTEN", b"x")
    with pytest.raises(ValueError, match="agent 3 does not exist"):
        made([0], agent=3)


def test_records_are_in_the_frames_of_their_period_and_phase():
    store = made([0])
    assert store.due(0) == {}  # nothing was written
    store.put("OFTEN", b"ab")
    store.put("SELDOM", b"cd")
    found = {counter: [item.name for item in store.due(counter)] for counter in range(9)}
    assert [counter for counter, names in found.items() if "SELDOM" in names] == [3, 8]
    assert all("OFTEN" in names for names in found.values())


@given(st.integers(1, 20), st.integers(0, 40))
def test_a_record_is_due_once_in_each_period(period, phase):
    item = Item(0, period=period, phase=phase)
    due = [counter for counter in range(phase + 10 * period) if item.is_due(counter)]
    assert due == [phase + period * n for n in range(10)]


def test_an_agent_runs_after_two_periods_and_is_gone_after_eleven_silent_ones():
    states = TeamStates(3, own=0)
    assert states.states == (AgentState.RUNNING, AgentState.NOT_RUNNING, AgentState.NOT_RUNNING)
    seen = []
    for period in range(16):
        if period < 3:
            states.hear(2)
        states.hear(99)
        states.end_period()
        seen.append(states.states[2])
    gone = [AgentState.REMOVE] * 10 + [AgentState.NOT_RUNNING] * 3
    assert seen == [AgentState.INSERT, AgentState.RUNNING, AgentState.RUNNING, *gone]


def test_agents_that_run_or_were_just_lost_have_a_slot():
    states = TeamStates(4, own=0)
    for heard in ((1, 3), (1, 3), (1,)):
        for agent in heard:
            states.hear(agent)
        states.end_period()
    assert states.slots == (0, 1, 3)
    for _ in range(10):
        states.hear(1)
        states.end_period()
    assert states.slots == (0, 1)


def test_an_agent_that_is_heard_once_does_not_run():
    states = TeamStates(2, own=0)
    states.hear(1)
    states.end_period()
    states.end_period()
    assert states.states[1] is AgentState.NOT_RUNNING
