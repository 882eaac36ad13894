import ctypes
import io
import json
import math
import os
import pty
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from robopitch.cli.app import app

OWN_LEAGUE = str(Path(__file__).parents[2] / "examples" / "own_league")


def run(*arguments: str):
    return CliRunner().invoke(app, list(arguments))


def status(served) -> dict:
    done = served.ask("status", "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def eventually(question, seconds: float = 120.0):
    """The first truthy answer of *question*; fails after so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answer := question():
            return answer
    pytest.fail("it never came true")


def test_a_server_says_where_it_listens_and_sends(served):
    text = "\n".join(served.said)
    for port in (10020, 10010, 10003, 10300, 10301, 10302, 10303, 20011, 10399):
        assert f":{port + served.offset} " in text, port
    assert "SSL Division B" in served.said[0]
    assert served.said[1] == "physics  turf at 1 ms, seed 0"
    assert served.said[2] == "realism  none: vision 35 ms late; none of it, as in grSim: --realism perfect"
    assert served.said[-1].startswith("ready")


def test_status_is_json_for_programs_and_lines_for_people(served):
    found = status(served)
    assert (found["league"], found["mode"], found["robots"]) == ("ssl-div-b", "real time", {"blue": 6, "yellow": 6})
    plain = served.ask("status").stdout
    assert "ssl-div-b, turf at 1 ms, seed 0, real time" in plain
    for row in ("blue in", "yellow in", "grsim in", "vision out", "tracker out", "referee out"):
        assert f"\n{row} " in plain
    assert f"224.5.23.2:{10020 + served.offset}" in plain


def test_what_is_refused_is_counted_and_explained(served):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.settimeout(120)
        udp.sendto(b"\xff\xff garbage", ("127.0.0.1", 10301 + served.offset))
        udp.recv(65536)
    assert status(served)["links"]["blue"]["refused"] == {"UNREADABLE": 1}
    plain = served.ask("status").stdout
    assert "UNREADABLE 1" in plain
    assert "last refused: blue: 10 bytes are not a RobotControl" in plain


@pytest.mark.parametrize(("whistle", "says"), [("halt", "halt"), ("stop", "stop"), ("start", "start")])
def test_a_whistle_is_heard(served, whistle, says):
    assert served.ask("referee", whistle).stdout == f"whistled {whistle}\n"
    assert status(served)["referee"]["command"].lower() == says


def test_time_is_paused_stepped_slowed_and_resumed(served):
    assert served.ask("time", "pause").stdout == "paused\n"
    before = status(served)
    assert before["speed"] == 0
    assert "paused" in served.ask("status").stdout
    stepped = served.ask("time", "step", "25")
    assert stepped.stdout == f"paused at tick {before['tick'] + 25}\n"
    assert status(served)["tick"] == before["tick"] + 25
    assert served.ask("time", "speed", "0.5").stdout == "time runs 0.5 times\n"
    assert status(served)["speed"] == 0.5
    assert served.ask("time", "speed", "max").exit_code == 0
    assert status(served)["mode"] == "free"
    assert served.ask("time", "resume").exit_code == 0
    resumed = status(served)
    assert resumed["speed"] == 1
    assert eventually(lambda: status(served)["tick"] > resumed["tick"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["time", "speed"], "speed wants a number"),
        (["time", "pause", "3"], "pause takes no value"),
        (["time", "speed", "fast"], "a speed of 'fast'"),
        (["time", "speed", "nan"], "a speed of 'nan'"),
        (["time", "speed", "5000"], "to 1000 is possible"),
        (["time", "step", "0"], "0 ticks; from 1 to 10000 are possible"),
        (["time", "step", "two"], "'two' ticks; a whole number is wanted"),
        (["referee", "foul"], "'foul' is not one of"),
    ],
)
def test_what_time_and_referee_cannot_do_is_exit_code_2(served, arguments, message):
    done = served.ask(*arguments)
    assert done.exit_code == 2
    assert message in " ".join(done.stderr.split())


def test_a_running_server_can_be_changed(served):
    done = served.ask("change", "--realism", "realistic", "--noise", "ball_position=2 mm", "--set", "ball.mass=40 g")
    assert done.stdout.startswith("changed at tick ")
    served.ask("change", "--set", "sensors.vision.cameras=2")
    assert status(served)["cameras"] == 2
    for arguments, text in (
        (["--noise", "missing_ball=3"], "missing_ball"),
        (["--set", "ball.flavour=1"], "flavour"),
        (["--realism", "nice"], "nice"),
        ([], "nothing to change"),
    ):
        done = served.ask("change", *arguments)
        assert done.exit_code == 2
        assert text in done.stderr
    served.ask("change", "--set", "sensors.vision.cameras=4")
    assert status(served)["cameras"] == 4


def test_a_second_server_on_the_same_ports_is_told_what_to_do(served):
    done = run("serve", "--port-offset", str(served.offset), "--interface", "127.0.0.1")
    assert done.exit_code == 2
    assert f"port {10301 + served.offset} (UDP, blue) is taken" in done.stderr
    assert "--port-offset 100" in done.stderr


def test_nobody_there_is_a_message_and_exit_code_2():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    for verb in (["status"], ["referee", "halt"], ["time", "pause"]):
        done = run(*verb, "--console-port", str(port))
        assert done.exit_code == 2
        assert f"no server listens at 127.0.0.1:{port}" in done.stderr


def test_a_server_that_is_told_to_stop_many_times_at_once_ends_too(start):
    process = start("serve", "ssl-div-b", "--cameras", "1").process
    for _ in range(20):
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
    process.communicate(timeout=120)
    assert process.returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="sends a signal to one thread of another process")
def test_a_signal_that_another_thread_gets_ends_a_server_at_once(start):
    """It does not wake the main thread, which would wait for ten seconds."""
    process = start("serve", "ssl-div-b", "--robots", "1", "--headless").process
    other = next(int(task) for task in os.listdir(f"/proc/{process.pid}/task") if int(task) != process.pid)
    assert ctypes.CDLL(None).tgkill(process.pid, other, signal.SIGINT) == 0
    rest, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    assert float(re.search(r"stopped after ([\d.]+) s", rest)[1]) < 9


def test_a_server_stops_by_itself_after_the_seconds_it_was_given(start):
    served = start("serve", "ssl-div-b", "--robots", "2:1", "--speed", "max", "--seconds", "2.5", "--cameras", "1")
    rest, _ = served.process.communicate(timeout=120)
    assert served.process.returncode == 0
    assert "stopped after 2.500 s" in rest
    assert "external (blue, 2) against external (yellow, 1)" in served.said[0]


def test_in_lockstep_time_stands_still_until_somebody_steps_and_sigint_ends_it_with_0(start):
    served = start("serve", "ssl-div-b", "--lockstep")
    assert (status(served)["mode"], status(served)["tick"]) == ("lockstep", 0)
    ended(*served.end(signal.SIGINT))


def test_a_built_in_team_waits_for_one_from_outside_and_sigterm_ends_it_with_0(start):
    teams = ("--blue", "chase", "--yellow", "external", "--yellow-name", "Tigers")
    served = start("run", "ssl-div-b", *teams, "--no-open")
    assert status(served)["teams"] == {"blue": "chase", "yellow": "external"}
    assert status(served)["names"] == {"blue": "chase", "yellow": "Tigers"}
    assert "Tigers (yellow, 6)" in served.said[0]
    assert "built-in teams see the true positions" in served.said[3]
    assert not any("listens at" in line for line in served.said)
    assert served.process.stdout.readline() == f"Open http://127.0.0.1:{10400 + served.offset}/\n"
    code, rest = served.end(signal.SIGTERM)
    ended(code, rest)
    assert "shots (on target)" in rest


def ended(code: int, rest: str) -> None:
    assert code == 0
    assert any(line.startswith("stopped after ") for line in rest.splitlines())
    assert "Traceback" not in rest


def test_two_built_in_teams_can_be_watched_over_the_network(start):
    served = start("run", "ssl-div-b", "--live", "--speed", "max", "--seconds", "2", "--cameras", "1")
    rest, _ = served.process.communicate(timeout=120)
    assert served.process.returncode == 0
    assert "cambada (blue, 6) against mi20 (yellow, 6)" in served.said[0]
    assert "stopped after 2.000 s" in rest
    assert "shots (on target)" in rest


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["mls"], "no league is called 'mls'; did you mean 'msl'?"),
        (["--realism", "real"], "no realism for 'ssl' leagues is called 'real'"),
        (["--noise", "ball_positon=1 mm"], "ball_positon: no such key here; did you mean 'ball_position'"),
        (["--noise", "ball_position"], "write path=value"),
        (["--cameras", "0"], "sensors.vision.cameras"),
        (["--rate", "2000"], "sensors.vision.rate"),
        (["--tracker", "magic"], "no tracker is called 'magic'; known are filter, none, truth"),
        (["--enforce", "goals"], "no rule is called 'goals'; known are halt, placement, robots"),
        (["--watchdog", "-1"], "a watchdog of -1.0 s"),
        (["--speed", "fast"], "a speed of 'fast'; 0 (a pause) to 1000 is possible, or max"),
        (["--speed", "9999"], "to 1000 is possible"),
        (["--robots", "six"], "--robots six: a number, or two as in 6:3, is wanted"),
        (["--robots", "99"], "99"),
        (["--engine", "carpet"], "no engine is called 'carpet'; known are mujoco, mujoco-spatial, turf"),
        (["--blue-robot", "nobody"], "no robot is called 'nobody'"),
        (["--port-offset", "50000"], "an offset of 50000 moves the port of"),
        (["--port", "vision=70000"], "port 70000 (vision) does not exist; ports are 1 to 65535"),
        (["--vision-port", "70000"], "port 70000 (vision) does not exist; ports are 1 to 65535"),
        (["--port", "visoin=10025"], "no port is called 'visoin'; did you mean 'vision'?"),
        (["--port", "eyes=10025"], "no port is called 'eyes'; known are blue, console, control, driver, gc_autoref"),
        (["--port", "vision"], "--port vision: write name=value, for example --port vision=10025"),
        (["--port", "vision=many"], "--port vision=many: a port is a number from 1 to 65535"),
        (["--port", "vision=1", "--port", "vision=2"], "--port vision: given twice, 1 and 2"),
        ([OWN_LEAGUE, "--headless", "--lockstep"], "--lockstep: no protocol of table-2v2 requests steps"),
        (["--group", "tracker=224.1.2.3"], "no group is called 'tracker'; known are referee, vision"),
        (["--interface", "eth0"], "'eth0' (vision) is not an IPv4 address"),
        (["--host", "198.51.100.77"], "198.51.100.77 (blue) is not an address of this machine; --host wants"),
        (["--seconds", "0"], "--seconds 0: one step of 0.001 s at least is wanted"),
        (["--set", "ball.mas=1"], "did you mean 'mass'?"),
    ],
)
def test_what_cannot_be_served_is_a_message_and_exit_code_2(arguments, message):
    done = run("serve", *arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_league_without_protocols_is_not_played_over_the_network(tmp_path):
    folder = tmp_path / "plain"
    shutil.copytree(OWN_LEAGUE, folder)
    for file in ("league.py", "network.toml"):
        (folder / file).unlink()
    for file in folder.rglob("*.toml"):
        text = file.read_text(encoding="utf-8").replace("table-", "plain-").replace('"table"', '"plain"')
        text = re.sub(r"\[\[sensors\]\].*(?=\[drive\])", "", text, flags=re.DOTALL)
        file.write_text(text, encoding="utf-8")
    for command, message in (
        ("serve", "no protocols so far; these can: humanoid-kid, humanoid-kid-2011, mirosot-5v5, mirosot-7v7, "),
        ("serve", "to watch built-in teams: robopitch run plain-2v2"),
        ("run --blue external", "plain-2v2 cannot be played over the network"),
        ("run --lockstep --vision-port 3", "--lockstep, --vision-port: plain-2v2 is not played over the network"),
    ):
        verb, *options = command.split()
        done = run(verb, str(folder), *options)
        assert (done.exit_code, done.stdout) == (2, "")
        assert message in " ".join(done.stderr.replace("│", "").split())
    assert "plain-2v2 is not played over the network" in run("team", "chase", "--league", str(folder)).stderr


def test_options_of_the_network_are_refused_where_there_is_none():
    done = run("run", "--headless", "--realism", "perfect", "--port-offset", "3")
    assert done.exit_code == 2
    assert "--port-offset: only for a match in real time and over the network; add --live" in done.stderr


def in_a_terminal(*command: str, twice: str) -> str:
    """The output of a command in a terminal of 80 columns and 24 lines, without a browser; Ctrl-C ends it when it has
    drawn a word twice.
    """
    import fcntl
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {**os.environ, "TERM": "xterm", "PYTHONPATH": os.pathsep.join(sys.path)}
    for name in ("COLUMNS", "DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        environment.pop(name, None)
    process = subprocess.Popen(
        [sys.executable, "-m", "robopitch.cli", *command], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    shown, told = b"", False
    while select.select([ours], [], [], 60)[0]:
        try:
            shown += os.read(ours, 65536)
        except OSError:  # on Linux: the other side has closed
            break
        if not told and shown.count(twice.encode()) >= 2:
            told = True
            process.send_signal(signal.SIGINT)
    os.close(ours)
    assert process.wait(timeout=120) == 0, shown
    return shown.decode().replace("\r", "")


def test_the_live_view_fits_a_terminal_and_goes_away_with_the_server(served):
    offset = served.offset + 50  # between two offsets of `conftest._offsets`
    where = ["--port-offset", str(offset), "--interface", "127.0.0.1"]
    text = in_a_terminal("serve", "ssl-div-b", *where, twice="vision out")
    assert "Ctrl-C stops" in text
    assert re.search(r"stopped after [\d.]+ s", text.rsplit("\x1b", 1)[1])


def test_run_ends_its_view_with_the_address_of_the_page_and_prints_a_summary(served):
    offset = served.offset + 50
    where = ["--port-offset", str(offset), "--interface", "127.0.0.1"]
    text = in_a_terminal("run", "ssl-div-b", *where, twice="Ctrl-C stops; ports")
    views = text.split("Ctrl-C stops; ports and traffic: robopitch status")[1:]
    assert len(views) >= 2
    for view in views:  # bold, followed only by cursor movements
        assert re.match(rf"(\x1b\[0m)?\n\x1b\[1mOpen http://127.0.0.1:{10400 + offset}/\x1b\[0m\n?\x1b", view)
    assert "No browser could be opened here; open the page yourself:\n" in text
    assert not re.search("vision out|listens at", text)
    assert re.search(r"stopped after [\d.]+ s.*shots \(on target\).*\n[\d.]+ s: ", text, re.DOTALL)


def test_the_view_of_a_busy_server_has_no_more_lines_than_the_terminal(served):
    from rich.console import Console

    from robopitch.cli.live import picture

    found = status(served)
    found["links"]["lockstep-driver"]["received"] = 10**7
    for name, link in found["links"].items():
        link["refused"] = {"UNREADABLE": 10**6, "NOT_FINITE": 10**6}
        link["last_refusal"] = f"something long about {name} " * 10
        link["clients"] = [f"127.0.0.1:{port}" for port in range(50000, 50020)]
    found["warnings"] = ["something long that goes on and on " * 10] * 5
    console = Console(width=80, height=24, record=True, file=io.StringIO())
    console.print(picture(found, console))
    lines = console.export_text().splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert any("warning: something long" in line for line in lines)
    assert math.isclose(found["real_time_factor"], float(lines[2].split(";")[0].split()[-1]), abs_tol=0.001)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (
            ("serve", "ssl-div-b", "--referee", "rules", "--patience", "0.3"),
            3,
            ("end      yellow wins, ended by forfeit", "a program that is silent for 0.3 s (--patience) forfeits"),
        ),
        (("run", "vss-3v3", "--live", "--speed", "max", "--half", "1", "--robots", "1"), 0, ("ended by time",)),
    ],
)
def test_a_match_without_a_page_says_how_it_ended_and_a_forfeit_is_a_failure(start, arguments, code, said):
    served = start(*arguments, "--headless")
    rest, _ = served.process.communicate(timeout=60)
    assert served.process.returncode == code, rest
    for text in said:
        assert text in rest
