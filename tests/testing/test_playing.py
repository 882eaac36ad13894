"""Runs of scenarios: in process and with external programs, their outcome and what they leave."""

import os
import re
import shlex
import sys
from pathlib import Path

import pytest

from robopitch.recording.reader import Recording
from robopitch.testing import eventually, play, signal
from robopitch.testing.scenario_file import make_scenario

ROOT = Path(__file__).parents[2]
TEAM = f"{shlex.join([sys.executable, str(ROOT / 'examples/my_team.py')])} --port {{port}} --colour {{colour}}"

ROLLING = {
    "name": "rolling",
    "league": "ssl-div-b",
    "seconds": 1.0,
    "jitter": 0.05,
    "ball": {"x": 0.0, "vx": 2.0, "roll": True},
    "blue": [{"id": 1, "x": -1.0, "y": 0.0}],
    "check": [{"eventually": "ball.x > 0.5"}],
}


def scenario(**more):
    return make_scenario({**ROLLING, **more}, "x")


def test_a_run_ends_as_soon_as_it_is_decided():
    outcome = play(scenario())
    assert outcome.passed
    assert 0.2 < outcome.time < 0.4  # 0.5 m at 2 m/s
    outcome = play(scenario(check=[{"never": "ball.x > 0.5"}, {"always": "ball.y < 1"}]))
    assert not outcome.passed
    assert 0.2 < outcome.time < 0.4
    assert [verdict.value for _, verdict in outcome.verdicts] == ["failed", "undecided"]


def test_the_same_seed_is_the_same_run_and_another_is_another():
    first, again, other = (play(scenario(play={"blue": "chase"}), seed) for seed in (3, 3, 4))
    assert (first.digest, first.fingerprint) == (again.digest, again.fingerprint)
    assert first.fingerprint != other.fingerprint


def test_a_failed_run_leaves_a_recording_and_a_picture(tmp_path):
    outcome = play(scenario(check=[{"eventually": "ball.x > 5"}]), 2, keep=tmp_path)
    assert "failed at 1.00 s" in outcome.reason
    assert "ball.x is" in outcome.reason
    assert outcome.picture.read_bytes().startswith(b"\x89PNG")
    with Recording(outcome.recording) as recording:
        assert recording.header["seed"] == 2
    assert {path.name for path in tmp_path.iterdir()} == {"rolling-2.mcap", "rolling-2.png"}


def test_a_passed_run_leaves_nothing(tmp_path):
    assert play(scenario(), keep=tmp_path).passed
    assert list(tmp_path.iterdir()) == []


def test_a_match_that_the_referee_ends_proves_nothing():
    outcome = play(scenario(league="msl", seconds=3.0, check=[{"never": "ball.x > 100"}]))  # too few robots
    assert not outcome.passed
    assert "the match ended" in outcome.reason
    assert "undecided: never ball.x > 100" in outcome.reason


def test_validators_replace_the_checks_of_the_scenario():
    assert not play(scenario(), validators=[eventually(signal("ball.x > 5"))]).passed


# ---- external programs ------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _importable(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))


def test_an_external_program_in_lockstep_gives_the_same_events_each_time(tmp_path):
    blue = {"blue": [{"id": 1, "x": -0.25, "y": 0.0}], "ball": {"x": 0.0}}
    ours = {"play": {"blue": f"external: {TEAM}", "timeout": 60}, "check": [{"eventually": "ball.speed > 2"}]}
    first, again = (play(scenario(**blue, **ours), 1, keep=tmp_path / str(number)) for number in range(2))
    assert first.passed, first.reason
    assert first.events
    assert first.event_list() == again.event_list()
    assert first.fingerprint == again.fingerprint
    assert first.outputs[0].read_text() == "plays blue\n"


def test_a_program_that_never_answers_fails_after_its_timeout_and_is_killed_with_its_children(tmp_path):
    script = "sleep 60 & echo $!; trap '' TERM; sleep 60"
    stubborn = f"external: sh -c {shlex.quote(script)}"
    outcome = play(scenario(play={"blue": stubborn, "timeout": 0.5}), keep=tmp_path)
    assert not outcome.passed
    assert "the program of blue did not connect for 0.5 s" in outcome.reason
    assert "undecided: eventually ball.x > 0.5" in outcome.reason
    child = int((tmp_path / "rolling-0-blue.txt").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("no-such-program {port}", "could not be started"),
        ("sh -c 'echo it broke; exit 3'", "ended with exit code 3.*it printed: it broke"),
        ("sh -c 'echo done; exit 0'", "ended with exit code 0.*it printed: done"),
        ('sh -c "', "could not be started"),
        ("sh -c 'echo {colour} {seed} {other} {referee_group}; exit 1'", r"printed: yellow 0 \{other\} 224\.5\.23\.1;"),
    ],
)
def test_a_program_that_breaks_is_a_clear_failure(command, reason):
    outcome = play(scenario(play={"yellow": f"external: {command}", "timeout": 20}))
    assert not outcome.passed
    assert re.search(reason, outcome.reason), outcome.reason


def test_a_program_may_go_on_in_children_after_it_has_ended(tmp_path):
    outcome = play(scenario(play={"blue": "external: sh -c 'sleep 60 & exit 0'", "timeout": 0.5}), keep=tmp_path)
    assert "did not connect for 0.5 s" in outcome.reason


def test_a_program_that_leaves_or_sends_nonsense_is_a_clear_failure():
    connect = "import socket, sys; s = socket.create_connection(('127.0.0.1', int(sys.argv[1])));"
    for last, reason in (
        ("s.close()", "closed its connection"),
        ("s.sendall(b'\\xff' * 99); import time; time.sleep(60)", "cannot be read"),
        ("s.sendall(b'\\xff' * 99); sys.exit(1)", "cannot be read"),
    ):
        command = f"{shlex.quote(sys.executable)} -c {shlex.quote(connect + last)} {{port}}"
        outcome = play(scenario(play={"blue": f"external: {command}", "timeout": 20}))
        assert reason in outcome.reason
