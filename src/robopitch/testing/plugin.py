"""The pytest plugin: runs tests with `@robopitch.scenario` once for each seed.

It is loaded by the entry point "pytest11" wherever robopitch is installed, and imports nothing heavy by itself.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

__all__ = ["pytest_addoption", "pytest_generate_tests", "pytest_runtest_setup"]

MARK = "robopitch_scenario"  # as in decorator.py, which is too heavy to import here


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of scenario tests."""
    group = parser.getgroup("robopitch", "scenario tests of robopitch")
    group.addoption(
        "--robopitch-out",
        default="out/scenarios",
        metavar="DIR",
        help="Where failed scenarios leave recordings and pictures, below the root folder of the tests.",
    )
    group.addoption(
        "--robopitch-seeds", type=int, default=None, metavar="N", help="Seeds 0 to N−1 instead of those of the tests."
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each seed of a scenario."""
    found = getattr(metafunc.function, MARK, None)
    if found is None:
        return
    from robopitch.testing.decorator import ScenarioRun

    scenario, seeds = found
    if "run" not in metafunc.fixturenames:
        raise ValueError(f"{metafunc.function.__name__}: a scenario test has an argument `run`")
    wanted = metafunc.config.getoption("robopitch_seeds")
    numbers = seeds if wanted is None else range(wanted)
    runs = [ScenarioRun(scenario, seed) for seed in numbers]
    metafunc.parametrize("run", runs, ids=[f"seed={run.seed}" for run in runs])


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Tell a run where it leaves its files, and how it is repeated."""
    if getattr(getattr(item, "function", None), MARK, None) is None:
        return
    callspec: Any = getattr(item, "callspec", None)
    run = callspec.params["run"]
    run.out = Path(item.config.rootpath) / item.config.getoption("robopitch_out")
    run.repeat = f"pytest {shlex.quote(item.nodeid)}"
