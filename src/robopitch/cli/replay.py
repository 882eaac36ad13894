"""`robopitch replay`: show a recording on the page, send its packets, simulate it again, or branch from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.options import Change, complaints, speed_of
from robopitch.cli.outputs import check_recording
from robopitch.cli.signals import stopped_by_signals
from robopitch.physics.engines import ENGINES

if TYPE_CHECKING:
    from robopitch.leagues.league import League
    from robopitch.match import Match
    from robopitch.messages import Input
    from robopitch.recording.reader import Recording

__all__ = ["replay"]

_CHANGES = "--seed, --blue, --yellow, --engine or --set"
_PAGE, _NETWORK, _FUTURE = "Page", "With --send", "Another course, from --from on"


@dataclass(frozen=True)
class Future:
    """What is different in the branch."""

    seed: Annotated[int | None, typer.Option(help="Another seed.", rich_help_panel=_FUTURE)] = None
    blue: Annotated[str | None, typer.Option(help="Another team plays blue.", rich_help_panel=_FUTURE)] = None
    yellow: Annotated[str | None, typer.Option(help="Another team plays yellow.", rich_help_panel=_FUTURE)] = None
    engine: Annotated[
        str | None,
        typer.Option(help=f"Another engine: {', '.join(ENGINES)}.", metavar="NAME", rich_help_panel=_FUTURE),
    ] = None
    change: Change = None
    record: Annotated[
        Path | None, typer.Option(help="Write the new course to a file.", metavar="FILE", rich_help_panel=_FUTURE)
    ] = None
    overwrite: Annotated[
        bool,
        typer.Option("--overwrite", help="Replace the file of --record if it exists.", rich_help_panel=_FUTURE),
    ] = False

    @property
    def given(self) -> bool:
        """Whether anything is."""
        return bool(self.seed is not None or self.blue or self.yellow or self.engine or self.change)

    def inputs(self) -> list[Input]:
        """The changes as inputs of a match."""
        from robopitch.messages import ChangeSpec, SwapTeam, Team
        from robopitch.spec import parse_override

        inputs: list[Input] = []
        for team, name in ((Team.BLUE, self.blue), (Team.YELLOW, self.yellow)):
            if name is not None:
                inputs.append(SwapTeam(team, name))
        if self.change:
            inputs.append(ChangeSpec(dict(map(parse_override, self.change))))
        return inputs


@dataclass(frozen=True)
class Sending:
    """Where packets go with --send, and how fast."""

    speed: Annotated[str, typer.Option(help="Times real time, or max; 0 pauses.", rich_help_panel=_NETWORK)] = "1"
    loop: Annotated[bool, typer.Option("--loop", help="Start again at the end.", rich_help_panel=_NETWORK)] = False
    interface: Annotated[
        str | None,
        typer.Option(help="The network interface for multicast.", metavar="ADDRESS", rich_help_panel=_NETWORK),
    ] = None


@takes(future=Future, sending=Sending)
def replay(
    *,
    file: Annotated[Path, typer.Argument(help="A recording (.mcap) or a league's log (.log, .log.gz).")],
    start: Annotated[float | None, typer.Option("--from", help="Second of simulated time to begin at.")] = None,
    end: Annotated[
        float | None, typer.Option("--to", "--to-time", help="Second to end at, with --send or for another course.")
    ] = None,
    send: Annotated[
        bool, typer.Option("--send", help="Send the recorded packets over the network instead of opening the page.")
    ] = False,
    simulate: Annotated[
        bool, typer.Option("--simulate", help="Run the inputs through the engine again and compare with the truth.")
    ] = False,
    packets: Annotated[
        bool, typer.Option("--packets", help="With --simulate: make all packets again too, and compare their digests.")
    ] = False,
    no_browser: Annotated[
        bool,
        typer.Option(
            "--no-browser", "--no-open", help="Serve the page, but do not open a browser.", rich_help_panel=_PAGE
        ),
    ] = False,
    port_offset: Annotated[int, typer.Option(help="Added to the port of the page, and to those of --send.")] = 0,
    future: Future,
    sending: Sending,
) -> None:
    """Open the page on a recording; or send its packets, simulate it again, or branch from it.

    robopitch replay m.mcap                      opens the page on the recording

    robopitch replay m.mcap --send               sends its packets over the network

    robopitch replay m.mcap --simulate           exit code 1 if the truth differs

    robopitch replay m.mcap --from 20 --seed 2   another course from second 20 on

    robopitch replay m.mcap --from 20 --engine mujoco-spatial   the same course in another engine
    """
    with complaints():
        mode = _mode(send, simulate, future.given)
        _refuse_unused(
            mode,
            {
                "--from": start is not None,
                "--to": end is not None,
                "--packets": packets,
                "--record": future.record is not None,
                "--overwrite": future.overwrite,
                "--no-browser": no_browser,
                "--port-offset": port_offset != 0,
                **{f"--{option.name}": getattr(sending, option.name) != option.default for option in fields(sending)},
            },
        )
        if mode == "--simulate":
            _simulate(file, packets)
        elif mode == "branch":
            _branch(file, start or 0.0, end, future)
        elif mode == "--send":
            _send(file, start, end, sending, port_offset)
        else:
            from robopitch.cli.recording_page import show_recording

            show_recording(file, start, port_offset, browser=not no_browser)


def _mode(send: bool, simulate: bool, branches: bool) -> str:
    """What to do; a ValueError if the options ask for several things."""
    asked = {"--send": send, "--simulate": simulate, "branch": branches}
    modes = [mode for mode, wanted in asked.items() if wanted]
    if len(modes) > 1:
        names = " and ".join(_CHANGES if mode == "branch" else mode for mode in modes)
        raise ValueError(f"{names} exclude each other")
    return modes[0] if modes else "page"


USED = {
    "page": ("--from", "--no-browser", "--port-offset"),
    "--send": ("--from", "--to", "--speed", "--loop", "--interface", "--port-offset"),
    "--simulate": ("--packets",),
    "branch": ("--from", "--to", "--record", "--overwrite"),
}
WANTED = {"--packets": "--simulate", "--record": _CHANGES, "--overwrite": _CHANGES, "--no-browser": "the page"}


def _refuse_unused(mode: str, given: dict[str, bool]) -> None:
    """A ValueError for an option that the mode would ignore."""
    for option, is_given in given.items():
        if is_given and option not in USED[mode]:
            modes = [other for other in USED if option in USED[other]]
            where = WANTED.get(option) or ", ".join("another course" if one == "branch" else one for one in modes)
            raise ValueError(f"{option} has no effect here; it is for {where}")


def _simulate(file: Path, packets: bool) -> None:
    import time

    from robopitch.cli.opening import tell_problems
    from robopitch.machine import describe_versions
    from robopitch.recording.reader import Recording
    from robopitch.recording.resimulation import simulate_again

    with Recording(file) as recording:
        others = _differences(recording.header.get("versions", {}), describe_versions())
        if others:
            typer.echo(f"notice: recorded with {others}; the same bits are only promised for the same versions")
        began = time.perf_counter()
        verdict = simulate_again(recording, packets=packets)
        took = time.perf_counter() - began
        tell_problems(file, recording.problems)  # afterwards: damage is found where it is read
        step = float(recording.header["timestep"])
    typer.echo(
        f"{verdict.ticks * step:.3f} s simulated again in {took:.2f} s, {verdict.ticks * step / took:.0f} times real "
        f"time; {verdict.frames} frames of truth are the same, bit for bit"
    )
    if verdict.decisions_differ:
        typer.echo(
            f"recomputed decisions of teams and referee differed at {verdict.decisions_differ} of {verdict.decisions}; "
            f"the recorded ones were used"
        )
    if packets and verdict.packets_differ_at is None:
        typer.echo(f"{verdict.packets} packets are the same")
    if verdict.packets_differ_at is not None:
        typer.echo(f"packets differ, at {verdict.packets_differ_at:.3f} s or shortly before")
    if verdict.differs_at is not None:
        since = "from the beginning" if verdict.same_until is None else f"the same until {verdict.same_until:.3f} s"
        typer.echo(f"DIFFERENT at {verdict.differs_at:.3f} s (step {round(verdict.differs_at / step)}); {since}")
    if not verdict.same:
        raise typer.Exit(1)


def _differences(recorded: dict[str, str], here: dict[str, str]) -> str:
    return ", ".join(f"{name} {recorded[name]}" for name in recorded if recorded[name] != here.get(name))


def _branch(file: Path, start: float, end: float | None, future: Future) -> None:
    from robopitch.cli.opening import tell_problems
    from robopitch.measure.event_text import score_text
    from robopitch.recording.match_recording import MatchRecording
    from robopitch.recording.reader import Recording
    from robopitch.recording.resimulation import branch, go_on
    from robopitch.spec.names import known_name

    engine = None if future.engine is None else known_name(future.engine, ENGINES, "engine")
    if future.record is not None:
        if future.record.exists() and future.record.samefile(file):
            raise ValueError(f"--record {future.record}: the new course cannot replace the recording it begins with")
        check_recording("--record", future.record, future.overwrite)
    with Recording(file) as recording:
        match, inputs = branch(
            recording,
            None,
            start,
            future.inputs(),
            future.seed,
            senses=future.record is not None,
            engine=engine,
        )
        last = (recording.end - recording.time_of(0.0)) / 1e9
        until = round((last if end is None else end) / match.world.timestep)
        if until <= match.tick:
            raise ValueError(f"nothing is left after second {start:g}: the recording ends at {last:.3f} s; give --to")
        before = dict(match.score)
        with MatchRecording(future.record, overwrite=future.overwrite) as written:
            written.start(match)
            for packets in go_on(match, inputs, until):
                written.packets(packets)
        _tell_difference(recording, match)
        tell_problems(file, recording.problems)
    typer.echo(
        f"from {start:g} s ({score_text(before)}) to {match.world.time:.3f} s: {score_text(match.score)}\n"
        f"fingerprint {match.world.fingerprint()}"
    )
    if future.record is not None:
        typer.echo(f"recording   {written.failure or future.record}")


def _tell_difference(recording: Recording, match: Match) -> None:
    """How far the ball is from where it was in the recorded course, at the end."""
    import math

    now = round(match.world.time, 9)
    there = next(recording.truth(recording.time_of(now)), None)
    if there is None:
        return
    x, y, _ = match.world.ball.position.tolist()
    away = math.dist((x, y), there.ball[:2])
    typer.echo(f"at {now:.3f} s the ball is {away:.3f} m from where it was in the recorded course")


def _send(file: Path, start: float | None, end: float | None, sending: Sending, port_offset: int) -> None:
    from robopitch.cli.opening import tell_problems
    from robopitch.leagues.network import Network
    from robopitch.leagues.registry import network_of
    from robopitch.server.replay import Replay

    source = _source(file)
    first, last = source.first, source.last
    stop = last if end is None else first + round(end * 1e9)

    def between(begin: int) -> Any:
        return ((time, topic, data) for time, topic, data in source.packets(begin) if time <= stop)

    speed = speed_of(sending.speed)
    begin = first if start is None else first + round(start * 1e9)
    if not first <= begin <= last:
        raise ValueError(f"--from {start:g}: there are {(last - first) / 1e9:.3f} s")
    channels = source.league.channels
    network = Network(network_of(source.league.family), interface=sending.interface, offset=port_offset)
    with Replay(between, begin, min(stop, last), channels, network, speed, sending.loop) as player:
        for notice in player.notices:
            typer.echo(f"notice: {notice}")
        ports = ", ".join(str(network.port(channel.port)) for channel in channels.values() if channel.port)
        typer.echo(f"{file}: {(last - first) / 1e9:.3f} s, sent to ports {ports}")
        typer.echo("ready; Ctrl-C stops")
        with stopped_by_signals(lambda *_: player.stop()):
            player.run()
        total = ", ".join(f"{count} {topic[1:]}" for topic, count in player.sent.items())
        typer.echo(f"sent {total} packets")
        tell_problems(file, source.problems)


class _Source(NamedTuple):
    """Packets of a recording or of a log of a league, and how to send them."""

    first: int  # ns
    last: int
    packets: Callable[[int], Iterator[tuple[int, str, bytes]]]  # from a time on
    problems: list[str]
    league: League


def _source(file: Path) -> _Source:
    if not file.name.endswith(".mcap"):
        return _log_source(file)
    from robopitch.recording.league import adapter_of
    from robopitch.recording.reader import Recording

    recording = Recording(file)
    league = adapter_of(recording.header)
    if league is None:
        raise ValueError(f"{file}: {recording.problems[-1]}")
    topics = [channel.topic for channel in league.channels.values() if channel.port]
    if next(recording.packets(topics), None) is None:
        raise ValueError(
            f"{file} holds no packets; it was recorded with --compact. "
            f"robopitch replay {file} --simulate --packets makes them again"
        )
    packets = partial(recording.packets, topics)
    return _Source(recording.time_of(0.0), recording.end, packets, recording.problems, league)


def _log_source(file: Path) -> _Source:
    from robopitch.recording.opening import format_of, league_formats, league_of_format

    found, league = format_of(file), league_of_format(file)
    if found is None or found.open is None or league is None:
        logs = (suffix for one in league_formats() if one.open is not None for suffix in one.suffixes)
        *endings, last = (".mcap", *logs)
        raise ValueError(f"{file}: holds no packets to send; {', '.join(endings)} and {last} files do")
    log = found.open(file)
    return _Source(log.start, log.end, log.packets, log.problems, league)
