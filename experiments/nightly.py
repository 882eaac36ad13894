"""What is long, statistical or repeated, one job after the other: `python -m experiments.nightly` (`make nightly`).

`--only NAME` runs one job, and may be given several times; `--list` prints them. The output of each goes to
`out/nightly/NAME.log`. At the end there is a summary; the exit code is 1 if a job failed or took longer than its limit.
The list with the last results is docs/nightly.md, which each run writes anew.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PAGE, LOGS = ROOT / "docs" / "nightly.md", ROOT / "out" / "nightly"
NEVER = "not yet run"


class Job(NamedTuple):
    """A command, and what its output says."""

    name: str
    command: str  # as typed in a virtual environment, in the folder of the repository
    shows: str
    limit: float  # minutes after which it is ended and has failed
    result: str = ""  # a pattern of the lines that are its result; missing: the last line
    wrong: str = ""  # a pattern that stands only in the output of a run that failed, whatever its exit code


LEAGUES = "ssl-div-b msl mirosot-5v5 mirosot-7v7 mirosot-11v11 vss-3v3"
JOBS = (
    Job("tests", "python -m pytest -n 2 -m nightly", "The tests that are marked `nightly`.", 60),
    Job("timing", "python -m pytest -n 0 -m timing", "The tests that are marked `timing`, alone.", 30),
    Job("cluster", "make test-cluster", "Tournaments on Ray, of which a node dies, and on submitit.", 20),
    Job(
        "scenarios",
        "robopitch scenario run scenarios/ --seeds 50 -j 2 --fresh",
        "Every scenario passes with at least 80 % of 50 seeds.",
        120,
    ),
    Job(
        "matches",
        f"python -m experiments.refereed_matches {LEAGUES} --seeds 10",
        "Whole matches by the rules keep the invariants; time in play, goals, jams and calls.",
        480,
        result=r"^[a-z].* in play .*",
        wrong=r"^  seed \d+, ",
    ),
    Job(
        "agents",
        "python -m experiments.agent_matches --seeds 5 --half 120",
        "Robots of the Middle Size League that decide by themselves: goals, jams, how long a team is blind.",
        240,
    ),
    Job(
        "determinism",
        "python -m tools.determinism --source src",
        "Matches are the same whatever code the processor makes libraries choose.",
        120,
    ),
    Job(
        "soak",
        "robopitch bench soak",
        "A server that runs for long does not grow and loses no frame.",
        30,
        result=r"growth of memory.*|frames lost.*",
        wrong=r"\bNO\b",
    ),
    Job(
        "floods",
        "robopitch bench floods",
        "No flood from outside stops a match or makes it grow.",
        60,
        result=r"^[a-z-]+: factor .*",
        wrong=r"NOT kept",
    ),
    Job(
        "families",
        "python -m experiments.without_family",
        "Without the folder of a family, its flags are gone, and all tests pass that do not name it.",
        240,
        result=r"^without .*",
    ),
    Job("experiments", "python -m experiments", "The figures of docs/experiments.md, made anew.", 240),
)

HEAD = """# What runs at night

`make nightly` runs what is long, statistical or repeated, job after job; `make test` has a small case of each.
`python -m experiments.nightly --only scenarios` runs one job. Logs are in `out/nightly`; if a job failed, the exit code
is 1.
Tests belong to it by a marker: `nightly`, or `timing` for what compares measured times and runs alone.
`python -m experiments.nightly` writes this page: the commands from its list, the last result of each from its output.

| job | command | shows | limit | last result |
|---|---|---|---|---|
"""


def main() -> int:
    """Run the jobs of the command line, or all of them; the page keeps the results of the others."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--only", action="append", metavar="NAME", choices=[job.name for job in JOBS])
    ask.add_argument("--list", action="store_true", help="only print the jobs")
    asked = ask.parse_args()
    jobs = [job for job in JOBS if asked.only is None or job.name in asked.only]
    if asked.list:
        print(*(f"{job.name:12} {job.command}" for job in jobs), sep="\n")
        return 0
    done: dict[str, bool] = {}
    for job in jobs:
        print(f"{job.name}: {job.command}", flush=True)
        done[job.name], said = run(job, LOGS)
        print(f"  {said}", flush=True)
        PAGE.write_text(page(results(PAGE.read_text("utf-8")) | {job.name: _dated(said)}), "utf-8")
    failed = [name for name, passed in done.items() if not passed]
    print(f"{len(done) - len(failed)} of {len(done)} passed", *(f"failed: {name}" for name in failed), sep="\n")
    return bool(failed)


def run(job: Job, logs: Path) -> tuple[bool, str]:
    """Run a job into its log; whether it passed, and its result in a line."""
    logs.mkdir(parents=True, exist_ok=True)
    program, *words = shlex.split(job.command)
    words = [sys.executable, *([] if program == "python" else ["-m", program]), *words]
    paths = os.pathsep.join((str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")))
    log, start = logs / f"{job.name}.log", time.monotonic()
    with log.open("wb") as file:
        child = subprocess.Popen(
            words,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": paths},
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # so that what it started can be ended with it
        )
        try:
            ended = f"exit code {code}" if (code := child.wait(60 * job.limit)) else ""
        except subprocess.TimeoutExpired:
            ended = f"not done after {job.limit:g} min"
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
    text = log.read_text("utf-8", "replace")
    if not ended and job.wrong and (found := re.search(job.wrong, text, re.MULTILINE)):
        ended = f"{found[0].strip()!r} in its output"
    lines = [" ".join(re.sub(r"[│┃|]+", " ", line).split()) for line in text.splitlines()]
    told = [line for line in lines if line and (not job.result or re.search(job.result, line))]
    return not ended, "; ".join(
        [
            f"failed, {ended}" if ended else "passed",
            f"{(time.monotonic() - start) / 60:.1f} min",
            *(told if job.result else told[-1:]),
        ]
    )


def results(text: str) -> dict[str, str]:
    """The last result of each job, as the page has it."""
    return dict(re.findall(r"^\| (\w+) \| `.*\| ([^|]*) \|$", text, re.MULTILINE))


def page(last: Mapping[str, str]) -> str:
    """The page with these results."""
    rows = (
        f"| {job.name} | `{job.command}` | {job.shows} | {job.limit:g} min | {last.get(job.name, NEVER)} |\n"
        for job in JOBS
    )
    return HEAD + "".join(rows)


def _dated(said: str) -> str:
    command = ("git", "-C", str(ROOT), "rev-parse", "--short", "HEAD")
    commit = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return f"{date.today()}, {commit or 'no commit'}: {said}"


if __name__ == "__main__":
    sys.exit(main())
