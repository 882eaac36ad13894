"""A match by the rules waits for its external teams, and a silent one forfeits."""

from __future__ import annotations

from contextlib import closing

import pytest

from robopitch.messages import Period, Team
from robopitch.server.attendance import Attendance

from .pitch import EPOCH, Pitch, open_server
from .words import globally, robot


@pytest.fixture
def attended():
    """Starts a server whose referee rules by the rules."""
    opened = []

    def start(patience: float, lockstep: bool = True, waits: bool = False, **options) -> Pitch:
        options = {"league": "ssl-div-b", "players": 1, "realism": "perfect", "epoch": EPOCH, **options}
        server = open_server(1.0, lockstep, {}, {}, referee="rules", **options)
        server.add_plugin(Attendance(server, patience, leaves=False, waits=waits))
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
