"""A match as a unit: two teams, a league, a seed; its result, its statistics, and marks of its course."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from robopitch.jobs.program import HOST, is_program, program_files
from robopitch.jobs.team_sources import is_unsteady, team_sources
from robopitch.jobs.unit import Bits, Unit, digest, file_digest
from robopitch.physics.engines import known_engine
from robopitch.spec import load_league

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.measure.match_stats.result import MatchStats
    from robopitch.measure.run import Run
    from robopitch.messages import Output

__all__ = ["MatchSetup", "Played", "play", "play_match"]

RATE = 50.0  # Hz: samples of the statistics, as `robopitch run` takes them
MARKS = 10.0  # s between two marks of the course


@dataclass(frozen=True)
class MatchSetup:
    """What a match depends on.

    blue, yellow: names of built-in teams, files, "my_team.py:play", or programs, "program:./team.sh"
    seconds: that are played; None: a whole match by the rules of the league
    half:    s of a half by the rules; None: as the league has it
    changes: parameters of the league by path, "ball.mass=45 g"
    engine:  None: that of the league
    patience: s of wall-clock time for which a program may be silent before its team forfeits
    fixed_ports: programs find the ports of the league, as on a real pitch: one match at a time on a machine
    """

    league: str
    blue: str
    yellow: str
    seed: int = 0
    seconds: float | None = None
    half: float | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)
    engine: str | None = None
    timestep: float = 0.001
    patience: float = 30.0
    fixed_ports: bool = False

    @property
    def programs(self) -> list[str]:
        """The teams that are programs."""
        return [name for name in (self.blue, self.yellow) if is_program(name)]

    def unit(self) -> Unit:
        """The match as a unit of work; a ValueError if a file cannot be read."""
        return next(self.units([self.seed]))

    def units(self, seeds: Iterable[int]) -> Iterator[Unit]:
        """The same match with each of these seeds: what does not depend on the seed is read once."""
        league = load_league(self.league, overrides=self.changes)
        files = _files(self)
        digests = {str(path): file_digest(path) for path in files}
        digests["league"] = digest(league.model_dump_json())  # also of robots that are given by their files
        engine = self.engine or league.engine
        unsteady = bool(self.programs) or is_unsteady(files)
        bits = Bits.NONE if unsteady else Bits.ANY if known_engine(engine).any_bits else Bits.MACHINE
        settings = {**vars(self), "changes": {path: str(value) for path, value in self.changes.items()}}
        for seed in seeds:
            about = f"{self.blue} against {self.yellow}, {league.name}, seed {seed}"
            again = replace(self, seed=seed).command()
            yield Unit("robopitch.jobs.matches:play", {**settings, "seed": seed}, digests, bits, about, again)

    def files(self) -> list[str]:
        """All files of the user that another machine needs for it."""
        league = Path(self.league)
        found = [*_files(self), *(sorted(league.rglob("*")) if league.is_dir() else ())]
        found += [Path(str(value)) for value in self.changes.values()]  # of a robot, for instance
        return [str(path) for path in dict.fromkeys(found) if path.is_file() and "__pycache__" not in path.parts]

    def command(self) -> str:
        """The command that plays it again."""
        if self.programs:  # the second match of the pair has the sides changed
            words = ["robopitch", "tournament", "--teams", f"{self.blue},{self.yellow}", "--league", self.league]
            words += ["--rounds", "1", "--seed", str(self.seed), "--out", "out/again"]
            words += [] if self.seconds is None else ["--seconds", f"{self.seconds:g}"]
            words += ["--fixed-ports"] if self.fixed_ports else []
        else:
            words = ["robopitch", "run", self.league, "--blue", self.blue, "--yellow", self.yellow]
            words += ["--seed", str(self.seed), "--headless"]
            words += [] if self.seconds is None else ["--referee", "free", "--seconds", f"{self.seconds:g}"]
        words += [] if self.half is None else ["--half", f"{self.half:g}"]
        words += [] if self.engine is None else ["--engine", self.engine]
        words += [] if self.timestep == 0.001 else ["--timestep", f"{self.timestep:g}"]
        for path, value in self.changes.items():
            words += ["--set", f"{path}={value}"]
        return shlex.join(words)


def play(settings: Mapping[str, Any], keep: str = "") -> dict[str, Any]:
    """Play a match, and return its result as `robopitch run --result` writes it, with marks of its course.

    keep: it is recorded to a file with this path and the ending .mcap
    """
    from robopitch.measure.match_result import match_result

    began = time.perf_counter()
    played = play_match(settings, keep)
    result = match_result(played.match, played.statistics, time.perf_counter() - began)
    found = {**result, "marks": played.marks, **played.remarks()}
    return {**found, "recording": played.recording} if keep else found


class Played(NamedTuple):
    """A match that was played.

    signals:   its true states over time, if they were asked for
    marks:     its fingerprint from time to time
    recording: the file of its recording; None: there is none
    forfeits:  why a team forfeited, by its colour
    lost:      s of real time that were lost, because the machine was too busy for a match with programs
    """

    match: Match
    statistics: MatchStats
    signals: Run | None
    marks: list[tuple[int, str]]
    recording: str | None
    forfeits: Mapping[str, str] = MappingProxyType({})
    lost: float = 0.0

    def remarks(self) -> dict[str, Any]:
        """What a record says of a match with programs."""
        found = {"forfeits": dict(self.forfeits), "real_time_lost": round(self.lost, 3)}
        return {name: value for name, value in found.items() if value}


def play_match(settings: Mapping[str, Any], keep: str = "", signals: bool = False) -> Played:
    """Play the match of a unit; the arguments are those of `play`.

    signals: sample its signals
    """
    if is_program(settings["blue"]) or is_program(settings["yellow"]):
        module, _, function = HOST.partition(":")
        hosted: Played = getattr(import_module(module), function)(settings, keep, signals)
        return hosted
    import robopitch
    from robopitch.leagues.registry import family_of
    from robopitch.match import play
    from robopitch.measure.live import Sampler
    from robopitch.measure.match_stats.collector import StatsObserver
    from robopitch.recording.match_recording import MatchRecording
    from robopitch.spec import parse_override
    from robopitch.teams.team_file import load_teams

    changes = dict(parse_override(f"{path}={value}") for path, value in settings["changes"].items())
    world = robopitch.make(
        settings["league"],
        seed=settings["seed"],
        engine=settings["engine"],
        timestep=settings["timestep"],
        overrides=changes,
    )
    (blue, yellow), policies = load_teams((settings["blue"], settings["yellow"]))
    seen: list[tuple[Match, StatsObserver]] = []
    samplers: list[Sampler] = []
    marks: list[tuple[int, str]] = []
    every = round(MARKS / world.timestep)

    def on_outputs(match: Match, outputs: list[Output]) -> None:
        if not seen:
            seen.append((match, StatsObserver(match)))
            match.observe(seen[0][1], RATE)
            recording.start(match)
            if signals:
                samplers.append(Sampler(match, RATE))
            return
        recording.on_outputs(match, outputs)
        for sampler in samplers:
            sampler.on_outputs(outputs)

    def due(match: Match) -> int:
        return min([recording.due(match), *(sampler.due for sampler in samplers)])

    def on_progress(played: float) -> None:
        if world.tick // every > len(marks):
            marks.append((world.tick, world.fingerprint()[:16]))

    with MatchRecording(Path(f"{keep}.mcap") if keep else None, overwrite=True) as recording:
        play(
            world,
            policies.get(blue),
            policies.get(yellow),
            settings["seconds"],
            on_progress,
            names=(blue, yellow),
            parts=family_of(world.league.name),
            referee="rules" if settings["seconds"] is None else "free",
            half=settings["half"],
            on_outputs=on_outputs,
            due=due,
        )
    (match, observer), run = seen[0], samplers[0].run if samplers else None
    file = f"{keep}.mcap" if keep and not recording.failure else None
    return Played(match, observer.result(), run, marks, file)


def _files(setup: MatchSetup) -> list[Path]:
    """The files of a match: those of its teams, and the programs of a league by path."""
    found = []
    for name in (setup.blue, setup.yellow):
        found += program_files(name) if is_program(name) else team_sources(name)
    if Path(setup.league).is_dir():
        found += sorted(Path(setup.league).rglob("*.py"))
    return found
