"""The score at the beginning of a recording."""

import pytest

import robopitch
from robopitch import Team
from robopitch.messages import GameState, HearReferee, PlaceBall, TeamState
from robopitch.recording.header import describe
from robopitch.recording.loading import load_run
from robopitch.recording.memory import MemorySink
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.score import score_at_start
from robopitch.recording.sink import write_recording
from robopitch.recording.topics import SNAPSHOTS


@pytest.fixture(scope="module")
def clip(tmp_path_factory):
    """A clip that begins after blue's first goal and holds its second one."""
    path = tmp_path_factory.mktemp("score") / "clip.mcap"
    match = robopitch.make_match("ssl-div-b", seed=1, epoch=0.0, players=1, tracker="none")
    memory = MemorySink(100.0)
    recorder = Recorder(match, [memory], snapshots=1.0)
    for goals in (1, 2):
        match.offer("test", PlaceBall(4.2, 0.35, vx=4.0))
        for _ in range(40):
            match.advance(match.tick + 100)
            if match.score[Team.BLUE] == goals:
                break
        assert match.score == {Team.BLUE: goals, Team.YELLOW: 0}
        if goals == 1:
            match.advance(match.tick + 6000)  # until the goal is followed by a snapshot, and the match goes on
            begin = match.world.time
    recorder.close()
    entries = memory.entries()
    first = max(n for n, entry in enumerate(entries) if entry.topic == SNAPSHOTS and entry.time <= 1e9 * begin)
    write_recording(path, describe(match), entries[first:])
    return path


def test_a_clip_keeps_its_score(clip):
    with Recording(clip) as recording:
        assert score_at_start(recording) == {Team.BLUE: 1, Team.YELLOW: 0}
    run = load_run(clip)
    assert run.notes["score"] == {"blue": 1, "yellow": 0}
    assert [mark.text for mark in run.marks if mark.kind == "goal"] == ["goal for blue, 2 : 0"]


def test_the_page_shows_a_clip_with_its_score(clip):
    from robopitch.web.library.source import open_source

    source = open_source(clip, clip.name)
    assert source.pitch()["score"] == {"blue": 1, "yellow": 0}
    assert [mark["text"].split(" (")[0] for mark in source.marks() if mark["kind"] == "goal"] == [
        "goal for blue, 2 : 0"
    ]
    source.close()


def test_an_external_referee_has_the_last_word_on_the_score(tmp_path):
    match = robopitch.make_match("ssl-div-b", seed=1, epoch=0.0, players=1)
    teams = {team: TeamState(score=3 + n) for n, team in enumerate(Team)}
    match.offer("test", HearReferee(GameState(teams=teams)))
    match.advance(match.tick + 10)
    memory = MemorySink(10.0)
    Recorder(match, [memory]).close()
    write_recording(tmp_path / "m.mcap", describe(match), memory.entries())
    with Recording(tmp_path / "m.mcap") as recording:
        assert score_at_start(recording) == match.score == {Team.BLUE: 3, Team.YELLOW: 4}
