"""The example of scenario tests, in a pytest of its own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_all_tests_of_the_example_pass_but_the_one_that_fails_on_purpose(tmp_path):
    command = [sys.executable, "-m", "pytest", "-p", "robopitch.testing.plugin", "-v", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    environment.pop("PYTEST_ADDOPTS", None)
    example = ROOT / "examples" / "test_my_team.py"
    done = subprocess.run(
        [*command, "--rootdir", str(tmp_path), "-c", os.devnull, "--robopitch-out", str(tmp_path), str(example)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
    )
    said = done.stdout + done.stderr
    assert "5 passed" in said, said
    assert "1 failed" in said
    assert "::test_this_one_fails_on_purpose[seed=0] FAILED" in said
    assert (tmp_path / "test_this_one_fails_on_purpose-0.mcap").is_file()
    assert (tmp_path / "test_this_one_fails_on_purpose-0.png").is_file()
