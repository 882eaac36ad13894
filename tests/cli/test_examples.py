import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import robopitch
from robopitch.measure.fit import experiment

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("[0-9]*.py"))
OF_A_SERVER = (
    *("_client", "_agent", "_firasim", "_vssref", "_v5rpc", "_mi20", "_fira_strategy"),
    *("_dynamixel", "_hub", "_stand_up", "_walk"),
)
CLIENTS = [path for path in EXAMPLES if path.stem.endswith(OF_A_SERVER)]


def python(*arguments: str, folder: Path = ROOT) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def run_example(capsys, monkeypatch):
    """Runs an example in this process: a new one would spend most of its time on imports."""

    def run_one(path: Path, *arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", [str(path), *arguments])
        capsys.readouterr()
        runpy.run_path(str(path), run_name="__main__")
        return capsys.readouterr().out

    return run_one


def number(pattern: str, text: str) -> float:
    return float(re.search(pattern, text)[1])


@pytest.mark.parametrize("example", [path for path in EXAMPLES if path not in CLIENTS], ids=lambda path: path.stem)
def test_an_example_runs_and_has_something_to_say(example, run_example, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for motions, every in {"KICKS": 4, "CHIPS": 2, "DRIVES": 4}.items():  # of 10_fit: enough to fit something
        monkeypatch.setattr(experiment, motions, getattr(experiment, motions)[::every])
    monkeypatch.syspath_prepend(str(ROOT / "examples"))  # some have a second file
    said = run_example(example, *{"21_learning": ("3", "2")}.get(example.stem, ()))  # few games, and short ones
    assert len(said.splitlines()) >= 3
    if example.stem == "21_learning":
        assert number(r"([\d.]+) games/s", said) > 0
    if example.stem == "09_square":
        assert (tmp_path / "out" / "square.png").read_bytes().startswith(b"\x89PNG")
        late = number(r"seen after simulated: (\d+) ms late", said)
        assert 33 <= late <= 40  # the 35 ms set in the example, plus the sampling interval
    if example.stem == "19_own_humanoid":
        stands, bent, again = (float(line.split()[-2]) for line in said.splitlines()[1:4])
        assert bent < stands - 0.02
        assert again == pytest.approx(stands, abs=0.003)
        assert said.endswith("on its feet\n")


def test_an_example_runs_as_typed(tmp_path):
    assert len(python(str(EXAMPLES[0]), folder=tmp_path).splitlines()) >= 3


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_explains_itself_on_less_than_a_page(example):
    text = example.read_text(encoding="utf-8")
    assert text.startswith('"""')
    assert len(text.splitlines()) < 64


def test_there_are_examples():
    assert len(EXAMPLES) >= 9
    assert len(CLIENTS) == 14


@pytest.fixture(scope="module")
def division_a(start):
    return start("serve", "ssl-div-a", "--realism", "none", "--headless")


def test_the_simulation_client_sees_its_kick(division_a, run_example):
    where = ("--port-offset", str(division_a.offset), "--interface", "127.0.0.1")
    said = run_example(ROOT / "examples/06_simulation_client.py", *where)
    assert "ball seen at (0.000, 1.000)" in said
    # The robot comes at 0.6 m/s, so that a ball which is only pushed stays below 1.2 m/s; one that is kicked at 4 m/s
    # rolls at 2.8 m/s when it has done with sliding, even if all frames in between are lost.
    assert 2.0 < number(r"it ran at ([\d.]+) m/s", said) < 4.8


def test_the_console_client_changes_how_far_the_ball_rolls(division_a, run_example):
    robopitch.connect(f":{10399 + division_a.offset}").ask("reset")  # no robot lies in the way of the ball
    said = run_example(ROOT / "examples/24_console_client.py", "--port-offset", str(division_a.offset))
    little, much = (number(rf"with {friction} m/s², the ball is ([\d.]+) m", said) for friction in (0.3, 0.6))
    assert little > much


def test_the_grsim_client_fetches_the_ball_and_kicks(division_a, run_example):
    said = run_example(ROOT / "examples/07_grsim_client.py", "--port-offset", str(division_a.offset))
    assert "has the ball: True" in said
    assert "has kicked: True" in said


def test_the_lockstep_client_prints_the_same_numbers_each_time(start, run_example):
    said = []
    for _ in range(2):
        served = start("serve", "ssl-div-a", "--lockstep", "--headless")
        offset = str(served.offset)
        said.append(run_example(ROOT / "examples/08_lockstep_client.py", "--port-offset", offset).splitlines())
        served.end()
    first, again = said
    assert first[:-1] == again[:-1]
    assert re.fullmatch(r"sha256 of all answers: [0-9a-f]{64}", first[-2])
    assert re.fullmatch(r"\d+ times real time", first[-1])


def test_the_package_runs_as_a_module():
    assert "compare-engines" in python("-m", "robopitch.cli", "--help")


ON_A_SERIAL_PORT = ("_dynamixel", "_stand_up", "_walk")


@pytest.mark.parametrize(
    "example", [path for path in CLIENTS if not path.stem.endswith(ON_A_SERIAL_PORT)], ids=lambda path: path.stem
)
def test_a_client_finds_a_server_whose_ports_are_moved(example, run_example, capsys, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    with pytest.raises(SystemExit, match="0"):
        run_example(example, "--help")
    assert "--port-offset" in capsys.readouterr().out


def test_the_dynamixel_example_names_the_servos_that_do_not_answer(run_example, monkeypatch):
    sdk = pytest.importorskip("dynamixel_sdk")

    class Bus:
        """Servos 1, 2 and 4; 2 answers pings only."""

        def __init__(self, protocol):
            pass

        def ping(self, port, id):
            return (28, sdk.COMM_SUCCESS, 0) if id in (1, 2, 4) else (0, sdk.COMM_RX_TIMEOUT, 0)

        def read2ByteTxRx(self, port, id, address):  # noqa: N802
            return (512, sdk.COMM_SUCCESS, 0) if id != 2 else (0, sdk.COMM_RX_TIMEOUT, 0)

    monkeypatch.setattr(sdk, "PacketHandler", Bus)
    monkeypatch.setattr(sdk, "PortHandler", lambda path: type("Port", (), {"openPort": lambda port: None})())
    with pytest.raises(SystemExit, match="no answer from servo 2, 3:"):
        run_example(ROOT / "examples" / "18_dynamixel.py", "buses/blue-0")
