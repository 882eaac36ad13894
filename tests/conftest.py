"""The same examples in every run, and what tests have to tell at the end of it."""

import gc
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

# A test that fails once in a hundred runs helps nobody. The examples are the same in every run: more than these would
# cost time in each, and find something at most once.
settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=50)
settings.load_profile("repeatable")

# Programs that tests start shall be ended by a hangup, even if the tests themselves were started with nohup.
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Bytecode is kept, even where a container switches that off: tests start a hundred programs, and each would compile all
# modules again; so would each worker with these files.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

gc.disable()  # until all tests are collected: what they consist of stays

# Servers and those who ask them, in this process and its children, share a key that is not the user's own.
_FOLDER = tempfile.TemporaryDirectory(prefix="robopitch-key-")
os.environ["ROBOPITCH_KEY_FILE"] = os.path.join(_FOLDER.name, "key")


@pytest.fixture(scope="module", autouse=True)
def _known_leagues() -> Iterator[None]:
    """Leagues from outside the package that a file of tests adds are not known to the next."""
    from robopitch.leagues.registry import forget
    from robopitch.spec.catalogue import added_folders

    known = added_folders()
    yield
    for folder in set(added_folders()) - set(known):
        forget(folder)


def pytest_collection_finish() -> None:
    """Thousands of tests are hundreds of thousands of objects: the garbage collector need not look at them again."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_xdist_make_scheduler(config: Any, log: Any) -> Any:
    """Each worker gets a stretch of the tests, so that what a file sets up is set up once; who is done takes more."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Show what tests recorded as "tell": test workers have no terminal of their own."""
    told = [
        text
        for report in terminalreporter.getreports("passed")
        if report.when == "call"
        for name, text in report.user_properties
        if name == "tell"
    ]
    if told:
        terminalreporter.section("told by the tests")
    for text in sorted(told):
        terminalreporter.write_line(text)
