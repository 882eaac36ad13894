"""A headless match of built-in teams, played by this tree and by an earlier commit: processor time, and its parts.

The source of the commit is unpacked into a folder of the user's cache, where its compiled code stays. Each tree plays
the same seconds in a process of its own (`match_child.py`), in turns: the ratio holds on any machine, and on one with
other work too, because it is that of processor times.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import robopitch
from robopitch.bench.baseline import HERE, source_of
from robopitch.bench.match_child import PARTS
from robopitch.leagues.team_names import usual_teams
from robopitch.machine import describe_machine, describe_versions

__all__ = ["BARS", "COLUMNS", "LEAGUES", "measure_matches", "table"]

LEAGUES = ("ssl-div-a", "msl")
BARS = {"ssl-div-a": 2.0, "msl": 2.0}  # times the speed of e991d2ca
COLUMNS = ("match", "measured", "baseline", "ratio", "promised", "kept")
CHILD = Path(__file__).with_name("match_child.py")

Fingerprint = str


def measure_matches(
    leagues: Sequence[str],
    seconds: float = 60.0,
    turns: int = 5,
    baseline: str | None = None,
    tell: Callable[[str], object] = lambda text: None,
) -> dict[str, Any]:
    """Play so many seconds of a match of each league, with the code of a commit too; a ValueError if it is none.

    tell: is given a line for each turn
    """
    trees = {HERE: Path(robopitch.__file__).parents[1]}
    if baseline is not None:
        trees[baseline] = _unpacked(baseline, trees[HERE])
    return {
        "setup": {"seconds": seconds, "turns": turns, "baseline": baseline},
        "leagues": {league: _measure(league, trees, seconds, turns, tell) for league in leagues},
        "load": [round(load, 2) for load in os.getloadavg()],
        "machine": describe_machine(),
        "versions": describe_versions(),
    }


def table(result: dict[str, Any]) -> list[list[str]]:
    """The figures as cells under `COLUMNS`."""
    rows = []
    for league, row in result["leagues"].items():
        here, other = row["seconds"][HERE], row["seconds"].get(result["setup"]["baseline"])
        title = f"{league}, {result['setup']['seconds']:g} s: processor time, s"
        bar = BARS.get(league)
        if other is None:
            rows.append([title, f"{here['median']:.2f}", "-", "-", "-", "-"])
        else:
            kept = "-" if bar is None else "yes" if row["ratio"] >= bar else "NO"
            promised = "-" if bar is None else f"{bar:g} × e991d2ca"
            times = f"{here['median']:.2f}", f"{other['median']:.2f}", f"{row['ratio']:.2f} ×"
            rows.append([title, *times, promised, kept])
        for name in PARTS:
            share, before = row["shares"][HERE][name], row["shares"].get(result["setup"]["baseline"], {}).get(name)
            rows.append([f"  {name}", f"{share:.0%}", "-" if before is None else f"{before:.0%}", "-", "-", "-"])
    return rows


def cache_folder() -> Path:
    """robopitch/trees in $XDG_CACHE_HOME, or in ~/.cache."""
    cache = os.environ.get("XDG_CACHE_HOME", "")
    return Path(cache if os.path.isabs(cache) else Path.home() / ".cache") / "robopitch" / "trees"


def _unpacked(commit: str, own: Path) -> Path:
    """The folder of a commit's source, unpacked once for all measurements."""
    cache = cache_folder()
    cache.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=cache) as folder:
        found = source_of(commit, own, Path(folder))
        top = Path(folder) / "baseline"
        digest = subprocess.run(
            ["git", "-C", str(own), "rev-parse", f"{commit}^{{commit}}"], check=True, capture_output=True, text=True
        ).stdout.strip()
        kept = cache / digest
        if not kept.exists():
            shutil.move(top, kept)
        return kept / found.relative_to(top)


def _measure(
    league: str, trees: dict[str, Path], seconds: float, turns: int, tell: Callable[[str], object]
) -> dict[str, Any]:
    spent: dict[str, list[float]] = {name: [] for name in trees}
    ends: dict[str, Fingerprint] = {}
    for turn in range(turns):
        for name in trees if turn % 2 == 0 else reversed(trees):
            played = _play(trees[name], league, seconds, parts=False)
            spent[name].append(played["seconds"])
            ends[name] = played["fingerprint"]
        tell(f"{league}, turn {turn + 1} of {turns}: " + ", ".join(f"{name} {spent[name][-1]:.2f} s" for name in trees))
    ratios = [old / new for (*others,) in zip(*spent.values(), strict=True) for new, old in [(others[0], others[-1])]]
    return {
        "seconds": {
            name: {"best": round(min(times), 3), "median": round(median(times), 3)} for name, times in spent.items()
        },
        "ratio": round(median(ratios), 3),
        "ratios": [round(ratio, 3) for ratio in ratios],
        "same_match": len(set(ends.values())) == 1,
        "shares": {name: _play(tree, league, seconds, parts=True)["shares"] for name, tree in trees.items()},
    }


def _play(tree: Path, league: str, seconds: float, *, parts: bool) -> dict[str, Any]:
    """Play in a process of its own, with the package of a tree; -P: not with the modules beside the program."""
    done = subprocess.run(
        [sys.executable, "-P", str(CHILD), league, *usual_teams(league), str(seconds), *(["parts"] if parts else [])],
        env={**os.environ, "PYTHONPATH": str(tree)},
        stdout=subprocess.PIPE,
        text=True,
    )
    if done.returncode:
        raise ValueError(f"the match of {league} ended early; what it said about it is above")
    found: dict[str, Any] = json.loads(done.stdout)
    return found
