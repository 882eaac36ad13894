"""VSSReferee's protocol in a match, in both roles: our referee speaks, or an external one leads. No sockets."""

from __future__ import annotations

import math
from typing import Any

import pytest
from tests.fields import double, message, uint
from tests.leagues.mirosot.connecting import connect, packets

import robopitch
from robopitch.leagues.mirosot.wire.vss_referee import Foul, Half, RefereeCommand, decode_command, encode_command
from robopitch.messages import HearReferee, Period, Phase, PlaceBall, Team, Whistle, Whistled


def match_by(referee: str, **options: Any) -> Any:
    return robopitch.make_match("vss-3v3", realism=None, referee=referee, watchdog=0.0, **options)


@pytest.fixture
def match():
    """By our rules, with two teams on the network; the first kick-off is blue's."""
    match = match_by("rules")
    match.offer("person", Whistled(Whistle.KICK_OFF, Team.BLUE))
    return match


def said(match: Any, seconds: float) -> list[tuple[float, str, Team | None]]:
    """What our referee says: time, foul and team."""
    found = [(time, decode_command(data)) for time, data in packets(match, seconds, "referee")]
    return [(time, command.foul.name, command.team) for time, command in found]


def placement(color: int, *robots: tuple[int, float, float, float]) -> bytes:
    """Id, x, y and degrees of each robot."""
    return message(
        1,
        uint(1, color),
        *(message(2, uint(1, id), double(2, x), double(3, y), double(4, turn)) for id, x, y, turn in robots),
    )


def pose(match: Any, team: str, number: int) -> tuple[float, float, float]:
    return tuple(match.world.robot(team, number).pose)


def test_a_command_is_sent_when_it_changes(match):
    commands = said(match, 9.0)
    assert [command[1:] for command in commands] == [("KICKOFF", Team.BLUE), ("STOP", None), ("GAME_ON", None)]
    (first, _, _), (second, _, _), (third, _, _) = commands
    assert (second - first, third - second) == pytest.approx((4.0, 4.0), abs=0.05)  # s, as in VSSReferee
    assert said(match, 2.0) == []


@pytest.mark.parametrize("tick", [3, 10, 17])
def test_a_whistle_at_any_tick_is_told(tick):
    match = match_by("rules")
    said(match, tick / 1000)
    match.offer("person", Whistled(Whistle.KICK_OFF, Team.YELLOW))
    assert [command[1:] for command in said(match, 0.05)][-1] == ("KICKOFF", Team.YELLOW)


def test_after_a_goal_there_are_eight_seconds(match):
    said(match, 8.5)
    match.offer("person", PlaceBall(0.7, 0.0, 0.0, 2.0, 0.0, 0.0))
    (goal, foul, team), (stop, name, _) = said(match, 9.0)
    assert (foul, team, name) == ("KICKOFF", Team.YELLOW, "STOP")
    assert stop - goal == pytest.approx(8.0, abs=0.05)
    assert match.score == {Team.BLUE: 1, Team.YELLOW: 0}


def test_a_free_ball_names_its_quadrant(match):
    said(match, 8.1)
    match.offer("person", PlaceBall(-0.2, -0.3, 0.0, 0.0, 0.0, 0.0))
    command = next(decode_command(data) for _, data in packets(match, 8.0, "referee"))
    assert (command.foul, command.team, command.quadrant, command.half) == (Foul.FREE_BALL, None, 3, Half.FIRST_HALF)
    assert command.time == pytest.approx(5.1, abs=0.2)  # s of play


def test_a_team_states_its_places_and_the_other_gets_those_of_the_table(match):
    connection, io = connect(match, "placement")
    said(match, 1.0)
    connection.on_data(placement(1, (1, 0.4, -0.4, 180.0), (2, 0.4, 0.4, 90.0)))
    said(match, 3.5)  # STOP: the robots are placed
    assert match.game.phase is Phase.KICK_OFF
    assert pose(match, "yellow", 1) == pytest.approx((0.4, -0.4, math.pi), abs=1e-3)
    assert pose(match, "yellow", 2) == pytest.approx((0.4, 0.4, math.pi / 2), abs=1e-3)
    assert pose(match, "yellow", 0)[:2] == pytest.approx((0.69, 0.0), abs=1e-3)  # left out: as the table has it
    assert pose(match, "blue", 0)[:2] == pytest.approx((-0.69, 0.0), abs=1e-3)
    said(match, 4.5)
    assert match.game.phase is Phase.RUNNING
    assert pose(match, "yellow", 2)[:2] == pytest.approx((0.4, 0.4), abs=1e-3)
    assert (io.speakers, io.recorded, io.refused) == ([Team.YELLOW], ["in/placement"], [])


def test_places_that_a_restart_does_not_allow_are_corrected(match):
    connection, _ = connect(match, "placement")
    said(match, 1.0)
    connection.on_data(placement(1, (1, -0.4, 0.4, 0.0), (2, 300.0, 0.0, 0.0)))  # the other half, outside the table
    said(match, 3.5)
    for number in (1, 2):
        x, y, _ = pose(match, "yellow", number)
        assert 0.03 < x < 0.75
        assert abs(y) < 0.65


def test_places_outside_a_stoppage_count_for_nothing(match):
    connection, _ = connect(match, "placement")
    said(match, 8.5)
    before = pose(match, "yellow", 2)
    connection.on_data(placement(1, (2, 0.4, 0.4, 90.0)))
    said(match, 1.0)
    assert pose(match, "yellow", 2) == pytest.approx(before, abs=1e-6)


def test_bad_placements_are_refused(match):
    connection, io = connect(match, "placement")
    connection.on_data(placement(2, (1, 0.4, 0.4, 0.0)))
    connection.on_data(placement(0, (3, 0.4, 0.4, 0.0)))
    connection.on_data(placement(0, (1, 1e6, 0.4, 0.0)))
    connection.on_data(b"\xff")
    assert [refusal.code for refusal in io.refused] == ["TEAM", "INVALID", "INVALID", "UNREADABLE"]


def test_a_saved_match_keeps_places_and_transitions(match):
    said(match, 8.5)
    match.offer("person", PlaceBall(0.7, 0.0, 0.0, 2.0, 0.0, 0.0))
    said(match, 2.0)
    connect(match, "placement")[0].on_data(placement(1, (2, 0.4, 0.4, 90.0)))
    said(match, 1.0)
    other = match_by("rules")
    other.restore(match.save())
    for one in (match, other):
        said(one, 6.5)
    assert other.world.fingerprint() == match.world.fingerprint()
    assert pose(other, "yellow", 2)[:2] == pytest.approx((0.4, 0.4), abs=1e-3)
    assert other.game.phase is Phase.KICK_OFF


def test_built_in_teams_play_without_a_word_and_without_waiting():
    match = match_by("rules", blue="chase", yellow="chase")
    assert packets(match, 5.0, "referee") == []
    assert match.game.phase is Phase.RUNNING


# ---- an external referee ---------------------------------------------------------------------------------------


def lead(match: Any, *commands: RefereeCommand) -> Any:
    connection, io = connect(match, "referee")
    for command in commands:
        connection.on_data(encode_command(command))
        match.advance(match.tick + 10)
    return io


def test_an_external_referee_leads_the_match():
    match = match_by("external")
    kick_off = RefereeCommand(Foul.KICKOFF, Team.YELLOW, half=Half.FIRST_HALF)
    io = lead(match, kick_off)
    game = match.game
    assert (game.phase, game.team, game.external, game.period) == (Phase.STOP, Team.YELLOW, True, Period.FIRST_HALF)
    assert game.then.kind is Phase.KICK_OFF
    lead(match, RefereeCommand(Foul.STOP, None), RefereeCommand(Foul.GAME_ON, None, 0, 0.0, Half.FIRST_HALF))
    assert match.game.phase is Phase.RUNNING
    lead(match, RefereeCommand(Foul.HALT, None))
    assert match.game.phase is Phase.HALT
    assert (io.speakers, io.recorded) == ([None], ["in/referee"])
    assert packets(match, 1.0, "referee") == []  # our own is silent


def test_the_same_command_again_changes_nothing():
    match = match_by("external")
    command = RefereeCommand(Foul.KICKOFF, Team.YELLOW, half=Half.FIRST_HALF)
    io = lead(match, command, command)
    assert [type(given) for given in io.offered] == [HearReferee]
    assert len(io.speakers) == 2


def test_a_kick_off_out_of_play_tells_of_a_goal():
    match = match_by("external")
    half = Half.FIRST_HALF
    on = RefereeCommand(Foul.GAME_ON, None, 0, 3.0, half)
    start = RefereeCommand(Foul.KICKOFF, Team.BLUE, half=half)
    lead(match, start, on, RefereeCommand(Foul.KICKOFF, Team.YELLOW, 0, 9.0, half))
    assert match.score == {Team.BLUE: 1, Team.YELLOW: 0}
    lead(match, on, RefereeCommand(Foul.KICKOFF, Team.YELLOW, half=Half.SECOND_HALF))  # a half begins
    assert match.score == {Team.BLUE: 1, Team.YELLOW: 0}


def test_restarts_of_fouls_have_the_places_of_the_rules():
    match = match_by("external")
    places = {}
    for foul, team, where in (
        (Foul.PENALTY_KICK, Team.BLUE, 0),
        (Foul.GOAL_KICK, Team.YELLOW, 0),
        (Foul.FREE_BALL, None, 2),
    ):
        lead(match, RefereeCommand(foul, team, where, half=Half.FIRST_HALF))
        places[foul] = (match.game.then.kind, match.game.then.position)
    assert places[Foul.PENALTY_KICK] == (Phase.PENALTY, (0.375, 0.0))
    assert places[Foul.FREE_BALL] == (Phase.DROPPED_BALL, (-0.375, 0.4))
    kind, (x, _) = places[Foul.GOAL_KICK]
    assert (kind, x) == (Phase.GOAL_KICK, pytest.approx(0.6))


def test_our_own_commands_are_not_taken_for_those_of_another_referee(match):
    connection, io = connect(match, "referee")
    for _, data in packets(match, 1.0, "referee"):
        connection.on_data(data)
    assert (io.offered, io.ignored) == ([], 1)
    connection.on_data(encode_command(RefereeCommand(Foul.HALT, None)))
    connection.on_data(b"\xff")
    match.advance(match.tick + 10)
    assert (match.game.phase, match.game.external) == (Phase.HALT, True)
    assert [refusal.code for refusal in io.refused] == ["UNREADABLE"]
