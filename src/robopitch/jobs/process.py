"""An external team program: started by its command line, ended with its children, its output kept."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from robopitch.messages import Team

__all__ = ["Program", "ProgramError"]

GRACE = 2.0  # s from the request to end until it is killed
TAIL = 5  # lines of its output in a message


class ProgramError(Exception):
    """An external program did not do its part; the text says what it did not do."""


class Program:
    """A running program, in a process group of its own.

    output:      the file to which its stdout and stderr go
    environment: variables that it gets beside ours
    """

    def __init__(self, team: Team, command: str, output: Path, environment: Mapping[str, str] | None = None) -> None:
        self.team, self.command, self.output = team, command, output
        self._deadline: float | None = None  # monotonic time at which it is killed, once it was asked to end
        output.parent.mkdir(parents=True, exist_ok=True)
        self._file: IO[bytes] = output.open("wb")
        try:
            words = shlex.split(command)
            if not words:
                raise ProgramError(f"the program of {team} has an empty command")
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=self._file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                env={**os.environ, **(environment or {})},
            )
        except (OSError, ValueError) as error:
            self._file.close()
            raise ProgramError(f"the program of {team} could not be started: {command!r}: {error}") from None

    @property
    def exit_code(self) -> int | None:
        """None while it runs."""
        return self._process.poll()

    @property
    def is_over(self) -> bool:
        """Whether it will do nothing more: it failed, or it ended and left no children that go on in its place."""
        code = self.exit_code
        return code is not None and (code != 0 or not self._alive(self._process.pid))

    def tail(self) -> str:
        """The last lines that it printed, for a message."""
        with contextlib.suppress(OSError):
            lines = self.output.read_bytes()[-4000:].decode("utf-8", "replace").strip().splitlines()
            if lines:
                return "; it printed: " + " | ".join(line[:200] for line in lines[-TAIL:])
        return "; it printed nothing"

    def ask_to_end(self) -> None:
        """Ask it and its children to end: of several programs, all before the first is waited for."""
        if self._deadline is None:
            self._signal(self._process.pid, signal.SIGTERM)
            self._deadline = time.monotonic() + GRACE

    def close(self) -> None:
        """End it and its children: asked first, then killed."""
        group = self._process.pid
        self.ask_to_end()
        while self._alive(group) and time.monotonic() < (self._deadline or 0.0):
            self._process.poll()  # a finished child that nobody waits for would count as alive
            time.sleep(0.01)
        self._signal(group, signal.SIGKILL)
        self._process.wait()
        self._file.close()

    @staticmethod
    def _signal(group: int, number: int) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, number)

    @staticmethod
    def _alive(group: int) -> bool:
        try:
            os.killpg(group, 0)
        except (ProcessLookupError, PermissionError):
            return False
        return True
