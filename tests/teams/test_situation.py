"""What the referee allows a team, and when a ball is in play, which a team has to see for itself."""

import pytest

from robopitch.messages import Team
from robopitch.messages.game_state import GameState, Restart, TeamState
from robopitch.teams.situation import Phase, Situation, in_play, situation_of

RUNNING = Situation()


def test_without_a_referee_everybody_plays():
    assert situation_of(GameState(), Team.BLUE) == RUNNING


@pytest.mark.parametrize("phase", [Phase.KICK_OFF, Phase.FREE_KICK, Phase.PENALTY, Phase.PLACEMENT])
def test_what_belongs_to_one_team_is_ours_or_theirs(phase):
    game = GameState(phase, Team.YELLOW)
    assert situation_of(game, Team.YELLOW)[:2] == (phase, True)
    assert situation_of(game, Team.BLUE)[:2] == (phase, False)


@pytest.mark.parametrize("phase", [Phase.HALT, Phase.STOP, Phase.RUNNING])
def test_what_holds_for_all_belongs_to_nobody(phase):
    assert situation_of(GameState(phase, Team.BLUE), Team.BLUE)[:2] == (phase, False)


@pytest.mark.parametrize("phase", [Phase.GOAL_KICK, Phase.CORNER_KICK, Phase.THROW_IN])
def test_every_kick_from_a_place_is_a_free_kick(phase):
    assert situation_of(GameState(phase, Team.BLUE), Team.BLUE)[:2] == (Phase.FREE_KICK, True)


@pytest.mark.parametrize("phase", [Phase.TIMEOUT, Phase.DROPPED_BALL])
def test_whatever_one_waits_for_is_a_stop(phase):
    assert situation_of(GameState(phase, Team.BLUE), Team.BLUE)[:2] == (Phase.STOP, False)


def test_every_phase_is_known():
    known = {situation_of(GameState(phase), Team.BLUE).phase for phase in Phase}
    assert known == {
        Phase.HALT, Phase.STOP, Phase.RUNNING, Phase.KICK_OFF, Phase.FREE_KICK, Phase.PENALTY, Phase.PLACEMENT
    }  # fmt: skip


def test_a_place_is_in_the_frame_of_the_team_and_its_keeper_is_its_own():
    teams = {Team.BLUE: TeamState(keeper=3), Team.YELLOW: TeamState(keeper=5)}
    game = GameState(Phase.PLACEMENT, Team.BLUE, (1.0, -0.5), teams)
    assert situation_of(game, Team.BLUE)[2:4] == ((1.0, -0.5), 3)
    assert situation_of(game, Team.YELLOW)[2:4] == ((-1.0, 0.5), 5)
    assert situation_of(game, Team.BLUE, -1.0).place == (-1.0, 0.5)  # in the second half


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


def test_a_stop_says_what_follows_and_whose_it_is():
    game = GameState(Phase.STOP, then=Restart(Phase.CORNER_KICK, Team.YELLOW, (1.0, 2.0)))
    assert (situation_of(game, Team.YELLOW).then, situation_of(game, Team.YELLOW).then_ours) == (Phase.FREE_KICK, True)
    assert situation_of(game, Team.BLUE).then_ours is False
    assert situation_of(GameState(Phase.STOP), Team.BLUE).then is None


def test_the_distance_holds_after_the_start_until_the_ball_moves():
    for ours in (True, False):
        memory = {}
        in_play(Situation(Phase.KICK_OFF, ours, clearance=3.0), (0.0, 0.0), 0.0, memory)
        started = in_play(RUNNING, (0.0, 0.0), 1.0, memory)
        assert started.clearance == 3.0
        assert started.taking is ours
        moved = in_play(RUNNING, (0.1, 0.0), 1.1, memory)
        assert moved.clearance is None
        assert not moved.taking


def test_a_ball_that_is_seen_inexactly_is_in_play_once_it_stays_away_from_its_place():
    kick, memory = Situation(Phase.FREE_KICK, False, (1.0, 0.0)), {}

    def seen(x, time):
        return in_play(kick, (x, 0.0), time, memory, 0.3, (1.0, 0.0), 0.1).running

    assert not seen(1.2, 0.0)  # the place counts, not the first sighting
    assert not seen(0.75, 0.04)
    assert not seen(2.0, 0.08)  # one wrong sighting …
    assert not seen(1.1, 0.12)
    assert not seen(2.0, 0.16)
    assert not seen(2.1, 0.20)
    assert seen(2.2, 0.28)  # … is not a kick
    assert seen(1.0, 0.32)
