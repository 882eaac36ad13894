"""Recordings of November 2026, a second of each league that is ordered from outside: still watched, simulated again and
branched, whatever parts specifications have got since.
"""

from pathlib import Path

import pytest

from robopitch.recording.reader import Recording
from robopitch.recording.resimulation import resume, simulate_again
from robopitch.teams import TEAMS
from robopitch.web.library.source import open_source

FILES = sorted((Path(__file__).parent / "data").glob("2026-11-*.mcap"))
TURF = [file for file in FILES if "humanoid" not in file.name]  # MuJoCo's bits are those of one machine


def name(file: Path) -> str:
    return file.stem.removeprefix("2026-11-")


def test_there_is_one_of_each_league_of_that_time():
    assert list(map(name, FILES)) == ["humanoid-kid", "mirosot-5v5", "msl", "ssl-div-a", "ssl-div-b", "vss-3v3"]


@pytest.mark.parametrize("file", FILES, ids=name)
def test_it_is_watched(file):
    source = open_source(file, file.name)
    assert source.frame(source.first) != source.frame(source.last)
    source.close()


@pytest.mark.parametrize("file", TURF, ids=name)
def test_it_is_simulated_again_bit_for_bit(file):
    with Recording(file) as recording:
        verdict = simulate_again(recording, TEAMS)
    assert verdict.same
    assert verdict.frames > 70


@pytest.mark.parametrize("file", FILES, ids=name)
def test_it_is_branched(file):
    with Recording(file) as recording:
        match = resume(recording, TEAMS, 0.3)
    assert match.world.time == pytest.approx(0.3)
    match.advance(match.tick + 20)
