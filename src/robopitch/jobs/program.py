"""Teams that are programs: `program:./team.sh`, which connects over the network as it does to a real pitch.

A program is told by its environment where to connect, or by its command, in which {colour}, {host}, {offset}, {seed},
{port} and {NAME_port} are filled in:

| variable | what |
|---|---|
| `ROBOPITCH_COLOUR` | blue or yellow |
| `ROBOPITCH_HOST` | the machine of the server |
| `ROBOPITCH_INTERFACE` | the network interface of its multicast groups; empty: that of the system |
| `ROBOPITCH_PORT_OFFSET` | what is added to the ports of the league |
| `ROBOPITCH_PORT` | the port for commands of this colour, in a league that has one for each |
| `ROBOPITCH_PORT_VISION` … | each port of the league, by its name |
| `ROBOPITCH_GROUP_VISION` … | each multicast group |
| `ROBOPITCH_LEAGUE`, `ROBOPITCH_SEED` | of the match |
"""

from __future__ import annotations

import re
import shlex
import shutil
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from robopitch.jobs.process import Program
from robopitch.leagues.plugin import Plugin
from robopitch.messages import Period, Team, Whistle, Whistled

if TYPE_CHECKING:
    from robopitch.leagues.network import Network
    from robopitch.match import Match
    from robopitch.server.server import Server

__all__ = ["HOST", "PREFIX", "ProgramTeams", "check_program", "command_of", "is_program", "load", "program_files"]

PREFIX = "program:"
# Plays a match with programs, as `jobs.matches.play_match`. Named, not imported: jobs know no server.
HOST = "robopitch.server.program_match:play_match"
SOURCE = "programs"  # of inputs
OFTEN = 0.1  # s between two looks
VARIABLE = "ROBOPITCH_"


def is_program(name: str) -> bool:
    """Whether a team is a program."""
    return name.startswith(PREFIX)


def load(command: str) -> NoReturn:
    """The scheme "program" of teams by name: such a team is no function, and plays only where a server is started."""
    raise ValueError(
        f"{PREFIX}{command}: plays over the network: in `robopitch tournament` and `sweep`, or by itself beside "
        "`robopitch serve`"
    )


def command_of(name: str) -> str:
    """The command of a team that is a program."""
    return name.removeprefix(PREFIX).strip()


def check_program(name: str) -> None:
    """Raise a ValueError if a program cannot be started."""
    words = _words(name)
    if shutil.which(words[0]) is None:
        there = Path(words[0]).is_file()
        raise ValueError(f"{name}: {words[0]} {'is not executable' if there else 'is no program here'}")


def program_files(name: str) -> list[Path]:
    """The files of its command: the program itself, and those that it is given. What they read is not known here."""
    return [path for word in _words(name) if (path := Path(word)).is_file()]


def _words(name: str) -> list[str]:
    try:
        words = shlex.split(command_of(name))
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    if not words:
        raise ValueError(f"{name}: which program? {PREFIX}./team.sh")
    return words


def start(
    name: str, team: Team, network: Network, values: Mapping[str, object], output: Path, opened: ExitStack
) -> Program:
    """Start the program of a team; *opened* ends it. A ProgramError if it cannot be started.

    values: what it is told beside addresses: league and seed
    """
    told: dict[str, object] = {
        "colour": team.value,
        "host": network.host,
        "interface": network.interface or "",
        "port_offset": network.offset,
        **({"port": network.ports[team.value]} if team.value in network.ports else {}),
        **values,
        **{f"port_{port}": number for port, number in network.ports.items()},
        **{f"group_{group}": address for group, address in network.groups.items()},
    }
    filled = {**told, "offset": network.offset}
    filled |= {f"{port}_port": number for port, number in network.ports.items()}
    command = re.sub(r"\{(\w+)\}", lambda found: str(filled.get(found[1], found[0])), command_of(name))
    environment = {f"{VARIABLE}{key.upper()}": str(value) for key, value in told.items()}
    program = Program(team, command, output, environment)
    opened.callback(program.close)
    return program


class ProgramTeams(Plugin):
    """Runs the programs of a match in a server: play begins when all of them are there.

    start:      starts the programs
    last_heard: the monotonic time at which a team spoke; −∞: never
    patience:   s of wall-clock time for which a program may be silent
    seconds:    of free play; None: by the rules, to their end
    on_begin:   called when play begins
    """

    def __init__(
        self,
        server: Server,
        start: Callable[[], Mapping[Team, Program]],
        last_heard: Callable[[Team, float], float],
        patience: float,
        seconds: float | None,
        on_begin: Callable[[Match], object],
    ) -> None:
        self._server, self._start, self._last_heard = server, start, last_heard
        self._patience, self._seconds, self._on_begin = patience, seconds, on_begin
        self._programs: Mapping[Team, Program] = {}
        self._started = 0.0  # monotonic time
        self._end: int | None = None  # tick at which free play ends
        self.begun = False
        self.forfeits: dict[Team, str] = {}  # why

    def start(self) -> None:
        """Start the programs. Robots stand still until all of them are there."""
        if self._seconds is not None:
            self._whistle(Whistled(Whistle.HALT))
        self._programs = self._start()
        self._started = self.due = time.monotonic()

    def serve(self, asked: bool) -> None:
        """See who is there, and who is no longer."""
        now, match = time.monotonic(), self._server.match
        self.due = now + OFTEN
        if match.game.period is Period.OVER:
            self._server.stop()
            return
        heard = {team: self._last_heard(team, now) for team in self._programs}
        for team, program in self._programs.items():
            if program.is_over:
                self._forfeit(team, f"its program ended with exit code {program.exit_code}")
            elif now - max(heard[team], self._started) > self._patience:
                what = "was silent" if heard[team] > self._started else "did not connect"
                self._forfeit(team, f"its program {what} for {self._patience:g} s")
        if self.forfeits:
            self._server.stop()
        elif not self.begun and min(heard.values()) >= self._started:
            self._begin()

    def _forfeit(self, team: Team, why: str) -> None:
        self.forfeits[team] = f"{why}, at {self._server.match.world.time:.1f} s{self._programs[team].tail()}"

    def _begin(self) -> None:
        """Kick off."""
        match = self._server.match
        self.begun = True
        self._on_begin(match)
        if self._seconds is None:
            self._whistle(Whistled(Whistle.KICK_OFF))  # of the team that the seed chose
        else:
            self._end = match.tick + round(self._seconds / match.world.timestep)
            self._whistle(Whistled(Whistle.START))

    def _whistle(self, whistled: Whistled) -> None:
        match = self._server.match
        match.offer(SOURCE, whistled)
        match.advance(match.tick)

    def on_outputs(self, outputs: object) -> None:
        """Free play ends when its time is over."""
        if self._end is not None and self._server.match.tick >= self._end:
            self._server.stop()
