"""A match as a unit: two teams, a league, a seed; its result, its statistics, and marks of its course."""

from __future__ import annotations

import ast
import shlex
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robopitch.jobs.unit import Bits, Unit, file_digest
from robopitch.spec.catalogue import find_league
from robopitch.teams.team_file import is_team_file

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.messages import Output

__all__ = ["MatchSetup", "play"]

RATE = 50.0  # Hz: samples of the statistics, as `robopitch run` takes them
MARKS = 10.0  # s between two marks of the course
# What a team with these gives is its own affair: not the same twice.
UNSTEADY = frozenset(("asyncio", "datetime", "multiprocessing", "random", "secrets", "socket", "threading", "time"))
STEADY_ENGINES = frozenset(("turf",))  # those with the same bits on any processor


@dataclass(frozen=True)
class MatchSetup:
    """What a match depends on.

    blue, yellow: names of built-in teams, or files, "my_team.py:play"
    seconds: that are played; None: a whole match by the rules of the league
    half:    s of a half by the rules; None: as the league has it
    changes: parameters of the league by path, "ball.mass=45 g"
    engine:  None: that of the league
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

    def unit(self) -> Unit:
        """The match as a unit of work; a ValueError if a file cannot be read."""
        from robopitch.spec import load_league

        league = load_league(self.league, overrides=self.changes)
        found = dict(_files(self))
        engine = self.engine or league.engine
        unsteady = any(_is_unsteady(Path(name)) for name in found if name.endswith(".py"))
        bits = Bits.NONE if unsteady else Bits.ANY if engine in STEADY_ENGINES else Bits.MACHINE
        settings = {**vars(self), "changes": {path: str(value) for path, value in self.changes.items()}}
        about = f"{self.blue} against {self.yellow}, {league.name}, seed {self.seed}"
        return Unit("robopitch.jobs.matches:play", settings, found, bits, about, self.command())

    def command(self) -> str:
        """The command that plays it again."""
        words = ["robopitch", "run", self.league, "--blue", self.blue, "--yellow", self.yellow]
        words += ["--seed", str(self.seed), "--headless"]
        words += [] if self.seconds is None else ["--referee", "free", "--seconds", f"{self.seconds:g}"]
        words += [] if self.half is None else ["--half", f"{self.half:g}"]
        words += [] if self.engine is None else ["--engine", self.engine]
        words += [] if self.timestep == 0.001 else ["--timestep", f"{self.timestep:g}"]
        for path, value in self.changes.items():
            words += ["--set", f"{path}={value}"]
        return shlex.join(words)


def play(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Play a match, and return its result as `robopitch run --result` writes it, with marks of its course."""
    import robopitch
    from robopitch.leagues.registry import family_of
    from robopitch.match import play as play_match
    from robopitch.measure.match_result import match_result
    from robopitch.measure.match_stats.collector import StatsObserver
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
    marks: list[tuple[int, str]] = []
    every = round(MARKS / world.timestep)

    def on_outputs(match: Match, outputs: list[Output]) -> None:
        if not seen:
            seen.append((match, StatsObserver(match)))
            match.observe(seen[0][1], RATE)

    def on_progress(played: float) -> None:
        if world.tick // every > len(marks):
            marks.append((world.tick, world.fingerprint()[:16]))

    began = time.perf_counter()
    play_match(
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
    )
    match, observer = seen[0]
    return {**match_result(match, observer.result(), time.perf_counter() - began), "marks": marks}


def _files(setup: MatchSetup) -> Iterator[tuple[str, str]]:
    """The digests of the files of a match: of its teams, and of a league by path."""
    for name in (setup.blue, setup.yellow):
        if is_team_file(name):
            path = name if name.endswith((".py", ".toml")) else name.rpartition(":")[0]
            yield path, file_digest(Path(path))
    folder = find_league(setup.league)[1]
    if isinstance(folder, Path) and Path(setup.league).is_dir():
        for file in sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".toml")):
            yield str(file), file_digest(file)


def _is_unsteady(path: Path) -> bool:
    """Whether a team imports clocks, random numbers or the like; of the modules that it imports itself, too."""
    seen, waiting = set[Path](), [path]
    while waiting:
        file = waiting.pop()
        if file in seen or not file.is_file():
            continue
        seen.add(file)
        try:
            tree = ast.parse(file.read_text(encoding="utf-8"))
        except (OSError, SyntaxError, ValueError):
            continue  # loading it says what is wrong
        for node in ast.walk(tree):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            for name in names:
                if name.split(".")[0] in UNSTEADY or name.startswith("numpy.random"):
                    return True
                waiting.append(file.parent / f"{name.split('.')[0]}.py")
            if isinstance(node, ast.Attribute) and ast.unparse(node).endswith(("np.random", "numpy.random", "urandom")):
                return True
    return False
