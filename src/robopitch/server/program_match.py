"""A match with teams that are programs, as a unit of work: a server for it, on ports that no other one has."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from robopitch.jobs.matches import RATE, Played
from robopitch.jobs.process import Program
from robopitch.jobs.program import ProgramTeams, command_of, is_program, start
from robopitch.leagues.making import make_match
from robopitch.leagues.network import Network
from robopitch.leagues.registry import network_of
from robopitch.match import EXTERNAL
from robopitch.measure.live import Sampler
from robopitch.measure.match_stats.collector import StatsObserver
from robopitch.messages import Team
from robopitch.net import Claim, NetError
from robopitch.server.attendance import last_heard
from robopitch.server.history import History
from robopitch.server.server import Server
from robopitch.spec import parse_override

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.messages import Decision, Event, Input

__all__ = ["play_match"]

OFFSETS = range(25_500, 35_500, 50)  # above those that people choose; the highest port of a league stays below 65536
LOOPBACK = "127.0.0.1"
LONGEST_NAME = 20  # of a team on a scoreboard


def play_match(settings: Mapping[str, Any], keep: str = "", signals: bool = False) -> Played:
    """Play the match of a unit in real time; the arguments are those of `jobs.matches.play_match`."""
    names = {Team.BLUE: settings["blue"], Team.YELLOW: settings["yellow"]}
    programs = {team: name for team, name in names.items() if is_program(name)}
    changes = dict(parse_override(f"{path}={value}") for path, value in settings["changes"].items())
    match = make_match(
        settings["league"],
        blue=EXTERNAL if Team.BLUE in programs else settings["blue"],
        yellow=EXTERNAL if Team.YELLOW in programs else settings["yellow"],
        referee="rules" if settings["seconds"] is None else "free",
        half=settings["half"],
        seed=settings["seed"],
        engine=settings["engine"],
        timestep=settings["timestep"],
        overrides=changes,
        names={team.value: Path(command_of(name).split()[0]).stem[:LONGEST_NAME] for team, name in programs.items()},
    )
    recording = Path(f"{keep}.mcap") if keep else None
    observer, sampler = list[StatsObserver](), list[Sampler]()

    def on_begin(match: Match) -> None:
        observer.append(StatsObserver(match))
        match.observe(observer[0], RATE)
        if signals:
            sampler.append(Sampler(match, RATE))
            match.observe(_Sampling(sampler[0]), RATE)

    with ExitStack() as stack:
        history = History(recording, memory=0.0, overwrite=True)
        server = stack.enter_context(_server(match, settings["fixed_ports"], history))
        folder = Path(stack.enter_context(TemporaryDirectory()))

        def start_all() -> dict[Team, Program]:
            told = {"league": match.world.league.name, "seed": settings["seed"]}
            started = {}
            for team, name in programs.items():
                started[team] = start(name, team, server.network, told, folder / f"{team}.txt", stack)
            for program in started.values():
                stack.callback(program.ask_to_end)
            return started

        heard = partial(last_heard, server)
        teams = ProgramTeams(server, start_all, heard, settings["patience"], settings["seconds"], on_begin)
        server.add_plugin(teams)
        server.broadcast.on_end = server.stop
        with _unheard():
            server.run()
    if not observer:
        on_begin(match)  # nobody was there: the statistics of nothing
    forfeits = {team.value: why for team, why in teams.forfeits.items()}
    file = f"{keep}.mcap" if keep else None
    signals_of_match = sampler[0].run if sampler else None
    return Played(match, observer[0].result(), signals_of_match, [], file, forfeits, server.pacing.slip)


@contextmanager
def _server(match: Match, fixed_ports: bool, history: History) -> Iterator[Server]:
    """A server on ports of its own; with *fixed_ports* on those of the league, as on a real pitch."""
    spec = network_of(match.world.league.name)
    if fixed_ports:
        with Server(match, Network(spec), history=history) as usual:
            yield usual
        return
    for offset in OFFSETS:
        with ExitStack() as stack:
            claim = stack.enter_context(Claim(f"ports of a unit at {offset}"))
            server: Server | None = None
            if not claim.taken:
                with suppress(NetError):  # another program has one of these ports
                    server = stack.enter_context(
                        Server(match, Network(spec, interface=LOOPBACK, offset=offset), history=history)
                    )
            if server is not None:
                yield server
                return
    raise RuntimeError(f"no free ports for a server from offset {OFFSETS[0]} to {OFFSETS[-1]}")


@contextmanager
def _unheard() -> Iterator[None]:
    """No warnings on the terminal of who plays a thousand matches: the record says how late a match was."""
    log = logging.getLogger("robopitch")
    before, log.propagate = log.propagate, False
    quiet = logging.NullHandler()
    log.addHandler(quiet)
    try:
        yield
    finally:
        log.removeHandler(quiet)
        log.propagate = before


class _Sampling:
    """Samples signals in a match that a server advances."""

    def __init__(self, sampler: Sampler) -> None:
        self._sampler = sampler

    def on_input(self, source: str, sequence: int, input: Input) -> None:
        """Not a signal."""

    def on_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """Not a signal."""

    def on_decision(self, decision: Decision) -> None:
        """Not a signal."""

    def on_events(self, events: Sequence[Event]) -> None:
        """Not a signal."""

    def on_sample(self, match: Match) -> None:
        """The true states."""
        self._sampler.on_outputs([])
