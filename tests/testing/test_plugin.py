"""The pytest plugin, in a pytest of its own."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = """
import robopitch
from robopitch.testing import eventually, signal

SCENE = {"ball": {"x": 0.0, "vx": 2.0, "roll": True}}

@robopitch.scenario("ssl-div-b", scene=SCENE, seconds=0.3, seeds=2)
def test_it_rolls(run):
    assert run.check(eventually(signal("ball.x > 0.2"))).passed

@robopitch.scenario("ssl-div-b", scene=SCENE, seconds=0.1, seeds=[5])
def test_it_stays(run):
    run.check(eventually(signal("ball.x > 0.4")))

def test_without_a_scenario():
    assert True
"""


def test_a_scenario_is_a_test_for_each_seed_and_a_failure_says_how_to_see_it_again(tmp_path):
    (tmp_path / "test_it.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    command = [sys.executable, "-m", "pytest", "-p", "robopitch.testing.plugin", "-v", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    environment.pop("PYTEST_ADDOPTS", None)
    done = subprocess.run(
        [*command, "--robopitch-out", "left"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    said = done.stdout
    assert done.returncode == 1, said + done.stderr
    assert "3 passed" in said
    assert "1 failed" in said
    assert "test_it.py::test_it_rolls[seed=1] PASSED" in said
    assert "test_it.py::test_it_stays[seed=5] FAILED" in said
    assert "eventually ball.x > 0.4 failed at 0.10 s" in said
    assert "pytest 'test_it.py::test_it_stays[seed=5]'" in said
    recording = tmp_path / "left" / "test_it_stays-5.mcap"
    assert f"robopitch replay {recording}" in said
    assert sorted(path.name for path in recording.parent.iterdir()) == ["test_it_stays-5.mcap", "test_it_stays-5.png"]


def test_an_installed_package_brings_the_plugin():
    entries = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["pytest11"]
    # The name is the module's, so that `-p robopitch.testing.plugin` does not load it a second time.
    assert entries == {"robopitch.testing.plugin": "robopitch.testing.plugin"}


def test_the_plugin_imports_nothing_heavy():
    code = (
        "import robopitch.testing.plugin, sys; print(*[m for m in ('numba', 'pydantic', 'numpy') if m in sys.modules])"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
