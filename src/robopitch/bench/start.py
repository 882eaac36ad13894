"""Time from a fresh process to the first step: with and without compilation."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

from robopitch.machine import describe_machine, describe_versions

__all__ = ["BARS", "measure_start"]

BARS = {"cold_s": 30.0, "warm_s": 2.0, "import_s": 0.3}  # s: limits

PROGRAM = """
import json, time
start = time.perf_counter()
import robopitch
imported = time.perf_counter()
world = robopitch.make("ssl-div-a")
made = time.perf_counter()
world.step()
print(json.dumps({"import": imported - start, "make": made - imported, "step": time.perf_counter() - made}))
"""


def measure_start(repeats: int = 3) -> dict[str, Any]:
    """Seconds to the first step in a new process: cold (compiling), and warm, the best of a few."""
    with tempfile.TemporaryDirectory(prefix="robopitch-kernels-") as kernels:
        cold, cold_parts = _start(kernels)
        warm, warm_parts = min((_start(kernels) for _ in range(repeats)), key=lambda run: run[0])
    return {
        "cold_s": round(cold, 3),
        "warm_s": round(warm, 3),
        "import_s": round(warm_parts["import"], 3),
        "cold_parts_s": {name: round(seconds, 3) for name, seconds in cold_parts.items()},
        "warm_parts_s": {name: round(seconds, 3) for name, seconds in warm_parts.items()},
        "bars": BARS,
        "machine": describe_machine(),
        "versions": describe_versions(),
    }


def _start(kernels: str) -> tuple[float, dict[str, float]]:
    """The total time of a process, including its start, and its parts."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "NUMBA_CACHE_DIR": kernels},
        capture_output=True,
        text=True,
        check=True,
    )
    return time.perf_counter() - start, json.loads(done.stdout)
