"""The dialogue with the program of a robot: it registers, is woken, and answers with what it wrote."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.endpoint import Endpoint, Kind, Transport
from robopitch.leagues.msl.agents.process_table import Process
from robopitch.leagues.msl.agents.processes import Processes
from robopitch.leagues.msl.agents.team_views import team_views
from robopitch.leagues.msl.wire.agents import Done, Register, Wake, Welcome, decode, encode
from robopitch.messages import Input, Refusal
from robopitch.wire.framing import Deframer, frame

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["ProcessConnection", "process_endpoints"]


def process_endpoints(match: Match) -> Sequence[Endpoint]:
    """A port for programs in real time, and one in lockstep."""
    processes = Processes(match)
    return tuple(
        Endpoint(
            name,
            Transport(Kind.TCP, name, framing=Deframer),
            partial(ProcessConnection, processes=processes, lockstep=lockstep),
            lockstep=lockstep,
            about=f"programs of robots{', in lockstep' if lockstep else ''}",
            report=None if lockstep else processes.report,
            views=() if lockstep else team_views(processes),
        )
        for name, lockstep in (("agents", False), ("agents_lockstep", True))
    )


class ProcessConnection(Connection):
    """The dialogue with one program."""

    process: Process

    def __init__(self, io: Io, processes: Processes, lockstep: bool) -> None:
        self._io, self._processes, self.lockstep = io, processes, lockstep
        self._registered = False
        self.ticking = False  # in lockstep: it waits for the end of the period
        self._sent = 0  # time of the newest record that was sent, µs

    @property
    def key(self) -> tuple[str, int, str]:
        """Its place in the order of programs."""
        robot = self.process.robot
        return str(robot.team), robot.id, self.process.registered.name

    def on_data(self, data: bytes) -> None:
        """Register a program, or take what it has written."""
        message = decode(data)
        if isinstance(message, Register) and not self._registered:
            self._register(message)
        elif isinstance(message, Done) and self._registered and self.process.busy:
            self._finish(message)
        else:
            text = "register first, then answer each wake with done, once"
            self._io.refuse((message if isinstance(message, Refusal) else Refusal("UNEXPECTED", text),))

    def _register(self, entry: Register) -> None:
        why_not, league = self._processes.join(self, entry), self._io.match.world.league.name
        if why_not is not None:
            self._io.refuse((Refusal("NO_PLACE", why_not),))
            self._send(Welcome(league, why_not))
            self._io.close(why_not)
            return
        self._registered, robot = True, self.process.robot
        self._io.join()
        self._send(Welcome(league))
        for given in self._processes.switch_on(robot):
            self.offer(given)
        self._io.heard(robot.team)
        if self.lockstep:
            self._processes.catch_up(self)

    def _finish(self, done: Done) -> None:
        process, io = self.process, self._io
        process.on_done(done.seconds)
        io.heard(process.robot.team)
        if refused := self._processes.write(process.robot, done.records):
            io.refuse(refused)
        if self.lockstep:
            self._processes.go_on()
            return
        for given in self._processes.inputs():
            self.offer(given)
        self._processes.wake_due(process.robot)

    def offer(self, given: Input) -> None:
        """Offer an input to the match."""
        if refusals := self._io.offer(given):
            self._io.refuse(refusals)

    def on_frame(self) -> None:
        """A frame of the robot's vision has come. In lockstep the programs are woken together, see `on_tick`."""
        if not self.lockstep and self.process.on_frame():
            self.process.due = True

    def go_on(self, until: int) -> None:
        """Lockstep: let time go on up to a tick."""
        self.ticking = True
        self._io.advance(until - self._io.match.tick)

    def on_tick(self, tick: int) -> None:
        """Lockstep: the period is over."""
        self.ticking = False
        if self.process.on_frame():
            self.wake()
        else:
            self._processes.go_on()

    def wake(self) -> None:
        """Begin a cycle."""
        number, processes = self.process.on_wake(), self._processes
        robot, memory = self.process.robot, self.process.registered.memory
        records = processes.records_beside_memory(robot) if memory else processes.records(robot, self._sent)
        self._sent = processes.now
        self._send(Wake(number, processes.now, records))

    def on_rewind(self) -> None:
        """The data bases begin anew."""
        self._sent = 0
        self._processes.rewind()

    def on_close(self) -> None:
        """Give its place back."""
        self._processes.leave(self)

    def _send(self, message: Welcome | Wake) -> None:
        self._io.send(frame(encode(message)))
