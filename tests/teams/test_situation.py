"""When a ball is in play, which a team has to see for itself."""

import pytest

from robopitch.teams.situation import Phase, Situation, in_play

RUNNING = Situation()


@pytest.mark.parametrize("phase", [Phase.KICK_OFF, Phase.PENALTY])
def test_a_start_lets_only_those_begin_whose_ball_it_is(phase):
    for ours in (True, False):
        memory = {}
        assert in_play(Situation(phase, ours), (0.0, 0.0), 0.0, memory) == Situation(phase, ours)
        started = in_play(RUNNING, (0.0, 0.0), 1.0, memory)
        assert started.running is ours
        if not ours:
            assert started.phase is phase
        assert in_play(RUNNING, (0.1, 0.0), 1.1, memory).running  # it has moved


def test_a_free_kick_is_over_once_the_ball_has_moved_though_the_command_stands():
    memory, theirs = {}, Situation(Phase.FREE_KICK, False)
    assert in_play(theirs, (1.0, 1.0), 0.0, memory) == theirs
    assert in_play(theirs, (1.02, 1.0), 1.0, memory) == theirs
    assert in_play(theirs, (1.2, 1.0), 1.1, memory).running
    assert in_play(theirs, (1.0, 1.0), 1.2, memory).running  # also where it was
    assert in_play(Situation(Phase.STOP), (1.0, 1.0), 2.0, memory).phase is Phase.STOP
    assert in_play(theirs, (1.0, 1.0), 3.0, memory) == theirs  # another one


def test_nobody_waits_for_ever():
    memory, theirs = {}, Situation(Phase.FREE_KICK, False)
    in_play(theirs, (1.0, 1.0), 0.0, memory)
    assert not in_play(theirs, (1.0, 1.0), 9.0, memory).running
    assert in_play(theirs, (1.0, 1.0), 11.0, memory).running


def test_a_stop_forgets_what_was_before():
    memory = {}
    in_play(Situation(Phase.KICK_OFF, False), (0.0, 0.0), 0.0, memory)
    assert in_play(Situation(Phase.STOP), (0.0, 0.0), 1.0, memory).phase is Phase.STOP
    assert in_play(RUNNING, (0.0, 0.0), 2.0, memory).running
