"""Fixtures that start servers in separate processes, on separate ports."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests import fork_server
from typer.testing import CliRunner

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src")}


def start_process(*arguments: str) -> subprocess.Popen | fork_server.Program:
    """The command `robopitch` in a process of its own."""
    if sys.platform == "linux":
        return fork_server.start(*arguments)
    command = [sys.executable, "-u", "-m", "robopitch.cli", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=ENVIRONMENT)


class Served:
    """A server process that has printed "ready"."""

    def __init__(self, process: subprocess.Popen | fork_server.Program, offset: int, said: list[str]) -> None:
        self.process, self.offset, self.said = process, offset, said

    def ask(self, *arguments: str):
        """The result of another command, run against this server."""
        from robopitch.cli.app import app

        return CliRunner().invoke(app, [*arguments, "--port-offset", str(self.offset)])

    def end(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """Stop the server; returns its exit code and its output since it was ready."""
        self.process.send_signal(number)
        rest, _ = self.process.communicate(timeout=120)
        return self.process.returncode, rest


def _offsets() -> Iterator[int]:
    """Port offsets below the system's ephemeral ports, the first one specific to this worker."""
    for attempt in range(20):
        yield 1037 + 100 * ((os.getpid() + 7 * attempt) % 110)


def start_program(*arguments: str, ready: str) -> Served:
    """Start a verb on free ports, and read its output up to the line that begins with *ready*."""
    for offset in _offsets():
        process = start_process(*arguments, "--port-offset", str(offset))
        said = []
        for line in process.stdout:
            said.append(line.rstrip("\n"))
            if line.startswith(ready):
                return Served(process, offset, said)
        process.wait()
        if not any("is taken" in line for line in said):
            break
    pytest.fail("no server: " + "\n".join(said))


@pytest.fixture(scope="module")
def start() -> Iterator[Callable[..., Served]]:
    """Starts `robopitch ARGUMENTS` on free ports and waits until it is ready; kills running servers at the end."""
    started: list[Served] = []

    def start_one(*arguments: str) -> Served:
        started.append(start_program(*arguments, "--interface", "127.0.0.1", ready="ready"))
        return started[-1]

    yield start_one
    for served in started:
        served.process.kill()
        served.process.wait()
        served.process.stdout.close()


@pytest.fixture(scope="module")
def served(start) -> Served:
    """A server shared by all tests of a file."""
    return start("serve", "ssl-div-b", "--realism", "none")
