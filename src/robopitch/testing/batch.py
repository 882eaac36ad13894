"""Many runs: every scenario with every seed, in several processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from robopitch.jobs.worker import end_with_parent
from robopitch.testing.interval import wilson
from robopitch.testing.progress import Progress, key_of
from robopitch.testing.scenario_file import Scenario, load_scenario

__all__ = ["Failure", "Result", "Task", "run_batch", "validate"]

KEPT = 3  # failed runs of a scenario that leave a recording and a picture
AHEAD = 2  # tasks for each process that wait


@dataclass(frozen=True)
class Task:
    """One run of a scenario file."""

    file: Path
    seed: int
    blue: str | None = None  # plays instead of the file's team
    yellow: str | None = None
    keep: Path | None = None
    events: bool = False  # the list of events is wanted


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


def validate(scenario: Scenario) -> None:
    """Raise a ValueError if a scenario cannot be played: unknown signals, robots or areas, a set piece of no league."""
    from robopitch.testing.lockstep import lockstep_endpoints
    from robopitch.testing.playing import prepare

    match, _ = prepare(scenario, 0)
    lockstep_endpoints(match, tuple(scenario.external))


def run_batch(
    files: Sequence[Path],
    seeds: Sequence[int],
    jobs: int = 1,
    blue: str | None = None,
    yellow: str | None = None,
    keep: Path | None = None,
    progress: Progress | None = None,
    on_run: Callable[[dict[str, Any]], object] = lambda run: None,
    events: bool = False,
) -> list[Result]:
    """Play every scenario with every seed.

    jobs:     processes
    keep:     folder for recordings and pictures of failed runs
    progress: finished runs, which are not played again
    on_run:   called after each run
    events:   each run has the list of its events
    """
    results = {file: _result(file) for file in files}
    names = [result.name for result in results.values()]
    folders = {  # files of the same name in several folders must not overwrite each other's recordings
        file: keep / file.parent.name if keep is not None and names.count(result.name) > 1 else keep
        for file, result in results.items()
    }
    tasks = []
    for file in files:
        for seed in seeds:
            known = None if progress is None else progress.known.get(key_of(file, seed, blue, yellow))
            if known is None:
                tasks.append(Task(file, seed, blue, yellow, folders[file], events))
            else:
                results[file].add(known)
                on_run(known)
    for task, run in _runs(tasks, jobs, lambda task: len(results[task.file].failures) < KEPT):
        results[task.file].add(run)
        if progress is not None:
            progress.add(key_of(task.file, task.seed, blue, yellow), run)
        on_run(run)
    return list(results.values())


def _result(file: Path) -> Result:
    scenario = load_scenario(file)
    return Result(scenario.name, str(file), scenario.league)


def _runs(tasks: Sequence[Task], jobs: int, keeps: Callable[[Task], bool]) -> Iterator[tuple[Task, dict[str, Any]]]:
    """Finished runs, as they come. *keeps*: whether a failure of this task shall leave files."""
    if jobs <= 1 or len(tasks) <= 1:
        for task in tasks:
            yield task, run_task(_kept(task, keeps))
        return
    waiting = iter(tasks)
    context = multiprocessing.get_context("spawn")  # a fork of a process with threads may hang
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=end_with_parent) as pool:
        under_way: dict[Future[dict[str, Any]], Task] = {}
        try:
            while True:
                while len(under_way) < jobs * AHEAD and (following := next(waiting, None)) is not None:
                    under_way[pool.submit(run_task, _kept(following, keeps))] = following
                if not under_way:
                    return
                for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                    yield under_way.pop(future), future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _kept(task: Task, keeps: Callable[[Task], bool]) -> Task:
    return task if task.keep is None or keeps(task) else replace(task, keep=None)


@lru_cache(maxsize=256)
def _loaded(file: Path, blue: str | None, yellow: str | None) -> Scenario:
    return load_scenario(file).played_by(blue, yellow)


def run_task(task: Task) -> dict[str, Any]:
    """Play one run; returns plain data. An unforeseen exception is a failure of this run and of no other."""
    from robopitch.testing.playing import play

    try:
        outcome = play(_loaded(task.file, task.blue, task.yellow), task.seed, keep=task.keep)
    except Exception as error:
        reason = f"the run ended with {type(error).__name__}: {error}"
        return {"file": str(task.file), "seed": task.seed, "passed": False, "reason": reason, "time": 0.0}
    return {
        "file": str(task.file),
        "seed": task.seed,
        "passed": outcome.passed,
        "reason": outcome.reason,
        "time": outcome.time,
        "recording": None if outcome.recording is None else str(outcome.recording),
        "picture": None if outcome.picture is None else str(outcome.picture),
        "outputs": [str(path) for path in outcome.outputs],
        **({"fingerprint": outcome.fingerprint, "events": outcome.event_list()} if task.events else {}),
    }
