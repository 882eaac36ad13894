"""Play the same matches in every variant and compare: ``python -m tools.determinism``.

Each variant runs in its own process, with its own kernels. The exit code is 1 if anything differs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from robopitch.spec.catalogue import league_names
from tools.determinism import workload
from tools.determinism.variants import NATIVE, VARIANTS, Variant, environment

__all__ = ["compare", "first_difference", "main", "play"]

SOURCE = Path(__file__).parents[2] / "src"
Result = dict[str, Any]  # what was played → what is compared → a digest for each second


def play(variant: Variant, settings: dict[str, Any], source: Path, cache: Path) -> Result:
    """Run the workload with the sources in a folder; a RuntimeError if it fails."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "NPY_", "OPENBLAS_"))}
    kept |= environment(variant) | {"PYTHONPATH": str(source), "NUMBA_CACHE_DIR": str(cache / variant.name)}
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-P", str(Path(workload.__file__)), json.dumps(settings)],
        env=kept,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{variant.name}: the process ended with {done.returncode}\n{done.stderr[-3000:]}")
    print(f"{variant.name}: {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    return dict(json.loads(line) for line in done.stdout.splitlines())


def first_difference(one: Sequence[str], other: Sequence[str]) -> int | None:
    """The first second that differs; None if all are equal."""
    pairs = enumerate(zip(one, other, strict=True), 1)
    return next((second for second, (a, b) in pairs if a != b), None)


def compare(results: dict[str, Result]) -> tuple[list[list[str]], bool]:
    """A row for each compared result, a cell for each variant, and whether all are equal."""
    native, rows, same = results[NATIVE.name], [], True
    for played in native:
        if played in ("source", "probes"):
            continue
        for part, digests in native[played].items():
            row = [f"{played}: {part}", f"{len(digests)} s"]
            for name in list(results)[1:]:
                second = first_difference(digests, results[name][played][part])
                row.append("same" if second is None else f"second {second}")
                same = same and second is None
            rows.append(row)
    return rows, same


def _effects(results: dict[str, Result]) -> list[str]:
    """Whether each variant made its library choose other code than natively."""
    native, row = results[NATIVE.name]["probes"], ["other code is chosen", ""]
    for variant in VARIANTS:
        if variant is not NATIVE and variant.name in results:
            own = results[variant.name]["probes"]
            row.append("yes" if own[variant.touches] != native[variant.touches] else "NO")
    return row


def _table(rows: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def main() -> int:
    """Run the comparison with the options of the command line."""
    parser = argparse.ArgumentParser(prog="make determinism", description=__doc__)
    parser.add_argument("--source", type=Path, default=SOURCE, help="the folder that holds the package to test")
    parser.add_argument("--seconds", type=int, default=60, help="of each match")
    parser.add_argument("--ruled", type=int, help="seconds of each match by the rules; half of --seconds")
    parser.add_argument("--league", action="append", help="only these leagues")
    parser.add_argument("--variant", action="append", help="only these variants; native always")
    parser.add_argument("--engine", default="", help="turf, which the promise is about, or mujoco")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="processes at a time")
    parser.add_argument("--json", type=Path, help="write everything here")
    parser.add_argument("--kernels", type=Path, help="keep compiled kernels in this folder, for the next time")
    given = parser.parse_args()
    leagues = given.league or sorted(league_names("turf"))  # MuJoCo calls libm
    variants = [own for own in VARIANTS if own is NATIVE or not given.variant or own.name in given.variant]
    settings = {
        "leagues": leagues,
        "seconds": given.seconds,
        "ruled": given.seconds // 2 if given.ruled is None else given.ruled,
        "engine": given.engine,
        "dialogue": "ssl-div-a",
    }
    started = time.monotonic()
    with TemporaryDirectory(prefix="robopitch-") as folder, ThreadPoolExecutor(given.jobs) as pool:
        kernels = given.kernels or Path(folder)
        runs = [pool.submit(play, own, settings, given.source.resolve(), kernels) for own in variants]
        results = {own.name: run.result() for own, run in zip(variants, runs, strict=True)}
    rows, same = compare(results)
    print(f"{results['native']['source']}: the first second that is not as with native code")
    heads = ["what", "compared", *(own.name for own in variants[1:])]
    print(_table([heads, _effects(results), *rows]))
    for own in variants[1:]:
        print(f"{own.name:>10}  {own.what}: {' '.join(f'{k}={v}' for k, v in environment(own).items())}")
    print(f"{'all the same' if same else 'NOT the same'}; {time.monotonic() - started:.0f} s")
    if given.json is not None:
        given.json.write_text(json.dumps(results, indent=1))
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
