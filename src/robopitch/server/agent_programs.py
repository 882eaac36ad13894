"""Programs of robots that a server starts itself: those that end are started again [CAMBADA-sim §3.4.7]."""

from __future__ import annotations

import math
import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from robopitch.server.plugin import Plugin

if TYPE_CHECKING:
    from robopitch.server.server import Server

__all__ = ["AgentPrograms"]

OFTEN = 0.1  # s between two looks
PAUSE = 1.0  # s between two starts of a program that ends at once
FAREWELL = 2.0  # s that programs have to end when the server closes
SINGLE = {name: "1" for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")}  # arrays are small


@dataclass
class _Program:
    command: Sequence[str]
    process: subprocess.Popen[bytes] | None = None
    started: float = -math.inf  # monotonic time
    restarts: int = 0


class AgentPrograms(Plugin):
    """A plugin of the loop.

    commands: the command line of each program, by its name in the status
    """

    def __init__(self, server: Server, commands: Mapping[str, Sequence[str]]) -> None:
        self._server = server
        self._programs = {name: _Program(command) for name, command in commands.items()}
        self._began, self._first = math.nan, 0.0  # monotonic time, and simulated time, at the start

    def start(self) -> None:
        """Start the programs."""
        self._began, self._first = time.monotonic(), self._server.match.world.time
        self.serve(False)

    def serve(self, asked: bool) -> None:
        """Start the programs that do not run."""
        now = time.monotonic()
        self.due = now + OFTEN
        for program in self._programs.values():
            if program.process is not None and program.process.poll() is None:
                continue
            if now - program.started < PAUSE:
                continue
            program.restarts += program.process is not None
            program.started = now
            # In a session of its own: Ctrl-C is for the server, which then ends them.
            program.process = subprocess.Popen(
                program.command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
                env={**os.environ, **SINGLE},
            )

    def report(self) -> dict[str, Any]:
        """Plain data for the status of the server."""
        now = time.monotonic()
        found = {}
        for name, program in self._programs.items():
            runs = program.process is not None and program.process.poll() is None
            age = now - program.started if runs else 0.0
            again = f", started again {program.restarts} times" if program.restarts else ""
            found[name] = {
                "text": f"runs since {age:.0f} s{again}" if runs else "does not run",
                "pid": program.process.pid if program.process is not None and runs else None,
                "seconds": round(age, 3),
                "restarts": program.restarts,
            }
        return found

    def result(self) -> dict[str, Any]:
        """What goes into the result of a match: how fast time went, and how often programs had to be started."""
        wall = time.monotonic() - self._began
        played = self._server.match.world.time - self._first
        return {
            "real_time_factor": round(played / wall, 4) if wall > 0 else None,
            "agents": {name: {"restarts": program.restarts} for name, program in self._programs.items()},
        }

    def close(self) -> None:
        """End the programs."""
        running = [one.process for one in self._programs.values() if one.process is not None]
        for process in running:
            process.terminate()
        until = time.monotonic() + FAREWELL
        for process in running:
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(until - time.monotonic(), 0.05))
            if process.poll() is None:
                process.kill()
                process.wait()
