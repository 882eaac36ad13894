"""A script watches and controls a running server."""

from pathlib import Path

import pytest
from tests.server.pitch import Pitch, open_server

import robopitch
from robopitch.recording.reader import Recording
from robopitch.server.history import History
from robopitch.spec import load_realism


@pytest.fixture(scope="module")
def pitch(tmp_path_factory):
    history = {"history": History(clips=tmp_path_factory.mktemp("clips"))}
    pitch = Pitch(open_server(0.0, False, history, {}, league="ssl-div-b", players=1, realism="perfect"))
    yield pitch
    pitch.close()


@pytest.fixture
def live(pitch):
    return robopitch.connect(f":{pitch.ports['console']}")


def test_a_script_sees_what_the_command_line_sees(pitch, live):
    assert live.status()["league"] == "ssl-div-b"
    truth = live.truth()
    assert truth["ball"]["position"] == pitch.match.world.ball.position.tolist()
    assert len(truth["robots"]) == 2


def test_a_script_controls_time(live):
    before = live.status()["tick"]
    assert live.step(30) == live.step() - 1 == before + 30
    for speed in (2.5, 0):
        live.speed(speed)
        assert live.status()["speed"] == speed
    live.speed(float("inf"))
    assert live.status()["mode"] == "free"
    live.speed(0)


def test_a_script_rules_and_changes_parameters(pitch, live):
    live.whistle("halt")
    assert live.status()["referee"]["command"] == "halt"
    tick = live.change({"ball.mass": 0.045}, {"vision_delay": 0.012})
    assert tick == live.status()["tick"]
    assert pitch.match.world.league.ball.mass == 0.045
    assert pitch.match.configuration.realism.vision_delay == 0.012
    live.change(realism="rc2021")
    figures = pitch.match.configuration.realism.model_dump(exclude={"description"})
    assert figures == load_realism("ssl", "rc2021").model_dump(exclude={"description"})


def test_a_script_sends_what_a_page_sends_and_takes_it_back(live):
    start = live.truth()["ball"]["position"][:2]
    live.ask("place", gesture=1, things=[{"ball": True, "x": 1.0, "y": 0.5}])
    assert live.truth()["ball"]["position"][:2] == [1.0, 0.5]
    live.ask("undo")
    assert live.truth()["ball"]["position"][:2] == pytest.approx(start)
    live.ask("swap", team="blue", name="chase")
    assert live.status()["teams"]["blue"] == "chase"


def test_what_is_undone_is_what_the_script_changed_and_nothing_from_before_it_went_back(live):
    live.ask("place", gesture=2, things=[{"ball": True, "x": 1.0, "y": 0.5}])
    live.ask("reset")
    with pytest.raises(ValueError, match="nothing to undo"):
        live.ask("undo")


def test_a_clip_is_complete_when_its_path_is_returned(live):
    live.step(100)
    path = Path(live.save("goal.mcap"))
    with Recording(path) as recording:
        assert recording.end > recording.start
    with pytest.raises(ValueError, match="exists already"):
        live.save("goal.mcap")


@pytest.mark.parametrize(
    ("name", "fields", "text"),
    [
        ("dance", {}, "'dance' is no request; ask .*whistle"),
        ("hello", {}, "'hello' is no request"),  # of pages only
        ("speed", {}, "'speed' is missing in the request"),
        ("speed", {"speed": -1}, "times real time"),
        ("step", {"ticks": 0}, "0 ticks; from 1 to 10000 are possible"),
        ("place", {"gesture": 1, "things": [{"x": "a"}]}, "things.0.x: a number is wanted, not 'a'"),
        ("change", {"set": {"ball.mass": -1}}, "ball.mass"),
        ("whistle", {"whistle": "sing"}, "whistle: "),
    ],
)
def test_what_is_refused_raises_an_error_and_changes_nothing(pitch, live, name, fields, text):
    before = pitch.match.world.fingerprint()
    with pytest.raises(ValueError, match=text):
        live.ask(name, **fields)
    assert pitch.match.world.fingerprint() == before
    assert live.status()["faults"]["count"] == 0


def test_without_a_server_the_error_says_how_to_start_one():
    with pytest.raises(ValueError, match="start one with: robopitch serve"):
        robopitch.connect(":1")
    with pytest.raises(ValueError, match="HOST:PORT"):
        robopitch.connect("here:there")
