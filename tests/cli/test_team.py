import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from robopitch.cli.app import app

from .conftest import ENVIRONMENT, start_process

OWN_LEAGUE = str(Path(__file__).parents[2] / "examples" / "own_league")


@pytest.fixture(scope="module")
def pitch(start):
    """A server for two teams."""
    return start("serve", "ssl-div-b", "--headless", "--robots", "3")


def run(*arguments: str):
    return CliRunner().invoke(app, ["team", *arguments])


def team(offset: int, *arguments: str):
    """A team in a separate process."""
    return start_process("team", *arguments, "--port-offset", str(offset), "--interface", "127.0.0.1")


def free_offset() -> int:
    """A port offset without a server, specific to this process."""
    return 1087 + 100 * (os.getpid() % 110)


def decisions(lines: list[str]) -> int:
    """How often a team decided, by its last words."""
    line = next(line for line in lines if line.startswith("stopped after "))
    return int(re.findall(r"(\d+) decisions", line)[0])


@pytest.fixture(scope="module")
def played(pitch) -> dict[str, list[str]]:
    """The output of two teams that played against each other, and of one that received nothing.

    On a slow machine they play for longer, until all have come to what is tested.
    """
    said: dict[str, list[str]] = {}
    for seconds in ("3.2", "9", "27"):
        teams = {
            color: team(pitch.offset, name, "--league", "ssl-div-b", "--color", color, "--seconds", seconds)
            for color, name in (("blue", "chase"), ("yellow", "still"))
        }
        teams["lonely"] = team(free_offset(), "still", "--seconds", seconds)
        for color, process in teams.items():
            text, _ = process.communicate(timeout=150)
            assert process.returncode == 0, text
            said[color] = text.splitlines()
        enough = min(decisions(said["blue"]), decisions(said["yellow"])) > 10
        if enough and any("so far" in line for line in said["lonely"]):
            break
    return said


def test_a_team_says_what_it_plays_and_where_it_finds_everybody(pitch, played):
    assert played["blue"][0] == "chase plays blue in SSL Division B"
    text = "\n".join(played["blue"])
    assert f"vision   224.5.23.2:{10020 + pitch.offset}" in text
    assert f"referee  224.5.23.1:{10003 + pitch.offset}" in text
    assert f"commands 127.0.0.1:{10301 + pitch.offset}" in text
    assert f"commands 127.0.0.1:{10302 + pitch.offset}" in "\n".join(played["yellow"])
    assert "ready; Ctrl-C stops" in text


@pytest.mark.parametrize("color", ["blue", "yellow"])
def test_both_teams_play_and_are_answered(played, color):
    line = next(line for line in played[color] if line.startswith("stopped after "))
    decisions, sent, answered = map(int, re.findall(r"(\d+) (?:decisions|commands sent|answered)", line))
    assert decisions == sent > 10
    assert 0 < answered <= sent
    assert not any("refused" in line or "could not be read" in line for line in played[color])


def test_at_its_end_it_prints_the_times_of_its_modules(played):
    lines = played["blue"]
    head = next(index for index, line in enumerate(lines) if line.startswith("module (ms)"))
    rows = [line.split()[0] for line in lines[head + 1 : head + 7]]
    assert rows == ["vision", "estimator", "strategy", "motion", "radio", "whole"]
    assert not any(line.startswith("module (ms)") for line in lines[:head])  # only --timing prints it earlier


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
def test_a_team_that_is_told_to_stop_ends_with_0(number):
    process = team(free_offset(), "chase")
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("ready"):
            break
    process.send_signal(number)
    rest, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    assert "stopped after 0 decisions" in rest
    assert "Traceback" not in rest


def test_a_team_plays_mirosot_and_takes_commands_while_it_plays(start):
    there = start("serve", "mirosot-5v5", "--headless")
    arguments = ["mi20", "--league", "mirosot-5v5", "--port-offset", str(there.offset), "--events"]
    typed = "strategy.decision = chase\nsleep 2\nstop strategy\nmodules\n"
    for seconds in ("1", "9", "27"):
        more = ["--seconds", seconds, "--console", "--set", "estimator.keep=1"]
        done = CliRunner().invoke(app, ["team", *arguments, *more], input=typed)
        assert done.exit_code == 0, done.output
        if " 0 answered" not in done.output:
            break
    lines = done.output.splitlines()
    assert lines[0] == "mi20 plays blue in MiroSot 5 a side"
    for answer in ("strategy.decision = chase", "robot 2: sleeps", "strategy: stopped", "motion: runs"):
        assert answer in lines
    assert re.search(r"stopped after \d+ decisions; \d+ commands sent, [1-9]\d* answered", done.output)
    assert any(line.startswith("motion.robot_sleep") and line.split()[1] == "1" for line in lines)
    assert "could not be read" not in done.output
    assert "refused" not in done.output


HANGING = """
import time
from robopitch.cli import main
from robopitch.teams import TEAMS
def hang(observation):
    print("hangs", flush=True)
    time.sleep(60)
TEAMS["hang"] = hang
main()
"""


def test_a_team_that_hangs_is_ended_by_who_insists_and_told_where_it_hung():
    command = [sys.executable, "-c", HANGING, "team", "hang", "--interface", "127.0.0.1"]
    process = subprocess.Popen(
        [*command, "--port-offset", str(free_offset())],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=ENVIRONMENT,
    )
    assert process.stdout is not None
    assert any(line.startswith("hangs") for line in process.stdout)
    process.send_signal(signal.SIGINT)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(1.2)
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=120)
    assert process.returncode == -signal.SIGINT
    assert "the module 'strategy' does not come to an end" in rest


def test_it_says_that_nothing_comes(played):
    rest, place = "\n".join(played["lonely"]), f"224.5.23.2:{10020 + free_offset()}"
    assert f"no vision at {place} so far; waiting for it …" in rest
    assert f"warning: nothing came at {place}" in rest


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nobody"], "no team is called 'nobody'; known are "),
        (["chase", "--league", "msl"], "built-in teams cannot play msl over the network, because"),
        (
            ["chase", "--league", OWN_LEAGUE],
            "built-in teams cannot play table-2v2 over the network, because",
        ),
        (["chase", "--league", "mls"], "no league is called 'mls'; did you mean 'msl'?"),
        (["chase", "--color", "green"], "'green' is not one of"),
        (["chase", "--seconds", "0"], "--seconds 0.0: a time above 0 is wanted"),
        (["chase", "--delay", "7"], "--delay 7.0: from 0 to 1 s is possible"),
        (["chase", "--port-offset", "60000"], "an offset of 60000 moves the port of"),
        (["chase", "--port", "vision=70000"], "port 70000 (vision) does not exist; ports are 1 to 65535"),
        (["chase", "--port", "visio=10020"], "no port is called 'visio'; did you mean 'vision'?"),
        (["chase", "--vision-port", "70000"], "port 70000 (vision) does not exist; ports are 1 to 65535"),
        (["chase", "--port", "blue=0"], "port 0 (blue) does not exist; ports are 1 to 65535"),
        (["chase", "--command-port", "70000"], "port 70000 (blue) does not exist; ports are 1 to 65535"),
        (["chase", "--interface", "eth0"], "'eth0' (vision) is not an IPv4 address"),
        (["chase", "--host", "no such machine"], "'no such machine' (blue) is not a machine"),
    ],
)
def test_what_cannot_be_played_is_a_message_and_exit_code_2(arguments, message):
    usual = [] if "--interface" in arguments else ["--interface", "127.0.0.1"]
    done = run(*arguments, *usual, *([] if "--seconds" in arguments else ["--seconds", "0.1"]))
    assert done.exit_code == 2
    assert message in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_the_help_teaches():
    done = run("--help")
    assert done.exit_code == 0
    for option in ("--league", "--color", "--port-offset", "--port ", "--group", "--host", "--seconds", "--timing"):
        assert option in done.stdout
    assert "--vision-port" not in done.stdout  # the options of earlier versions work, but are not in the help


def test_a_team_gives_its_ports_back():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as plain:
        plain.bind(("127.0.0.1", 0))
        port = plain.getsockname()[1]
    where = ["--group", "vision=127.0.0.1", "--port", f"vision={port}", "--interface", "127.0.0.1"]
    done = run("still", *where, "--seconds", "0.1")
    assert done.exit_code == 0, done.output
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as plain:
        plain.bind(("127.0.0.1", port))


def received(pitch) -> int:
    """How many commands of yellow the server has received."""
    return json.loads(pitch.ask("status", "--json").stdout)["links"]["yellow"]["received"]


def test_a_team_says_when_the_server_falls_silent_and_is_back(pitch):
    process = team(pitch.offset, "still", "--league", "ssl-div-b", "--color", "yellow", "--seconds", "60")

    def hear(word: str) -> str:
        for line in process.stdout:
            if word in line:
                return line
        pytest.fail(f"it never said {word!r}")

    try:
        before = received(pitch)
        hear("ready")
        while received(pitch) == before:  # it has decided on a frame of vision
            time.sleep(0.05)
        assert pitch.ask("time", "pause").exit_code == 0
        hear("no vision for ")
        assert pitch.ask("time", "resume").exit_code == 0
        assert re.search(r"vision is back after \d+\.\d s", hear("back"))
    finally:
        process.send_signal(signal.SIGHUP)
        rest, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    assert "stopped after" in rest
