"""A recording on the page without a match: `robopitch replay`, and pictures that the page draws."""

import re
import signal
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import numpy as np
import pytest
from PIL import Image
from tests.server.pitch import free_network
from tests.web.promises import problems
from tests.web.stand import HERE, TOKEN, DecodedFrame, RefusedError, Visitor
from tools.browser import get_browser
from typer.testing import CliRunner

import robopitch
from robopitch.cli.app import app
from robopitch.recording.header import describe
from robopitch.recording.memory import MemorySink
from robopitch.recording.recorder import Recorder
from robopitch.recording.sink import write_recording
from robopitch.web import schema
from robopitch.web.http import STATIC, Page

from .conftest import start_program


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """Two seconds of a match in which the ball rolls."""
    path = tmp_path_factory.mktemp("page") / "m.mcap"
    match = robopitch.make_match("ssl-div-b", seed=2, epoch=0.0, players=2, blue="chase", yellow="chase")
    memory = MemorySink(10.0)
    recorder = Recorder(match, [memory])
    for _ in range(20):
        match.advance(match.tick + 100)
    recorder.close()
    write_recording(path, describe(match), memory.entries())
    return path


@pytest.fixture
def page(recorded):
    port = free_network().port("page")
    with Page(None, HERE, port, TOKEN, recording=recorded, begin=0.5) as page:
        yield page


@pytest.fixture
def visitor(page):
    with closing(Visitor(page.port, hello=False)) as visitor:
        visitor.send(ask="hello")
        yield visitor


def test_a_page_begins_with_the_recording(visitor):
    welcome, pitch, marks = (visitor.told(kind) for kind in ("welcome", "pitch", "marks"))
    assert problems(welcome, schema.Welcome) == []
    assert (welcome["source"], welcome["at"]) == ("m.mcap", 0.5)
    assert (pitch["source"], pitch["teams"]) == ("m.mcap", {"blue": "chase", "yellow": "chase"})
    assert marks["source"] == "m.mcap"
    early, late = DecodedFrame(visitor.see(at=0.5)), DecodedFrame(visitor.see(at=2.0))
    assert (early.time, late.time, late.last) == pytest.approx((0.5, 2.0, 2.0))
    assert early.robots != late.robots


def test_signals_of_the_recording_can_be_plotted(visitor):
    visitor.told("marks")
    assert "ball.speed" in visitor.ask("signals")["names"]
    (trace,) = visitor.ask("trace", expressions=["ball.speed"], seconds=2)["traces"]
    assert len(trace["times"]) > 50


@pytest.mark.parametrize(
    "ask",
    [{"ask": "watch", "source": "live"}, {"ask": "speed", "speed": 0}, {"ask": "branch", "at": 1}, {"ask": "save"}],
)
def test_what_needs_a_match_is_refused_and_the_recording_goes_on(visitor, ask):
    visitor.told("marks")
    with pytest.raises(RefusedError, match="no match is running here"):
        visitor.ask(ask.pop("ask"), **ask)
    assert DecodedFrame(visitor.see(at=1.0)).time == pytest.approx(1.0)


def test_replay_serves_the_page_until_it_is_interrupted(recorded):
    served = start_program("replay", str(recorded), "--no-browser", ready="Open ")
    process, said = served.process, served.said
    try:
        assert said[0] == f"{recorded}: 0.000 s to 2.000 s"
        url = re.fullmatch(r"Open (http://127\.0\.0\.1:\d+/)", said[-1]).group(1)
        with urllib.request.urlopen(url, timeout=120) as answer:
            assert "Robopitch" in answer.read().decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.communicate()


# ---- pictures ------------------------------------------------------------------------------------------------------


def export(*arguments: object):
    """In a thread of its own: the tests of the page may have a browser's driver with its loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(CliRunner().invoke, app, ["export", *map(str, arguments)]).result()


def test_the_page_draws_a_picture_of_a_moment(recorded, tmp_path):
    assert (STATIC / "index.html").is_file(), "the page is not built: make page"
    get_browser()  # there may be none on this machine yet
    path = tmp_path / "goal.png"
    done = export(recorded, "--to", path, "--at", "1.5", "--view", "free", "--width", "640")
    assert done.exit_code == 0, done.stderr
    assert done.stdout == f"picture  {path}\n"
    picture = np.asarray(Image.open(path).convert("RGB")).astype(int)
    assert picture.shape == (360, 640, 3)
    red, green, blue = np.moveaxis(picture, 2, 0)
    field = (green > red + 15) & (green > blue + 15)
    assert field.mean() > 0.1
    assert field[:, 540:].mean() > 0.02  # without panels
    assert ((blue > 140) & (blue - red > 60)).sum() > 20  # a blue robot


@pytest.mark.parametrize(
    ("arguments", "environment", "message"),
    [
        (
            ["--to", "m.png", "--view", "free"],
            {"ROBOPITCH_BROWSER": "/dev/null"},
            "the browser could not open the page",
        ),
        (["--to", "m.png", "--view", "free", "--at", "9"], {}, "--at 9: "),
        (["--to", "m.png", "--view", "free", "--width", "10"], {}, "--width 10: 200 to 4000 px are possible"),
        (["--to", "m.png", "--view", "free", "--league", "msl"], {}, "--league has no effect with this view"),
        (["--to", "/dev/null/m.png", "--view", "free"], {}, "/dev/null/m.png: cannot be written"),
    ],
)
def test_a_picture_that_cannot_be_drawn_is_a_message(recorded, arguments, environment, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    done = export(recorded, *arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_without_playwright_there_is_a_message(recorded, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "playwright", None)
    done = export(recorded, "--to", tmp_path / "m.png", "--view", "ball")
    assert done.exit_code == 2
    assert "--view top needs none. The package playwright is missing: pip install 'robopitch[film]'" in done.stderr
