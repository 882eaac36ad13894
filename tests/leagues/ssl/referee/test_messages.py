"""The Referee message of a match by the rules: stage, commands, clocks, counters."""

import pytest

import robopitch
from robopitch import Team
from robopitch.leagues.ssl.referee.messages import message_of
from robopitch.leagues.ssl.wire.referee.messages import RefereeCommand as Command
from robopitch.leagues.ssl.wire.referee.messages import Stage
from robopitch.messages import Phase, Whistle, Whistled

STEP = 0.005
NAMES = {Team.BLUE: "b", Team.YELLOW: "y"}


def fresh(**options):
    defaults = {"realism": None, "players": 2, "blue": "still", "yellow": "still", "timestep": STEP}
    return robopitch.make_match("ssl-div-b", referee="rules", **{**defaults, **options})


def sent(match, later=0.0):
    return message_of(match.game, match.world.time + later, 1000.0, NAMES)


def say(match, whistle, team=None, **more):
    match.offer("person", Whistled(whistle, team, **more))
    match.advance(match.tick + 1)
    return sent(match)


def test_before_the_first_start_the_stage_is_pre():
    match = fresh()
    assert (sent(match).stage, sent(match).command) == (Stage.NORMAL_FIRST_HALF_PRE, Command.HALT)
    stop = say(match, Whistle.KICK_OFF, Team.BLUE)
    assert (stop.command, stop.next_command) == (Command.STOP, Command.PREPARE_KICKOFF_BLUE)
    assert stop.designated_position == (0.0, 0.0)
    while match.game.phase is not Phase.KICK_OFF:
        match.advance(match.tick + 2)
    prepared = sent(match)
    assert (prepared.command, prepared.next_command) == (Command.PREPARE_KICKOFF_BLUE, Command.NORMAL_START)
    assert prepared.action_time_remaining == sent(match, 5.0).action_time_remaining == 10.0
    assert prepared.stage is Stage.NORMAL_FIRST_HALF_PRE
    start = say(match, Whistle.START)
    assert (start.command, start.stage, start.next_command) == (Command.NORMAL_START, Stage.NORMAL_FIRST_HALF, None)
    assert start.designated_position is None


def test_clocks_run_between_two_rulings():
    match = fresh()
    say(match, Whistle.CARD, Team.BLUE)
    start = say(match, Whistle.START)
    later = sent(match, 3.0)
    assert start.command is Command.FORCE_START
    assert start.stage_time_left - later.stage_time_left == pytest.approx(3.0)
    before, after = (message.teams[Team.BLUE].yellow_card_times[0] for message in (start, later))
    assert before - after == pytest.approx(3.0)
    stop = say(match, Whistle.STOP)
    assert stop.stage_time_left == sent(match, 3.0).stage_time_left


def test_a_free_kick_stays_the_command_while_it_is_in_play():
    match = fresh()
    say(match, Whistle.FREE_KICK, Team.YELLOW, place=(0.0, 0.0))
    kick = say(match, Whistle.START)
    assert (kick.command, kick.action_time_remaining) == (Command.DIRECT_FREE_YELLOW, pytest.approx(10.0, abs=0.02))
    match.world.place_ball(x=0.1, y=0.0)
    match.advance(match.tick + 4)
    assert match.game.phase is Phase.RUNNING
    assert (sent(match).command, sent(match).command_counter) == (kick.command, kick.command_counter)
    assert sent(match).command_time == kick.command_time


def test_the_teams_have_their_counters():
    match = fresh()
    say(match, Whistle.SCORE, Team.YELLOW, count=2)
    info = say(match, Whistle.CARD, Team.YELLOW).teams[Team.YELLOW]
    assert (info.name, info.score, info.yellow_cards, info.red_cards) == ("y", 2, 1, 0)
    assert info.yellow_card_times == (120.0,)
    assert (info.timeouts, info.timeout_time, info.goalkeeper, info.max_allowed_bots) == (4, 300.0, 0, 5)
    assert (info.foul_counter, info.ball_placement_failures, info.bot_substitutions_left) == (0, 0, 5)


def test_a_match_that_is_over_is_post_game():
    match = fresh()
    assert say(match, Whistle.FORFEIT, Team.BLUE).stage is Stage.POST_GAME
