"""With any input on the console the server continues; it does nothing for clients without the key."""

from __future__ import annotations

import json
import os
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest

import robopitch
from robopitch.net import NetError
from robopitch.net.key import key_file, user_key
from robopitch.recording.reader import Recording
from robopitch.server import Server
from robopitch.server.history import History

from .clients import DEADLINE, HERE
from .pitch import EPOCH, Pitch, free_network


@pytest.fixture(scope="module")
def clips(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the server saves clips."""
    return tmp_path_factory.mktemp("clips").resolve()


@pytest.fixture(scope="module")
def pitch(clips: Path) -> Iterator[Pitch]:
    """One server for all of these tests."""
    match = robopitch.make_match("ssl-div-b", players=2, realism="perfect", epoch=EPOCH)
    for _ in range(10):
        try:
            server = Server(match, free_network(), history=History(clips=clips))
            break
        except NetError:
            continue
    with closing(Pitch(server)) as pitch:
        yield pitch


@pytest.fixture(autouse=True)
def _goes_on(pitch: Pitch) -> Iterator[None]:
    """After each test the server answers, time advances, and no fault was counted."""
    yield
    before = pitch.status()
    assert before["faults"]["count"] == 0
    pitch.wait(lambda: pitch.status()["tick"] > before["tick"])


def connected(pitch: Pitch) -> socket.socket:
    return socket.create_connection((HERE, pitch.ports["console"]), DEADLINE)


def said(pitch: Pitch, data: bytes) -> list[dict[str, Any]]:
    """All answers until the server closes the connection, which the client has closed for writing."""
    with connected(pitch) as sock:
        sock.sendall(data)
        sock.shutdown(socket.SHUT_WR)
        with sock.makefile() as lines:
            return [json.loads(line) for line in lines]


def keyed(**request: Any) -> bytes:
    return json.dumps({"key": user_key(), **request}).encode() + b"\n"


def test_two_requests_and_a_close_end_nothing(pitch):
    for _ in range(20):
        with connected(pitch) as sock:
            sock.sendall(keyed(ask="status") * 2)
        with connected(pitch) as sock:
            sock.sendall(b'{"ask":"status"}\n' * 2)
    assert [answer["league"] for answer in said(pitch, keyed(ask="status") * 3)] == ["ssl-div-b"] * 3


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"ask": "change", "set": [[1, 2]]}, "an object of paths and values"),
        ({"ask": "change", "noise": [["a", 2]]}, "an object of paths and values"),
        ({"ask": "change", "set": {"." * 30_000: 1}}, "at most 200 characters"),
        ({"ask": "change", "set": {"ball.mass": json.loads("[" * 900 + "]" * 900)}}, "a number, a text, or a list"),
        ({"ask": "change", "set": {f"ball.{n}": 1 for n in range(2000)}}, "up to 1000"),
        ({"ask": json.loads("[" * 900 + "]" * 900)}, "a list is no request"),
        ({"ask": "x" * 60_000}, "is no request"),
        ({"ask": "speed", "speed": json.loads("[" * 900 + "]" * 900)}, ""),
        ({"ask": "speed"}, "'speed' is missing"),
        ({"ask": "step", "ticks": 1e300}, ""),
        ({"ask": "whistle", "whistle": {}}, ""),
        ({"ask": "save", "file": ["a"]}, "a name for a file"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_bad_request_is_an_error_and_nothing_else(pitch, request_, words):
    answer = pitch.ask(**request_)
    assert list(answer) == ["error"]
    assert words in answer["error"]
    assert len(answer["error"]) < 1000


@pytest.mark.parametrize("key", [{}, {"key": "x" * 43}, {"key": None}, {"key": ["a"]}, {"key": "\ud800ä"}])
def test_without_the_key_nothing_is_done(pitch, key):
    before = pitch.status()["referee"]
    whistle = "halt" if before["command"] != "halt" else "stop"
    request = json.dumps({"ask": "whistle", "whistle": whistle, **key}).encode() + b"\n"
    (answer,) = said(pitch, request * 2)  # the server closes the connection after the first
    assert list(answer) == ["error"]
    assert str(key_file()) in answer["error"]
    assert pitch.status()["referee"] == before


@pytest.mark.parametrize(
    "head",
    [
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: 400\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\r\nPOST / HTTP/1.0\r\n\r\n",
        b"OPTIONS ",
    ],
)
def test_what_looks_like_a_browser_is_sent_away_even_with_the_key(pitch, head):
    before = pitch.status()["referee"]
    whistle = "halt" if before["command"] != "halt" else "stop"
    with connected(pitch) as sock:
        sock.sendall(head + keyed(ask="whistle", whistle=whistle))
        with sock.makefile() as lines:
            answer = json.loads(lines.readline())
    assert "no web server" in answer["error"]
    assert pitch.status()["referee"] == before


def test_somebody_who_never_reads_is_not_answered_for_ever(pitch):
    requests = keyed(ask="status") * 100
    with connected(pitch) as silent:
        silent.settimeout(0.3)
        sent = 0
        with suppress(TimeoutError):  # the server stops reading until its answers are read
            while sent < 64 << 20:
                sent += silent.send(requests)
        assert sent < 64 << 20
        assert pitch.status()["league"] == "ssl-div-b"


def test_silent_clients_leave_room_for_who_asks(pitch):
    with ExitStack() as crowd:
        for number in range(100):
            crowd.enter_context(connected(pitch))
            if number % 20 == 0:
                assert pitch.status()["league"] == "ssl-div-b"
        assert pitch.status()["league"] == "ssl-div-b"


def test_a_process_with_more_than_1024_open_files_serves(pitch):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 2000:
        pytest.skip(f"this system allows only {hard} open files")
    with ExitStack() as stack:
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2000), hard))
        for _ in range(1100):
            stack.callback(os.close, os.open(os.devnull, os.O_RDONLY))
        assert pitch.status()["league"] == "ssl-div-b"
        with closing(pitch.stepper("blue")) as stepper:
            assert stepper.ask(0.01).data


# ---- files -----------------------------------------------------------------------------------------------------------


def saved(pitch: Pitch, name: str) -> str:
    """Save a clip; returns its final state."""
    path = pitch.ask(ask="save", file=name)["file"]
    pitch.wait(lambda: pitch.status()["history"]["clips"][path] != "being written")
    status = pitch.status()
    assert status["tape"] == status["history"]  # its name in older programs
    return status["history"]["clips"][path]


def test_clips_are_saved_in_their_folder(pitch, clips):
    assert saved(pitch, "one.mcap") == "saved"
    assert saved(pitch, "below/two.mcap") == "saved"
    assert saved(pitch, str(clips / "three.mcap")) == "saved"
    for name in ("one.mcap", "below/two.mcap", "three.mcap"):
        with Recording(clips / name) as recording:
            assert recording.end > 0


def test_nothing_outside_of_the_folder_is_written(pitch, clips, tmp_path):
    (clips / "link").symlink_to(tmp_path)
    (clips / "dangling.mcap").symlink_to(tmp_path / "new.mcap")
    (clips / "circle.mcap").symlink_to(clips / "circle.mcap")
    victim = tmp_path / "victim.mcap"
    victim.write_text("mine")
    for name in (
        str(victim),
        "../outside.mcap",
        "below/../../outside.mcap",
        "link/victim.mcap",
        "link/new.mcap",
        "dangling.mcap",
        "circle.mcap",
        "/dev/null",
        ".",
        "",
        "a\0b.mcap",
        "x" * 400 + ".mcap",
    ):
        answer = pitch.ask(ask="save", file=name)
        assert list(answer) == ["error"], name
        assert str(clips) in answer["error"], name
    assert victim.read_text() == "mine"
    assert os.listdir(tmp_path) == ["victim.mcap"]
    assert not (clips.parent / "outside.mcap").exists()


def test_nothing_is_overwritten(pitch, clips):
    for name in ("notes.txt", "notes.mcap"):
        (clips / name).write_text("mine")
        assert list(pitch.ask(ask="save", file=name)) == ["error"]
        assert (clips / name).read_text() == "mine"
    assert saved(pitch, "again.mcap") == "saved"
    before = (clips / "again.mcap").read_bytes()
    assert "is not overwritten" in pitch.ask(ask="save", file="again.mcap")["error"]
    assert (clips / "again.mcap").read_bytes() == before
