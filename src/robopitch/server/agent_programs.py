"""Programs of robots that a server starts itself: those that end are started again [CAMBADA-sim §3.4.7].

A program takes seconds to start. The match begins when all of them are registered.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from robopitch.leagues.plugin import Plugin

if TYPE_CHECKING:
    from robopitch.net.system import Program
    from robopitch.server.server import Server

__all__ = ["AgentPrograms"]

OFTEN = 0.1  # s between two looks …
SOON = 0.01  # … and while the match waits for them
PATIENCE = 30.0  # s for which it waits
PAUSE = 1.0  # s between two starts of a program that ends at once; each time twice as long …
LONGEST_PAUSE = 60.0  # … up to this: a start takes a second of a processor, which is missing in the match
LIVED = 10.0  # s after which a program that ends is started again as if it were the first time
FAREWELL = 2.0  # s that programs have to end when the server closes
SINGLE = {name: "1" for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")}  # arrays are small
LOG = logging.getLogger("robopitch.server")


@dataclass
class _Program:
    command: Sequence[str]
    process: Program | None = None
    started: float = -math.inf  # monotonic time
    pause: float = PAUSE  # s between its last start and the next
    restarts: int = 0


class AgentPrograms(Plugin):
    """A plugin of the loop.

    commands:   the command line of each program, by its name in the status
    registered: returns how many of them are registered; None: the match does not wait for them
    counted:    returns what they have counted, for the result of the match
    about:      for the start-up text
    """

    def __init__(
        self,
        server: Server,
        commands: Mapping[str, Sequence[str]],
        registered: Callable[[], int] | None = None,
        counted: Callable[[], Mapping[str, Any]] = dict,
        about: str = "",
    ) -> None:
        self._server, self._registered, self._counted, self.about = server, registered, counted, about
        self._monotonic = server.system.clock.monotonic
        self._programs = {name: _Program(command) for name, command in commands.items()}
        self._started = math.nan  # monotonic time
        self._began = self._latest = (math.nan, 0.0)  # monotonic and simulated time: of the match, and of the last look

    def start(self) -> None:
        """Start the programs."""
        self._started, self.holds = (
            self._monotonic(),
            bool(self._programs) and self._registered is not None,
        )
        self._began = self._now
        self.serve(False)

    @property
    def _now(self) -> tuple[float, float]:
        return self._monotonic(), self._server.match.world.time

    def serve(self, asked: bool) -> None:
        """Start the programs that do not run."""
        self._latest = self._now
        now = self._latest[0]
        self._wait_for_all(now)
        self.due = now + (SOON if self.holds else OFTEN)
        for program in self._programs.values():
            if program.process is not None and program.process.poll() is None:
                if now - program.started > LIVED:
                    program.pause = PAUSE
                continue
            if now - program.started < program.pause:
                continue
            if program.process is not None:
                program.restarts += 1
                program.pause = min(2 * program.pause, LONGEST_PAUSE)
            program.started = now
            program.process = self._server.system.program(program.command, SINGLE)

    def _wait_for_all(self, now: float) -> None:
        """Let the match begin when all programs are registered, or have had time enough."""
        if not self.holds or self._registered is None:
            return
        count, wanted = self._registered(), len(self._programs)
        if count >= wanted or now - self._started > PATIENCE:
            self.holds, self._began = False, self._now
        if not self.holds and count < wanted:
            LOG.warning("the match begins with %d of %d programs, after %g s", count, wanted, PATIENCE)

    def report(self) -> dict[str, Any]:
        """Plain data for the status of the server."""
        now = self._monotonic()
        found = {}
        for name, program in self._programs.items():
            runs = program.process is not None and program.process.poll() is None
            age = now - program.started if runs else 0.0
            again = f", started again {program.restarts} times" if program.restarts else ""
            found[name] = {
                "text": f"runs since {age:.0f} s{again}" if runs else _waits(program, now),
                "pid": program.process.pid if program.process is not None and runs else None,
                "seconds": round(age, 3),
                "restarts": program.restarts,
            }
        return found

    def result(self) -> dict[str, Any]:
        """What goes into the result of a match.

        start_s:          s for which the match waited until its programs were there
        real_time_factor: simulated by real time from then to the last look
        agents:           how often each had to be started again
        """
        (began, first), (latest, reached) = self._began, self._latest
        wall, played = latest - began, reached - first
        waits = self.holds or math.isnan(began)
        return {
            "start_s": None if waits else round(began - self._started, 3),
            "real_time_factor": None if waits or wall <= 0 else round(played / wall, 4),
            "agents": {name: {"restarts": program.restarts} for name, program in self._programs.items()},
            **self._counted(),
        }

    def close(self) -> None:
        """End the programs."""
        running = [one.process for one in self._programs.values() if one.process is not None]
        for process in running:
            process.terminate()
        clock = self._server.system.clock
        until = clock.monotonic() + FAREWELL
        while any([process.poll() is None for process in running]) and clock.monotonic() < until:
            clock.sleep(0.01)
        for process in running:
            if process.poll() is None:
                process.kill()
                process.wait()


def _waits(program: _Program, now: float) -> str:
    """When a program that has ended is started again."""
    return f"does not run, is started again in {max(program.started + program.pause - now, 0.0):.0f} s"
