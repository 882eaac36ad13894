"""Many runs: every scenario with every seed, in several processes."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from robopitch.jobs.driver import carry_out
from robopitch.jobs.executor import Here
from robopitch.jobs.ledger import Ledger
from robopitch.jobs.local import LocalExecutor
from robopitch.jobs.record import Record
from robopitch.jobs.team_sources import team_sources
from robopitch.jobs.unit import Bits, Unit, file_digest
from robopitch.measure.interval import wilson
from robopitch.messages import Team
from robopitch.spec import parse_override
from robopitch.testing.scenario_file import Scenario, load_scenario

__all__ = ["Failure", "Result", "run_batch", "runs_of", "validate"]

KEPT = 3  # failed runs of a scenario that leave a recording and a picture


@dataclass(frozen=True)
class Failure:
    """A failed run."""

    seed: int
    reason: str
    time: float
    recording: str | None = None
    picture: str | None = None
    outputs: tuple[str, ...] = ()


@dataclass
class Result:
    """The runs of one scenario."""

    name: str
    file: str
    league: str
    seeds: int = 0
    passed: int = 0
    seconds: float = 0.0  # simulated
    failures: list[Failure] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Share of the runs that passed."""
        return self.passed / self.seeds if self.seeds else 0.0

    def add(self, run: dict[str, Any]) -> None:
        """One more run."""
        self.seeds += 1
        self.seconds += run["time"]
        if run["passed"]:
            self.passed += 1
            return
        outputs = tuple(run.get("outputs", ()))
        failure = Failure(run["seed"], run["reason"], run["time"], run.get("recording"), run.get("picture"), outputs)
        self.failures = sorted([*self.failures, failure], key=lambda one: one.seed)

    def plain(self) -> dict[str, Any]:
        """As data for a file."""
        low, high = wilson(self.passed, self.seeds)
        return {
            "name": self.name,
            "file": self.file,
            "league": self.league,
            "seeds": self.seeds,
            "passed": self.passed,
            "rate": self.rate,
            "low": low,
            "high": high,
            "failures": [asdict(one) for one in self.failures],
        }


def validate(scenario: Scenario, changes: Mapping[str, str] | None = None) -> None:
    """Raise a ValueError if a scenario cannot be played: unknown signals, robots or areas, a set piece of no league."""
    from robopitch.testing.lockstep import lockstep_endpoints
    from robopitch.testing.playing import prepare

    match, _ = prepare(scenario, 0, changes=_parsed(changes))
    lockstep_endpoints(match, tuple(scenario.external))


def runs_of(
    files: Sequence[Path],
    seeds: Sequence[int],
    blue: str | None = None,
    yellow: str | None = None,
    events: bool = False,
    changes: Mapping[str, str] | None = None,
) -> list[Unit]:
    """Every scenario with every seed, as units of work.

    blue, yellow: play instead of the teams of the files
    events:       each run has the list of its events
    changes:      parameters of the league by path, as `--set` takes them
    """
    units = []
    more: dict[str, Any] = {"changes": dict(changes)} if changes else {}
    for file in files:
        scenario = _loaded(file, blue, yellow)
        teams = [scenario.play.name(team) for team in Team if team not in scenario.external]
        digests = {str(one): file_digest(one) for one in (file, *(one for team in teams for one in team_sources(team)))}
        options = [f"--{side} {shlex.quote(team)}" for side, team in (("blue", blue), ("yellow", yellow)) if team]
        options += [f"--set {shlex.quote(f'{path}={value}')}" for path, value in more.get("changes", {}).items()]
        for seed in seeds:
            settings = {"file": str(file), "seed": seed, "blue": blue, "yellow": yellow, "events": events, **more}
            again = " ".join(["robopitch scenario run", shlex.quote(str(file)), f"--seed {seed}", *options])
            # An external program may take what time it likes, and its reports have names of files.
            units.append(Unit(f"{__name__}:play_run", settings, digests, Bits.NONE, f"{file}, seed {seed}", again))
    return units


def run_batch(
    units: Sequence[Unit],
    jobs: int = 1,
    keep: Path | None = None,
    ledger: Ledger | None = None,
    on_run: Callable[[dict[str, Any]], object] = lambda run: None,
) -> list[Result]:
    """Play runs of scenarios, those of `runs_of`.

    jobs:   processes
    keep:   folder for recordings and pictures of failed runs
    ledger: finished runs, which are not played again
    on_run: called after each run
    """
    results = {file: _result(file) for file in dict.fromkeys(_file(unit) for unit in units)}
    names = [result.name for result in results.values()]

    def kept() -> Iterator[Unit]:
        for unit in units:
            result = results[_file(unit)]
            if keep is None or len(result.failures) >= KEPT:
                yield unit
            else:  # files of the same name in several folders must not overwrite each other's recordings
                folder = keep / _file(unit).parent.name if names.count(result.name) > 1 else keep
                yield replace(unit, keep=str(folder))

    with nullcontext(Here()) if min(jobs, len(units)) <= 1 else LocalExecutor(jobs) as executor:
        for done in carry_out(kept(), executor, ledger):
            run = _run(done.record)
            results[_file(done.unit)].add(run)
            on_run(run)
    return list(results.values())


def _file(unit: Unit) -> Path:
    return Path(unit.settings["file"])


def _result(file: Path) -> Result:
    scenario = load_scenario(file)
    return Result(scenario.name, str(file), scenario.league)


def _run(record: Record) -> dict[str, Any]:
    """The run of a record. An unforeseen exception is a failure of this run and of no other."""
    if record.result is not None:
        return dict(record.result)
    settings = record.settings
    reason = f"the run ended with {record.error}"
    return {"file": settings["file"], "seed": settings["seed"], "passed": False, "reason": reason, "time": 0.0}


@lru_cache(maxsize=256)
def _loaded(file: Path, blue: str | None, yellow: str | None) -> Scenario:
    return load_scenario(file).played_by(blue, yellow)


def play_run(settings: Mapping[str, Any], keep: str = "") -> dict[str, Any]:
    """Play one run; returns plain data. *keep*: folder for recording and picture if it fails."""
    from robopitch.testing.playing import play

    scenario = _loaded(Path(settings["file"]), settings["blue"], settings["yellow"])
    changes = _parsed(settings.get("changes"))
    outcome = play(scenario, settings["seed"], keep=Path(keep) if keep else None, changes=changes)
    return {
        "file": settings["file"],
        "seed": settings["seed"],
        "passed": outcome.passed,
        "reason": outcome.reason,
        "time": outcome.time,
        "recording": None if outcome.recording is None else str(outcome.recording),
        "picture": None if outcome.picture is None else str(outcome.picture),
        "outputs": [str(path) for path in outcome.outputs],
        **({"fingerprint": outcome.fingerprint, "events": outcome.event_list()} if settings["events"] else {}),
    }


def _parsed(changes: Mapping[str, str] | None) -> dict[str, Any]:
    """Changes as they were typed, as values."""
    return dict(parse_override(f"{path}={value}") for path, value in (changes or {}).items())
