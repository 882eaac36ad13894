"""A match in one file: opened by a browser from the disk, without a server and without a network."""

import math
import re
from pathlib import Path

import numpy as np
import pytest
from tests.web.screen import eventually
from typer.testing import CliRunner

import robopitch
from robopitch.cli.app import app
from robopitch.messages import Team
from robopitch.recording.match_recording import MatchRecording
from robopitch.recording.reader import Recording

DATA = Path(__file__).parents[1] / "recording" / "data"
LEAGUES = ("ssl-div-b", "msl", "humanoid-kid")
FAR, TURNED = 0.005, math.radians(0.5)  # what may be lost between the moments that are kept
SHOWN = """async (times) => {
  const { backend } = robopitch.page;
  const found = [];
  for (const time of times) {
    const frame = await new Promise((done) => {
      const before = backend.onFrame;
      backend.onFrame = (frame) => { backend.onFrame = before; done(frame); };
      backend.see(time);
    });
    found.push([frame.ball.x, frame.ball.y, frame.robots.map(({ name, x, y, heading }) => [name, x, y, heading])]);
  }
  return found;
}"""


def export(file: Path, to: Path, *more: str) -> str:
    done = CliRunner().invoke(app, ["export", str(file), "--to", str(to), *more])
    return f"{done.exit_code} {done.output}"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    for league in LEAGUES:
        assert export(DATA / f"2026-11-{league}.mcap", folder / f"{league}.html", "--signal", "ball.x * 2")[0] == "0"
    return folder


@pytest.fixture
def opened(browser, files):
    """Opens a page from the disk; nothing may be fetched, and nothing may go wrong."""
    context = browser.new_context(offline=True, viewport={"width": 1000, "height": 600})
    faults: list[str] = []

    def open_one(league: str, more: str = ""):
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: faults.append(request.url) if request.url.startswith("http") else None)
        page.goto(f"{(files / league).as_uri()}.html{more}")
        assert eventually(lambda: page.evaluate("window.robopitch?.page.frame?.robots.length > 0"))
        return page

    yield open_one
    context.close()
    assert faults == []


@pytest.mark.parametrize("league", LEAGUES)
def test_everything_is_where_it_was_also_between_the_moments_that_are_kept(opened, league):
    recording = Recording(DATA / f"2026-11-{league}.mcap")
    step = float(recording.header["timestep"])
    frames = [frame for frame in recording.truth() if frame.tick * step > 0.05]
    shown = opened(league).evaluate(SHOWN, [frame.tick * step for frame in frames])
    away, turned, rolled = [], [], []
    for frame, (x, y, robots) in zip(frames, shown, strict=True):
        rolled.append(math.hypot(x - frame.ball[0], y - frame.ball[1]))
        seen = {name: pose for name, *pose in robots}
        for body, pose in zip(frame.bodies, frame.robots.T, strict=True):
            rx, ry, heading = seen[f"{body.team or 'obstacle'} {body.id}"]
            away.append(math.hypot(rx - pose[0], ry - pose[1]))
            if league != "humanoid-kid":  # of a robot with joints, its trunk is drawn
                turned.append(abs(math.remainder(heading - pose[2], math.tau)))
    assert max(rolled) < 0.002  # the ball is kept as it was recorded
    assert np.percentile(away, 99) < FAR
    assert not turned or np.percentile(turned, 99) < TURNED


def test_it_has_score_panels_and_signals_but_nothing_that_wants_a_server(opened):
    page = opened("ssl-div-b", "#at=1.5&view=top&speed=0.25")
    assert eventually(lambda: page.evaluate("robopitch.page.frame.time >= 1.5"))
    assert page.evaluate("robopitch.page.watching.speed") == 0.25
    page.wait_for_selector('button[data-view="top"][aria-pressed="true"]')
    assert page.locator('#dock [role="tab"]').all_inner_texts() == ["Match", "Plots", "Layers", "Log"]
    assert page.locator("#control, #reset, #branch, #save-clip").count() == 0
    ask = 'robopitch.page.backend.ask("trace", { expressions: %s, since: 0, seconds: 9 }).then(({ traces }) => traces)'
    twice, once, none = page.evaluate(ask % '["ball.x * 2", "ball.x", "ball.x + 1"]')
    assert len(twice["values"]) > 10
    assert np.interp(once["times"], twice["times"], twice["values"]) == pytest.approx(
        2 * np.array(once["values"]), abs=0.01
    )
    assert "by their names only" in none["error"]


def test_the_file_says_what_is_lost_and_loads_nothing(files):
    text = (files / "msl.html").read_text(encoding="utf-8")
    assert "cannot be simulated again" in text
    assert re.search(r"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-", text)
    assert not re.search(r'(src|href)="(?!data:)', text)


def test_texts_of_a_recording_are_never_markup(tmp_path, browser):
    name = "</script><script>document.title=1//"
    match = robopitch.make_match("ssl-div-b", blue="chase", yellow="external", players=1, names={Team.YELLOW: name})
    with MatchRecording(tmp_path / "m.mcap") as recording:
        recording.start(match)
        match.advance(500)
    assert export(tmp_path / "m.mcap", tmp_path / "m.html")[0] == "0"
    page = browser.new_page()
    page.goto((tmp_path / "m.html").as_uri())
    assert eventually(lambda: page.evaluate("robopitch.page.pitch !== null"))
    assert page.title() != "1"
    assert page.evaluate("robopitch.page.pitch.names.yellow") == name
    page.close()


@pytest.mark.parametrize(
    ("spoil", "more", "why"),
    [
        (lambda data: data[: len(data) // 3], (), "m.mcap"),
        (lambda data: b"no recording", (), "m.mcap"),
        (lambda data: data, ("--from", "50"), "nothing was recorded"),
        (lambda data: data, ("--signal", "ball.q"), "--signal ball.q"),
    ],
)
def test_what_cannot_be_read_gives_a_message_and_no_file(tmp_path, spoil, more, why):
    (tmp_path / "m.mcap").write_bytes(spoil((DATA / "2026-11-ssl-div-b.mcap").read_bytes()))
    said = export(tmp_path / "m.mcap", tmp_path / "m.html", *more)
    if said.startswith("0"):
        assert "cut" in said or (tmp_path / "m.html").is_file()  # the first third of a recording can be read
    else:
        assert why in said
        assert not (tmp_path / "m.html").exists()
