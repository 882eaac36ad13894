import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("[0-9]*.py"))


def python(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs_and_has_something_to_say(example):
    assert len(python(str(example)).splitlines()) >= 3
    assert example.read_text().startswith('"""')


def test_there_are_examples():
    assert len(EXAMPLES) >= 4


def test_the_lines_in_the_readme_run_as_typed():
    code = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)[1]
    assert python("-c", code + "\nprint(world.tick, len(batch))").split() == ["501", "1024"]


def test_the_package_runs_as_a_module():
    assert "compare-engines" in python("-m", "robopitch.cli", "--help")
