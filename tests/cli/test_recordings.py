"""The commands that make, read and play recordings."""

import json
import socket

import pytest
from typer.testing import CliRunner

from robopitch.cli.app import app
from robopitch.leagues.ssl.formats.log import write_log
from robopitch.net import Listener
from robopitch.recording.reader import Recording
from robopitch.recording.resimulation import simulate_again
from robopitch.teams import TEAMS


def run(*arguments: str):
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    path = tmp_path_factory.mktemp("verbs") / "m.mcap"
    done = run(
        "run", "ssl-div-b", "--referee", "free", "--seconds", "3", "--record", str(path), "--speed", "max",
        "--comment", "place=here", "--out", str(path.with_suffix(".png")),
    )  # fmt: skip
    assert done.exit_code == 0, done.stderr
    assert f"recording   {path}" in done.stdout
    return path


def test_recording_a_game_does_not_change_it(recorded, tmp_path):
    game = ["run", "ssl-div-b", "--headless", "--seconds", "1.5", "--out", str(tmp_path / "a.png")]
    with_it, without = run(*game, "--record", str(tmp_path / "a.mcap")), run(*game)
    prints = [next(line for line in done.stdout.splitlines() if "fingerprint" in line) for done in (with_it, without)]
    assert prints[0] == prints[1]


def test_info_tells_the_story_that_the_game_told(tmp_path):
    path = tmp_path / "g.mcap"
    game = ["run", "ssl-div-b", "--blue", "cambada", "--seconds", "8", "--speed", "max", "--record", str(path)]
    live = run(*game, "--out", str(tmp_path / "g.png")).stdout
    told = run("info", str(path), "--story").stdout
    assert "passes (completed)" in told
    assert [line for line in told.splitlines() if line.startswith(("kicks", "shots", "goals  "))] == [
        line for line in live.splitlines() if line.startswith(("kicks", "shots", "goals  ")) and "blue" not in line
    ]
    assert json.loads(run("info", str(path), "--story", "--json").stdout)["names"] == ["cambada", "mi20"]
    refused = run("info", __file__, "--story")
    assert refused.exit_code == 2
    assert ".mcap" in refused.stderr


def test_info_says_what_is_in_it(recorded):
    plain = run("info", str(recorded)).stdout
    assert "ssl-div-b" in plain
    assert "0.000 s to 3.000 s" in plain
    assert "cambada (blue), mi20 (yellow)" in plain
    found = json.loads(run("info", str(recorded), "--json").stdout)
    assert found["comments"] == {"place": "here"}
    assert "/vision" in found["messages"]
    assert found["problems"] == []


def test_simulating_again_is_exit_code_0_if_it_is_the_same(recorded):
    done = run("replay", str(recorded), "--simulate", "--packets")
    assert done.exit_code == 0
    assert "151 frames of truth are the same, bit for bit" in done.stdout
    assert "packets are the same" in done.stdout


def test_a_branch_has_the_same_past_and_another_future(recorded, tmp_path):
    same = run("replay", str(recorded), "--from", "1", "--seed", "0")
    other = run("replay", str(recorded), "--from", "1", "--blue", "still", "--record", str(tmp_path / "b.mcap"))
    assert "at 3.000 s the ball is 0.000 m from where it was" in same.stdout
    assert other.exit_code == 0
    assert "the ball is 0.000 m" not in other.stdout
    with Recording(tmp_path / "b.mcap") as recording:
        assert simulate_again(recording, TEAMS).same
        assert recording.seconds == pytest.approx(2.0)


def test_a_branch_goes_on_in_another_engine(recorded, tmp_path):
    path = tmp_path / "b.mcap"
    done = run("replay", str(recorded), "--from", "2.9", "--engine", "mujoco-spatial", "--record", str(path))
    assert done.exit_code == 0, done.stderr
    away = float(done.stdout.split("the ball is ")[1].split(" m ")[0])
    assert away < 0.05  # m, after 0.1 s
    with Recording(path) as recording:
        assert recording.header["engine"] == "mujoco-spatial"
        assert simulate_again(recording, TEAMS).same


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["replay", "missing.mcap"], "cannot be read"),
        (["replay", "missing.log"], "cannot be read"),
        (["info", __file__], ".mcap, .mi20, .log"),
        (["replay", "M", "--from", "9", "--seed", "2"], "nothing is left after second 9"),
        (["replay", "M", "--from", "1", "--blue", "nobody"], "no team is called 'nobody'"),
        (["replay", "M", "--from", "1", "--engine", "turv"], "no engine is called 'turv'; did you mean 'turf'?"),
        (["replay", "M", "--send", "--from", "99"], "--from 99: there are 3.000 s"),
        (["replay", "M", "--from", "99"], "runs from 0.000 to 3.000 s"),
        (["replay", "M", "--to", "2"], "--to has no effect here; it is for --send, another course"),
        (["replay", "M", "--speed", "2"], "--speed has no effect here; it is for --send"),
        (["replay", "M", "--packets"], "--packets has no effect here; it is for --simulate"),
        (["replay", "M", "--record", "x.mcap"], "--record has no effect here; it is for --seed"),
        (["replay", "M", "--simulate", "--from", "1"], "--from has no effect here"),
        (["replay", "M", "--send", "--simulate"], "--send and --simulate exclude each other"),
        (["replay", "M", "--send", "--no-browser"], "--no-browser has no effect here; it is for the page"),
        (["replay", __file__], "can be opened"),
        (["replay", "M", "--from", "1", "--set", "ball.mass=-1"], "ball.mass"),
        (["run", "--seconds", "1", "--minutes", "1"], "one of them is enough"),
        (["run", "--headless", "--record", "/dev/null/x.mcap"], "cannot be written"),
        (["run", "--headless", "--record", "M"], "exists already; choose another name, or add --overwrite"),
        (["run", "--headless", "--record", "nowhere/x.mcap"], "the folder nowhere does not exist"),
        (["run", "--headless", "--overwrite"], "--overwrite: nothing is recorded"),
        (["serve", "--headless", "--record", "M"], "add --overwrite"),
        (["serve", "--headless", "--record", "/proc/x.mcap"], "/proc/x.mcap cannot be written"),
        (["experiment", "--record", "M"], "add --overwrite"),
        (["replay", "M", "--from", "1", "--seed", "2", "--record", __file__ + ".mcap/x.mcap"], "does not exist"),
        (["replay", "M", "--from", "1", "--seed", "2", "--record", "M", "--overwrite"], "cannot replace the recording"),
        (["team", "mi20", "--league", "mirosot-5v5", "--record", "MI20"], "add --overwrite"),
    ],
)
def test_what_cannot_be_done_is_a_message_and_exit_code_2(recorded, arguments, message):
    (old := recorded.with_suffix(".mi20")).touch()
    before = recorded.read_bytes()
    files = {"M": str(recorded), "MI20": str(old)}
    done = run(*(files.get(argument, argument) for argument in arguments))
    assert done.exit_code == 2
    assert message in " ".join(done.stderr.split())
    assert "ready" not in done.stdout
    assert recorded.read_bytes() == before


def test_a_file_is_recorded_over_with_overwrite(recorded, tmp_path):
    path = tmp_path / "m.mcap"
    path.write_bytes(b"of yesterday")
    game = ["run", "ssl-div-b", "--headless", "--seconds", "0.2", "--out", str(tmp_path / "a.png")]
    assert run(*game, "--record", str(path), "--overwrite").exit_code == 0
    branched = ["replay", str(recorded), "--from", "2.9", "--seed", "2", "--record", str(path)]
    assert run(*branched).exit_code == 2
    assert run(*branched, "--overwrite").exit_code == 0
    with Recording(path) as recording:
        assert recording.seconds == pytest.approx(0.1, abs=0.02)


# ---- over the network ---------------------------------------------------------------------------------------------


def free_offset() -> int:
    """A port offset at which the ports of a replay are probably free."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1] % 20000 + 5000


def received(listener: Listener) -> list[bytes]:
    found = []
    while True:
        came = listener.receive(1000)
        if not came:
            return found
        found += [data for data, _ in came]


@pytest.mark.parametrize("source", ["recording", "log", "packed log"])
def test_a_replay_sends_the_recorded_packets_again(recorded, source, tmp_path):
    with Recording(recorded) as recording:
        packets = list(recording.packets(("/vision", "/tracker", "/referee")))
    path = recorded
    if source != "recording":
        path = tmp_path / ("m.log" if source == "log" else "m.log.gz")
        write_log(path, packets)
    offset = free_offset()
    with Listener("224.5.23.2", 10020 + offset, "127.0.0.1") as vision:
        done = run(
            "replay", str(path), "--send", "--speed", "20", "--from", "2.5", "--to", "2.9", "--interface", "127.0.0.1",
            "--port-offset", str(offset),
        )  # fmt: skip
        heard = received(vision)
    assert done.exit_code == 0, done.stderr
    first = packets[0][0] if source != "recording" else 0
    wanted = [data for time, topic, data in packets if topic == "/vision" and 2.5e9 <= time - first <= 2.9e9]
    assert heard == wanted
    assert len(heard) > 50


def test_a_running_server_saves_its_last_minute(start, tmp_path):
    served = start("serve", "ssl-div-b", "--realism", "none", "--headless", "--clips", str(tmp_path))
    path = tmp_path / "clip.mcap"
    done = served.ask("save", "clip.mcap")
    assert done.stdout == f"saved {path}\n"
    with Recording(path) as recording:
        assert simulate_again(recording, TEAMS).same
    for name in ("/dev/null/clip.mcap", "../clip.mcap", "clip.txt", "clip.mcap"):
        refused = served.ask("save", name)
        assert refused.exit_code == 2
        assert str(tmp_path) in refused.stderr.replace("\n", "") or name == "clip.txt"
