"""A closed terminal ends a server like Ctrl-C, with a complete recording."""

import os
import pty
import signal
import sys
import time

import pytest

from robopitch.recording.reader import Recording

from .conftest import ENVIRONMENT


def is_whole(path) -> bool:
    """Whether a recording is complete and without problems."""
    with Recording(path) as recording:
        return not recording.problems and recording.end > 0


def test_a_hangup_ends_a_server_and_its_recording(start, tmp_path):
    path = tmp_path / "match.mcap"
    served = start("serve", "ssl-div-b", "--cameras", "1", "--headless", "--record", str(path))
    code, rest = served.end(signal.SIGHUP)
    assert code == 0, rest
    assert rest.startswith("stopped after ")
    assert is_whole(path)


def test_a_terminal_that_goes_away_ends_a_server_and_its_recording(tmp_path):
    path = tmp_path / "match.mcap"
    offset = 1037 + 100 * (os.getpid() % 110) + 50  # between two offsets of `conftest._offsets`
    arguments = ["--port-offset", str(offset), "--interface", "127.0.0.1", "--cameras", "1", "--headless"]
    command = ["serve", "ssl-div-b", *arguments, "--record", str(path)]
    child, terminal = pty.fork()
    if child == 0:  # the server, session leader with this controlling terminal
        os.execve(sys.executable, [sys.executable, "-u", "-m", "robopitch.cli", *command], ENVIRONMENT)
    shown = b""
    while b"ready" not in shown:
        try:
            shown += os.read(terminal, 65536)
        except OSError:
            pytest.fail(shown.decode())
    os.close(terminal)
    end = time.monotonic() + 120
    while (ended := os.waitpid(child, os.WNOHANG))[0] == 0:
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            pytest.fail("it did not end")
        time.sleep(0.02)
    assert os.waitstatus_to_exitcode(ended[1]) == 0
    assert is_whole(path)
