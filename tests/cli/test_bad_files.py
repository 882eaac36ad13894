"""Invalid files give a message quickly and with little memory; failed writes leave no files."""

import os
import resource
import signal
import struct
from pathlib import Path

import pytest
from typer.testing import CliRunner

import robopitch
from robopitch.cli.app import app

RUNS = ("mcap", "log", "log.gz", "mi20", "csv", "parquet")
MORE = 200 << 10  # KiB: limit for the growth of peak memory in one command
PATIENCE = 20  # s until a command counts as hanging; each should take a few milliseconds
COMPILING = {"patience": 600, "room": 4 << 20}  # limits for a command that plays first


class Hangs(BaseException):
    """A command takes too long. A BaseException, because the code under test catches others, such as OSError."""


def sparse(path: Path, beginning: bytes, size: int = 1 << 30) -> None:
    with path.open("wb") as file:
        file.write(beginning)
        file.truncate(size)


@pytest.fixture(scope="module")
def bad(tmp_path_factory) -> Path:
    robopitch.make("ssl-div-b")  # imports first, so that their memory does not count
    folder = tmp_path_factory.mktemp("bad")
    for ending in ("toml", *RUNS):
        os.mkfifo(folder / f"pipe.{ending}")
        (folder / f"folder.{ending}").mkdir()
        (folder / f"junk.{ending}").write_bytes(bytes((7 * n * n + n // 3) % 256 for n in range(50_000)))
        sparse(folder / f"sparse.{ending}", b"")
    sparse(folder / "begun.mcap", b"\x89MCAP0\r\n")
    sparse(folder / "begun.log", b"SSL_LOG_FILE\0\0\0\1")
    sparse(folder / "begun.csv", b"time [s],ball.x [m]\n0.0,1.0\n", 300 << 20)
    sparse(folder / "begun.mi20", struct.pack("<4sBBBIf", b"MI20", 3, 5, 1, 0, 1.0), 60 << 20)
    texts = {
        "dots": ".".join("a" * 10_000) + " = 1",
        "headers": "\n".join(f"[{'.'.join('a' * depth)}]" for depth in range(1, 400)),
        "lists": "a = " + "[" * 10_000 + "]" * 10_000,
        "lines": "a = " + "[\n" * 10_000 + "]\n" * 10_000,
        "tables": "a = " + "{a = " * 10_000 + "1" + "}" * 10_000,
        "keys": "".join(f"k{number} = 1\n" for number in range(200_000)),
        "fewer": "".join(f"k{number}=1\n" for number in range(19_000)),
        "below": "[ball]\n" + "".join(f"k{number}=1\n" for number in range(19_000)),
    }
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text)
    return folder


def refused(*arguments: object, patience: int = PATIENCE, room: int = MORE) -> str:
    """The output of a command that must fail: exit code 2, in time, within the memory limit, no traceback."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def late(*_: object) -> None:
        raise Hangs(arguments)

    handler = signal.signal(signal.SIGALRM, late)
    signal.alarm(patience)
    try:
        done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, handler)
    assert isinstance(done.exception, SystemExit), (arguments, done.exception)
    assert done.exit_code == 2, (arguments, done.output)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < room, arguments
    return done.output


def test_a_spec_or_scene_that_is_none_is_a_message(bad):
    for path in sorted(bad.glob("*.toml")):
        assert path.name in refused("params", "ssl-div-b", "--file", path)
    for path in (bad / "pipe.toml", bad / "keys.toml", bad / "headers.toml"):
        assert path.name in refused("run", "ssl-div-b", "--headless", "--blue-robot", path)
        assert path.name in refused("params", "ssl-div-b", "--set", f"robot={path}")
        assert path.name in refused("scene", "check", path)


def test_a_run_that_is_none_is_a_message(bad):
    for ending in RUNS:
        for path in sorted(bad.glob(f"*.{ending}")):
            if path.name not in ("begun.log", "begun.mi20"):  # these are reported as damaged, see below
                assert path.name in refused("info", path)


def test_every_verb_that_takes_a_run_refuses_a_pipe_and_a_file_that_was_never_filled(bad, tmp_path):
    for path in (bad / "pipe.mcap", bad / "begun.mcap"):
        for verb, *options in (
            ["info"],
            ["replay"],
            ["replay", "--simulate"],
            ["replay", "--from", 1, "--seed", 2],
            ["export", "--to", tmp_path / "out.csv"],
            ["export", "--to", tmp_path / "out.log"],
            ["plot", "ball.x", "--out", tmp_path / "out.png"],
            ["stats", "ball.x"],
            ["compare", path],
            ["fit", "--league", "ssl-div-b"],
            ["covariance", "blue.1"],
        ):
            assert path.name in refused(verb, path, *options), (verb, path)
        assert path.name in refused("scene", "save", path, "--at", 1, "--out", tmp_path / "out.toml")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["begun.log", "begun.mi20"])
def test_a_file_that_was_never_filled_is_said_to_be_damaged(bad, name):
    assert "damaged" in CliRunner().invoke(app, ["info", str(bad / name)]).output


@pytest.mark.parametrize("text", ["." * 30_000, "a" + ".a" * 5000, "ball.mass=" + "[" * 900 + "]" * 900])
def test_an_override_that_goes_too_deep_is_a_message(text):
    refused("params", "ssl-div-b", "--set", text if "=" in text else f"{text}=1")


@pytest.mark.parametrize("value", ["9" * 400, "-" + "9" * 5000, "0x" + "f" * 400, f"[1, {'9' * 400}]"])
def test_a_whole_number_that_no_float_holds_is_a_message(value, tmp_path):
    (tmp_path / "big.toml").write_text(f"[ball]\nmass = {value}\n")
    assert "ball.mass" in refused("params", "ssl-div-b", "--set", f"ball.mass={value}")
    assert "big.toml" in " ".join(refused("params", "ssl-div-b", "--file", tmp_path / "big.toml").split())
    (tmp_path / "big.toml").write_text(f"[formation]\nattack = [{{ x = {value}, y = 0 }}]\ndefence = []\n")
    refused("run", "ssl-div-b", "--headless", "--blue", tmp_path / "big.toml")


# ---- writing ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def recording(request) -> Path:
    return request.path.parents[1] / "recording" / "data" / "format-1.mcap"


def test_what_cannot_be_written_is_a_message_and_leaves_nothing(recording, bad, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    for place in (bad / "folder", bad / "pipe", Path("/proc/nowhere/x"), tmp_path / "file" / "x"):
        assert "cannot be written" in refused("export", recording, "--to", f"{place}.log")
        scene = ["--at", "0.5", "--out", f"{place}.toml"]
        assert "cannot be written" in refused("scene", "save", recording, *scene)
    pipe = bad / "pipe.mcap"
    record = ["--headless", "--seconds", "0.01", "--record", pipe, "--out", tmp_path / "tracks.png"]
    assert "cannot be written: it is a named pipe" in refused("run", "ssl-div-b", *record, **COMPILING)
    for tables in ("csv", "parquet"):
        away = ["--to", f"/proc/nowhere/x.{tables}", "--group", "truth"]
        assert "cannot be written" in refused("export", recording, *away)
    for verb in (["plot", recording, "ball.x"], ["run", "ssl-div-b", "--headless", "--seconds", "0.01"]):
        assert "cannot be written" in refused(*verb, "--out", "/proc/nowhere/x.png", **COMPILING)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]
