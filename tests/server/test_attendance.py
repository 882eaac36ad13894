"""A match by the rules waits for its external teams, and a silent one forfeits."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing

import pytest

import robopitch
from robopitch.match import Match
from robopitch.messages import Period, Team, Whistle, Whistled
from robopitch.server.attendance import SOURCE, Attendance

from .pitch import EPOCH, Pitch, open_server
from .words import globally, robot, sync


@pytest.fixture
def attended():
    """Starts a server whose referee rules by the rules."""
    opened = []

    def start(
        patience: float,
        lockstep: bool = True,
        waits: bool = False,
        leaves: bool = False,
        before: Callable[[Match], object] = lambda match: None,
        **options,
    ) -> Pitch:
        options = {
            "league": "ssl-div-b",
            "players": 1,
            "realism": "perfect",
            "epoch": EPOCH,
            "referee": "rules",
            **options,
        }
        server = open_server(1.0, lockstep, {}, {}, **options)
        before(server.match)
        server.add_plugin(Attendance(server, patience, leaves, waits))
        pitch = Pitch(server)
        opened.append(pitch)
        return pitch

    yield start
    for pitch in opened:
        with closing(pitch):
            pass


def test_a_team_that_never_comes_forfeits_though_time_stands_still(attended):
    pitch = attended(0.2, yellow="still")
    pitch.wait(lambda: pitch.match.game.period is Period.OVER)
    assert (pitch.match.game.ended_by, pitch.match.game.winner) == ("forfeit", Team.YELLOW)
    assert pitch.match.tick == 0
    assert pitch.status()["tick"] == 0  # it still answers


def test_the_match_begins_when_the_external_teams_have_been_heard(attended):
    pitch = attended(1000.0, lockstep=False, yellow="still")
    before = pitch.match.tick
    pitch.wait(lambda: pitch.match.tick > before + 200)
    assert pitch.match.game.period is Period.BEFORE
    pitch.blue.ask(robot(0, globally(0.0)))
    pitch.wait(lambda: pitch.match.game.period is Period.FIRST_HALF)


def test_a_lockstep_client_that_falls_silent_forfeits(attended):
    pitch = attended(0.5, yellow="still")
    stepper = pitch.stepper("blue")
    for _ in range(3):
        stepper.ask(0.01)
    pitch.wait(lambda: pitch.match.game.period is Period.OVER)
    assert pitch.match.game.ended_by == "forfeit"


def test_a_server_that_stays_waits_for_teams_and_loses_patience_only_afterwards(attended):
    pitch = attended(0.2, lockstep=False, waits=True, yellow="still")
    before = pitch.match.tick
    pitch.wait(lambda: pitch.match.tick > before + 600)
    assert pitch.match.game.period is Period.BEFORE
    pitch.blue.ask(robot(0, globally(0.0)))
    pitch.wait(lambda: pitch.match.game.period is Period.OVER)
    assert (pitch.match.game.ended_by, pitch.match.game.winner) == ("forfeit", Team.YELLOW)


def test_a_match_in_lockstep_ends_at_the_tick_of_the_final_whistle(attended):
    """The match depends on the steps that are asked for, not on the wall clock."""

    def play(match: Match, until: int) -> None:
        """To shortly before its end, without a server."""
        match.offer(SOURCE, Whistled(Whistle.KICK_OFF))
        while match.tick < until and match.game.period is not Period.OVER:
            match.advance(match.tick + 10)

    rules = {"referee": "rules", "half": 1.0, "blue": "chase", "players": 2, "league": "ssl-div-b"}
    alone = robopitch.make_match(realism="perfect", epoch=EPOCH, **rules)
    play(alone, 10**6)
    ends = []
    for pause in (0.0, 0.05):
        pitch = attended(1000.0, leaves=True, before=lambda match: play(match, alone.tick - 300), **rules)
        stepper, match = pitch.stepper(), pitch.match
        while pitch.runs:
            stepper.send(sync(0.07))
            while pitch.runs and not stepper.has_answer():
                time.sleep(0.001)
            if pitch.runs:
                stepper.receive()
                time.sleep(pause)
        assert match.game.period is Period.OVER
        assert match.tick in (match.rulings[-1].tick, match.rulings[-1].tick + 1)
        ends.append((match.tick, match.world.fingerprint()))
    assert ends[0] == ends[1]
    assert 0 <= alone.tick - ends[0][0] < 10
