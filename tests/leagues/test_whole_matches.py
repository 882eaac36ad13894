"""Whole matches of the reference teams by the rules: they end by themselves, and recordings of them can be repeated.

A recording is simulated again from frame to frame, not in the steps in which it was made, and every ruling and decision
is compared. `test_golden_rulings.py` compares matches at different paces call by call.
"""

import pytest

import robopitch
from robopitch.messages import Period
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.sink import FileSink

LEAGUES = ["ssl-div-a", "ssl-div-b", "msl", "msl-2010", "mirosot-5v5", "mirosot-7v7", "mirosot-11v11", "vss-3v3"]


def made(league):
    """A short match; few robots and a simple team in the Small Size League, whose stoppages are long."""
    small_size = league.startswith("ssl")
    return robopitch.make_match(
        league,
        blue="chase" if small_size else "cambada",
        yellow="mi20",
        referee="rules",
        half=1.0,
        seed=5,
        realism=None,
        timestep=0.005,
        **({"players": 2} if small_size else {}),
    )


def played(match):
    """The match at its end."""
    while match.game.period is not Period.OVER:
        assert match.world.time < 400, f"the match does not end; it is in {match.game.phase}"
        match.advance(match.tick + 200)
    return match


@pytest.mark.parametrize("league", LEAGUES)
def test_a_match_ends_by_itself_and_its_recording_gives_the_same_rulings_again(league, tmp_path):
    first, path = made(league), tmp_path / "match.mcap"
    sink = FileSink(path, describe(first))
    recorder = Recorder(first, [sink], snapshots=1000.0)
    played(first)
    recorder.close()
    sink.close()
    ends = [call.kind for call in first.rulings if call.kind in ("half_time", "end_of_game")]
    assert (first.game.ended_by, ends) == ("time", ["half_time", "end_of_game"])

    verdict = simulate_again(Recording(path))
    assert verdict.same
    assert verdict.ticks > 0.99 * first.tick
    assert verdict.decisions > 100
    assert verdict.decisions_differ == 0
