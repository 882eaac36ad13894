"""The server of this tree against that of an earlier commit, with one client for both.

The source of the commit is taken from git into a temporary folder and runs with the same interpreter and packages.
Both trees take turns, and every figure is the median over the rounds: a ratio holds on any machine, an absolute figure
only on the one that measured it.
"""

from __future__ import annotations

import io
import subprocess
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import robopitch
from robopitch.bench.processes import LEAGUE, RATE, ROBOTS, TIMESTEP, TRACKER, Child
from robopitch.machine import describe_machine, describe_versions

__all__ = ["BARS", "COLUMNS", "FIGURES", "measure_against", "source_of", "table"]

REALISMS = ("friendly", "realistic")  # the default, and the preset with the most computation
CAMERAS = 4
WARM_UP = 1.0  # s at real time until all code has run once
HERE = "this tree"

FIGURES = {  # unit and largest ratio of this tree to the baseline
    "server_ms": ("ms of processor time per exchange in lockstep", 0.40),
    "server_ms_at_rate": ("the same with the frames that were sent during the step, instead of new ones", 0.40),
    "core_share": ("% of a core at real time", 0.60),
    "cold_start_s": ("s from an empty cache of compiled code to the first answer in lockstep", 1.25),
}
BARS = {name: bar for name, (_, bar) in FIGURES.items()}
COLUMNS = ("figure", "baseline", "this tree", "ratio", "at most", "met")

Tree = tuple[str, Path, Path]  # name, folder of the source, folder of the compiled code


def measure_against(
    commit: str, rounds: int = 5, seconds: float = 4.0, tell: Callable[[str], object] = lambda text: None
) -> dict[str, Any]:
    """Measure this tree and a commit in turns; *seconds* is the length of each measurement.

    tell: is given a line for each round
    """
    own = Path(robopitch.__file__).parents[1]
    found: dict[str, dict[str, list[float]]] = {commit: {}, HERE: {}}
    with TemporaryDirectory(prefix="robopitch-baseline-") as folder:
        sources = {commit: source_of(commit, own, Path(folder)), HERE: own}
        for number in range(rounds):
            trees = [(*source, Path(folder) / f"{number}-{index}") for index, source in enumerate(sources.items())]
            for tree in trees if number % 2 == 0 else reversed(trees):
                for name, value in _measure(tree, seconds).items():
                    found[tree[0]].setdefault(name, []).append(value)
            tell(_progress(number + 1, rounds, found[commit], found[HERE]))
    return {
        "baseline": commit,
        "figures": {name: _compare(values, found[HERE][name]) for name, values in found[commit].items()},
        "bars": BARS,
        "setup": {
            "league": LEAGUE,
            "robots": 2 * ROBOTS,
            "cameras": CAMERAS,
            "camera_hz": RATE,
            "command_hz": RATE,
            "timestep": TIMESTEP,
            "tracker": TRACKER,
            "rounds": rounds,
            "seconds": seconds,
        },
        "machine": describe_machine(),
        "versions": describe_versions(),
    }


def source_of(commit: str, own: Path, folder: Path) -> Path:
    """The source of a commit, unpacked into a folder; a ValueError says what is missing.

    own: the folder of this package's source, in the repository
    """
    try:
        _git(own, "rev-parse", "--show-toplevel")
    except FileNotFoundError:
        raise ValueError("--baseline: needs git, which is not installed") from None
    except subprocess.CalledProcessError:
        raise ValueError(f"--baseline: needs the repository, and {own} is not in one; run it from a clone") from None
    try:
        top = Path(_git(own, "rev-parse", "--show-toplevel").decode().strip())
        packed = _git(top, "archive", "--format=zip", f"{commit}^{{commit}}", own.resolve().relative_to(top).as_posix())
    except (subprocess.CalledProcessError, ValueError):
        raise ValueError(f"--baseline: {commit!r} is not a commit of this repository with a source folder") from None
    target = folder / "baseline"
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(target)
    source = target / own.resolve().relative_to(top)
    if not (source / "robopitch" / "bench" / "processes.py").exists():
        raise ValueError(f"--baseline: the commit {commit!r} is older than the server's benchmark")
    return source


def _git(folder: Path, *arguments: str) -> bytes:
    return subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True).stdout


# ---- one round ---------------------------------------------------------------------------------------------------


def _measure(tree: Tree, seconds: float) -> dict[str, float]:
    """All figures of one tree. The first is the cold start, which leaves compiled code for the others."""
    figures = {"cold_start_s": _cold_start(tree)}
    for realism in REALISMS:
        usual = figures[f"server_ms {realism}"] = _lockstep(tree, seconds, realism)
        # A tree without the choice always answers so: it does the same work as this one at the rate of the cameras.
        at_rate = _lockstep(tree, seconds, realism, lockstep_vision="rate") if _chooses_vision(tree) else usual
        figures[f"server_ms_at_rate {realism}"] = at_rate
        figures[f"core_share {realism}"] = _real_time(tree, seconds, realism)
    return figures


def _chooses_vision(tree: Tree) -> bool:
    """Whether its server can be told which frames the answers in lockstep contain."""
    return "lockstep_vision" in (tree[1] / "robopitch" / "bench" / "processes.py").read_text(encoding="utf-8")


def _server(tree: Tree, realism: str, lockstep: bool, **more: str) -> Child:
    settings = {"realism": realism, "cameras": CAMERAS, "rate": RATE, "lockstep": lockstep, **more}
    return Child("serve", source=tree[1], kernels=tree[2], **settings)


def _cold_start(tree: Tree) -> float:
    start = time.perf_counter()
    with _server(tree, REALISMS[-1], True) as server:
        with Child("step", port=server.hello["ports"]["blue"], warm_up=1) as client:
            seconds = time.perf_counter() - start
            client.end()
        server.end()
    return seconds


def _lockstep(tree: Tree, seconds: float, realism: str, **more: str) -> float:
    with _server(tree, realism, True, **more) as server:
        with Child("step", port=server.hello["ports"]["blue"], seconds=seconds) as client:
            before, stepped, after = server.ask(), client.ask(), server.ask()
            client.end()
        server.end()
    return float(1000 * (after["cpu"] - before["cpu"]) / stepped["exchanges"])


def _real_time(tree: Tree, seconds: float, realism: str) -> float:
    with _server(tree, realism, False) as server:
        ports = server.hello["ports"]
        with Child("play", blue=ports["blue"], yellow=ports["yellow"]) as teams:
            time.sleep(WARM_UP)
            before = server.ask()
            time.sleep(seconds)
            after = server.ask()
            teams.end()
        server.end()
    return float(100 * (after["cpu"] - before["cpu"]) / (after["wall"] - before["wall"]))


# ---- comparing ---------------------------------------------------------------------------------------------------


def _compare(baseline: list[float], here: list[float]) -> dict[str, Any]:
    """Medians, and the median of the ratios within each round."""
    ratios = [new / old for old, new in zip(baseline, here, strict=True)]
    return {
        "baseline": round(median(baseline), 4),
        "here": round(median(here), 4),
        "ratio": round(median(ratios), 4),
        "ratios": [round(ratio, 4) for ratio in ratios],
    }


def _progress(number: int, rounds: int, baseline: dict[str, list[float]], here: dict[str, list[float]]) -> str:
    ratios = (f"{name} {here[name][-1] / baseline[name][-1]:.3f}" for name in baseline)
    return f"round {number} of {rounds}: {', '.join(ratios)}"


def table(result: dict[str, Any]) -> list[list[str]]:
    """The figures as cells under `COLUMNS`."""
    rows = []
    for name, row in result["figures"].items():
        figure, _, realism = name.partition(" ")
        unit, bar = FIGURES[figure]
        title = f"{realism}: {unit}" if realism else unit
        met = "yes" if row["ratio"] <= bar else "NO"
        rows.append([title, f"{row['baseline']:.3f}", f"{row['here']:.3f}", f"{row['ratio']:.3f}", f"{bar:g}", met])
    return rows
