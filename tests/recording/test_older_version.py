"""A recording of the version before leagues became adapters: watched, plotted, exported, described.

It has free play with two goals, an external referee at its end, vision, tracker and referee packets.
"""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from robopitch import Team
from robopitch.cli.app import app
from robopitch.messages import HearReferee, Orders, Phase, PlaceBall, Whistled
from robopitch.recording.loading import load_run
from robopitch.recording.reader import Recording
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.score import score_at_start
from robopitch.teams import TEAMS

OLD = Path(__file__).parent / "data" / "format-1-free-play.mcap"


def robopitch(*arguments) -> str:
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert done.exit_code == 0, done.output
    return done.output


def test_it_has_its_signals_marks_and_notes():
    run = load_run(OLD)
    assert run.notes["league"] == "ssl-div-b"
    assert run.notes["players"] == {"blue": "external", "yellow": "chase"}
    assert run.notes["problems"] == []
    assert [(mark.text, mark.team) for mark in run.marks if mark.kind == "goal"] == [
        ("goal for blue, 1 : 0", Team.BLUE),
        ("goal for yellow, 1 : 1", Team.YELLOW),
    ]
    for name in ("ball.x", "yellow.1.heading", "seen.ball.x", "tracked.yellow.0.vx", "command.blue.0.forward"):
        assert len(run.signals[name].times) > 30, name
    assert run.signals["ball.x"].times[-1] == pytest.approx(4.0)
    assert run.signals["referee.command"].values[0] == 3  # force start, as on the wire
    assert run.signals["score.yellow"].values[-1] == 1


def test_its_inputs_are_neutral():
    with Recording(OLD) as recording:
        assert score_at_start(recording) == {Team.BLUE: 0, Team.YELLOW: 0}
        inputs = [recorded.input for recorded in recording.inputs()]
        assert list(recording.derived()) == []
    assert {type(input) for input in inputs} == {Orders, Whistled, PlaceBall, HearReferee}
    (heard,) = (input for input in inputs if isinstance(input, HearReferee))
    assert heard.game.phase in Phase
    assert heard.game.score == {Team.BLUE: 3, Team.YELLOW: 4}
    assert heard.game.teams[Team.BLUE].keeper == 1


def test_simulating_it_again_says_from_where_on_it_differs():
    """Physics and teams have changed since; the recording still starts from its snapshot."""
    with Recording(OLD) as recording:
        verdict = simulate_again(recording, TEAMS)
    assert verdict.frames >= 1
    assert verdict.same or verdict.differs_at > verdict.same_until


def test_it_is_described():
    found = json.loads(robopitch("info", OLD, "--json"))
    assert found["teams"] == "external (blue), chase (yellow)"
    assert found["goals"] == ["0.084 s  goal for blue, 1 : 0", "2.350 s  goal for yellow, 1 : 1"]
    assert set(found["messages"]) >= {"/truth", "/vision", "/tracker", "/referee", "/orders", "/inputs"}
    assert "sees truth" not in found


@pytest.mark.parametrize("option", ["--stats", "--story"])
def test_its_statistics_are_counted(option):
    lines = robopitch("info", OLD, option).splitlines()
    assert lines[2].split() == ["goals", "1", "1"]
    assert lines[-1].startswith("4.0 s:")


@pytest.mark.parametrize("name", ["m.log", "m.log.gz", "m.csv", "m.png"])
def test_it_is_exported(name, tmp_path):
    robopitch("export", OLD, "--to", tmp_path / name)
    assert list(tmp_path.iterdir())


def test_it_is_plotted(tmp_path):
    robopitch("plot", OLD, "ball.speed", "seen.ball.x", "--out", tmp_path / "plot.png")
    assert (tmp_path / "plot.png").stat().st_size > 5000


def test_it_is_watched():
    from robopitch.web.library.source import open_source

    source = open_source(OLD, OLD.name)
    assert (source.first, source.last) == (0.0, pytest.approx(4.0))
    assert source.frame(2.0) != source.frame(3.0)
    assert [mark for mark in source.marks() if mark_kind(mark) == "goal"]
    assert source.signals().names()
    source.close()


def mark_kind(mark) -> str:
    return mark["kind"] if isinstance(mark, dict) else mark.kind
