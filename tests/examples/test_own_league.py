"""The league of examples/own_league, copied elsewhere: nothing in the package knows it."""

from __future__ import annotations

import importlib
import json
import math
import os
import shutil
import socket
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.request import urlopen

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.conftest import Served, start_process, start_program

import robopitch
from robopitch.leagues.publishing import Publishers
from robopitch.leagues.registry import family_of
from robopitch.messages import BodyVelocity, ChangeSensor, Goal, Orders, PlaceBall, Refusal, Ruling, Team
from robopitch.sensors.sensor import View

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "examples" / "own_league"
DEADLINE = 120.0  # s; only a test that fails waits that long


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A copy of the folder, under another name."""
    copy = tmp_path_factory.mktemp("elsewhere") / "my-league"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.fixture(scope="module")
def parts(folder) -> SimpleNamespace:
    """The modules of the league, as the package loads them."""
    robopitch.make(str(folder))
    package = type(family_of("table")).__module__.removesuffix(".league")
    return SimpleNamespace(
        **{name: importlib.import_module(f"{package}.{name}") for name in ("protocol", "rules", "sensor")}
    )


@pytest.fixture
def match(folder, parts):
    return robopitch.make_match(str(folder), seed=3, epoch=1000.0)


# ---- in this process ---------------------------------------------------------------------------------------------


def test_the_folder_is_the_family_and_its_first_league_is_played(match):
    assert match.world.league.name == "table-2v2"
    assert match.world.league.family == "table"
    assert len(match.world.bodies) == 4


def test_every_robot_has_its_range_finder(match, parts):
    suite = match.sensors.suite
    assert [sensor.name for sensor in suite] == ["blue 0 range", "blue 1 range", "yellow 0 range", "yellow 1 range"]
    assert {sensor.view for sensor in suite} == {View.VALUES}
    outputs = match.advance(1000)
    assert all(isinstance(output, parts.sensor.Range) for output in outputs)
    assert len(outputs) == pytest.approx(200, abs=8)  # four robots at 50 Hz


def test_without_noise_a_range_finder_reports_the_truth(match):
    for sensor in match.sensors.suite:
        assert match.offer("test", ChangeSensor(sensor.name, {"noise": 0.0, "delay": 0.0})) == ()
    match.world.place_ball(x=0.1, y=0.2)
    match.advance(1)
    reports = {str(report.robot): report.values for report in match.advance(500)[-4:]}
    for robot in match.world.robots():
        dx, dy = 0.1 - robot.pose.x, 0.2 - robot.pose.y
        values = reports[str(robot.body)]
        assert values["distance"] == pytest.approx(math.hypot(dx, dy), abs=1e-9)
        off = values["bearing"] - (math.atan2(dy, dx) - robot.pose.heading)
        assert math.remainder(off, math.tau) == pytest.approx(0.0, abs=1e-9)


def test_its_noise_is_that_of_its_settings(match):
    true = match.world.robot("blue", 0).pose
    distance = math.hypot(true.x, true.y)
    reports = [report for report in match.advance(10_000) if str(report.robot) == "blue 0"]
    errors = [report.values["distance"] - distance for report in reports]
    assert statistics.stdev(errors) == pytest.approx(0.002, rel=0.2)


def test_settings_that_are_out_of_range_are_refused(match):
    assert match.offer("test", ChangeSensor("blue 0 range", {"noise": -1.0}))
    assert match.offer("test", ChangeSensor("no sensor", {"noise": 0.0}))


def test_the_same_seed_gives_the_same_packets(folder, parts):
    def packets() -> list[bytes]:
        match = robopitch.make_match(str(folder), seed=3, blue="chase", yellow="chase", epoch=1000.0)
        publishers = Publishers(match, family_of("table"))
        return [packet.data for _, packets in publishers.go(2000) for packet in packets]

    first = packets()
    assert len(first) > 300
    assert first == packets()


def test_a_saved_match_goes_on_as_before(folder, parts):
    match = robopitch.make_match(str(folder), seed=3, blue="chase", yellow="chase")
    match.advance(1234)
    saved = match.save()
    first = match.advance(3000)
    match.restore(saved)
    assert match.advance(3000) == first


def test_a_goal_counts_and_the_ball_goes_back_to_the_centre(match):
    match.world.place_ball(x=0.6, y=0.11, vx=2.0)  # past the keeper
    for _ in match.go(1000):
        if match.score[Team.BLUE]:
            break
    assert match.score == {Team.BLUE: 1, Team.YELLOW: 0}
    match.advance(match.tick + 20)
    assert match.world.ball.position[:2] == pytest.approx((0.0, 0.0), abs=1e-3)


def test_its_referee_rules_only_when_there_was_a_goal(parts):
    referee = parts.rules.TableReferee()
    assert referee.judge(0, [], []) == []
    goal = Goal(5, 0.005, Team.YELLOW, (-0.8, 0.0, 0.0))
    ruling, place = referee.judge(10, [goal, goal], [])
    assert isinstance(ruling, Ruling)
    assert isinstance(place, PlaceBall)
    assert ruling.game.score == {Team.BLUE: 0, Team.YELLOW: 2}
    other = parts.rules.TableReferee()
    other.load(json.loads(json.dumps(referee.state())))
    assert other.judge(20, [goal], [])[0].game.score[Team.YELLOW] == 3


JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=5)


def packed(thing: object) -> bytes:
    return json.dumps(thing).encode()


def test_an_installed_package_is_found_by_name(tmp_path):
    shutil.copytree(SOURCE, tmp_path / "own_league", ignore=shutil.ignore_patterns("__pycache__"))
    about = tmp_path / "own_league-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: own-league\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[robopitch.leagues]\ntable = own_league.league:LEAGUE\n", encoding="utf-8")
    program = "import robopitch; print(len(robopitch.make_match('table-2v2').advance(200)))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT / 'src'}"},
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 20


# ---- its protocol ------------------------------------------------------------------------------------------------


def test_a_command_is_read(parts):
    orders = parts.protocol.decode_command(b'{"id": 1, "forward": 0.5, "turn": -2}', Team.BLUE)
    assert isinstance(orders, Orders)
    assert orders.orders[0].id == 1
    assert orders.orders[0].command == BodyVelocity(0.5, 0.0, -2.0)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"[]",
        b"1",
        b"{}",
        b'{"id": "one"}',
        b'{"id": null}',
        b'{"id": 1, "forward": "fast"}',
        b'{"id": 1, "turn": NaN}',
        b'{"id": 1, "turn": 1e999}',
        b'{"id": 1e999}',
        b"[" * 10_000,
    ],
)
def test_what_is_no_command_is_refused(parts, data):
    refusal = parts.protocol.decode_command(data, Team.BLUE)
    assert isinstance(refusal, Refusal)
    assert json.loads(parts.protocol.encode_error(refusal))["error"] == refusal.message


@given(data=st.binary(max_size=60) | st.dictionaries(st.sampled_from(["id", "turn", "time", "team"]), JSON).map(packed))
def test_random_bytes_do_no_harm(parts, data):
    assert isinstance(parts.protocol.decode_command(data, Team.BLUE), Orders | Refusal)
    assert isinstance(parts.protocol.decode_range(data), parts.sensor.Range | Refusal)


def test_a_report_is_written_and_read(parts, match):
    report = match.advance(200)[0]
    data = parts.protocol.encode_range(report, 1000.0)
    assert json.loads(data)["team"] == "blue"
    again = parts.protocol.decode_range(data)
    assert (again.robot, again.values) == (report.robot, report.values)
    assert again.capture == pytest.approx(1000.0 + report.capture)


# ---- served, recorded, replayed, shown ---------------------------------------------------------------------------


class Wire:
    """A team of this league: sockets and JSON."""

    def __init__(self, offset: int) -> None:
        self._port = 16001 + offset
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.settimeout(DEADLINE)

    def tell(self, **command: Any) -> None:
        self._socket.sendto(json.dumps(command).encode(), ("127.0.0.1", self._port))

    def answer(self) -> dict[str, Any]:
        return json.loads(self._socket.recv(2048))

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(scope="module")
def recorded(folder) -> Path:
    return folder.parent / "table.mcap"


@pytest.fixture(scope="module")
def served(folder, recorded) -> Iterator[Served]:
    served = start_program(
        "serve", str(folder), "--interface", "127.0.0.1", "--record", str(recorded), "--no-open", ready="ready"
    )
    yield served
    if served.process.poll() is None:
        served.process.kill()
        served.process.wait()


@pytest.fixture(scope="module")
def played(served) -> dict[str, Any]:
    """The state while a team with sockets plays: `drive.py` of the example, in a process of its own."""
    wire = Wire(served.offset)
    wire.tell(id=7)
    error = wire.answer()["error"]
    wire.close()
    said = subprocess.run(
        [sys.executable, str(SOURCE / "drive.py"), str(served.offset), "3"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout
    status = json.loads(served.ask("status", "--json").stdout)
    page = urlopen(f"http://127.0.0.1:{10400 + served.offset}/", timeout=DEADLINE).read()
    return {"error": error, "said": said, "status": status, "page": page}


def test_a_server_says_what_it_serves(served):
    text = "\n".join(served.said)
    assert "Table 2 a side" in text
    assert "radio    no delay, no loss" in text
    assert f"{16001 + served.offset}" in text


def test_a_team_with_sockets_hears_and_commands(played):
    assert int(played["said"].split()[0]) > 300
    link = played["status"]["links"]["blue"]
    assert link["received"] > 100
    assert sum(link["refused"].values()) == 1


def test_a_robot_that_does_not_exist_is_a_clear_answer(played):
    assert "blue 7" in played["error"]


def test_the_referee_of_the_league_rules(played):
    assert played["status"]["referee"]["from"] == "the league's referee"


def test_the_page_is_there(played):
    assert b"<html" in played["page"].lower()


@pytest.fixture(scope="module")
def replayed(served, played, recorded) -> Path:
    code, rest = served.end()
    assert code == 0, rest
    assert recorded.exists()
    return recorded


@pytest.fixture
def robopitch_said(tmp_path, monkeypatch) -> Callable[..., str]:
    """What a command says, in a process and a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def said(*arguments: str) -> str:
        process = start_process(*arguments)
        text, _ = process.communicate(timeout=120)
        assert process.returncode == 0, text
        return text

    return said


def test_a_recording_knows_the_league(replayed, robopitch_said):
    said = robopitch_said("info", str(replayed))
    assert "table-2v2" in said
    assert "/ranges" in said
    assert "/in/blue" in said


def test_a_recording_is_simulated_again_to_the_bit(replayed, robopitch_said):
    said = robopitch_said("replay", str(replayed), "--simulate", "--packets")
    assert "same" in said


def test_its_own_team_plays_headless_by_its_range_finders(folder, robopitch_said):
    said = robopitch_said("run", str(folder), "--headless", "--seconds", "2", "--blue", "seekers", "--yellow", "still")
    assert "seekers (blue) against still (yellow)" in said
    assert "vision      blue gets the reports of its sensors; yellow sees the true positions" in said


def test_a_recording_is_shown(replayed):
    served = start_program("replay", str(replayed), "--no-open", ready="Open ")
    try:
        page = urlopen(f"http://127.0.0.1:{10400 + served.offset}/", timeout=DEADLINE).read()
        assert b"<html" in page.lower()
    finally:
        served.end()
