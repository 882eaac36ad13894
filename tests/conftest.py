"""The same examples in every run, and what tests have to tell at the end of it."""

import gc
import json
import os
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

SECONDS = Path(__file__).with_name("seconds.json")  # of each folder of tests, as somebody measured them

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


@pytest.fixture(scope="session")
def wire() -> Any:
    """Writes messages from field numbers."""
    from tests.fields import Wire

    return Wire()


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


def pytest_addoption(parser: Any) -> None:
    """Add the option that keeps the seconds."""
    parser.addoption("--keep-seconds", action="store_true", help=f"write the seconds of each folder to {SECONDS.name}")


def pytest_terminal_summary(terminalreporter: Any, config: Any) -> None:
    """Show what tests recorded as "tell", as test workers have no terminal of their own, and the seconds of folders."""
    show_told(terminalreporter)
    show_seconds(terminalreporter, SECONDS, config.getoption("--keep-seconds"))


def show_seconds(terminalreporter: Any, file: Path, keep: bool) -> None:
    """Show the seconds of each folder of tests beside those in a file, or write that file; nothing fails by it."""
    took: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if hasattr(report, "duration") and hasattr(report, "when"):
                _, *folders, _ = Path(report.fspath).parts
                took[folders[0] if folders else "."] += report.duration
    known = json.loads(file.read_text("utf-8")) if file.exists() else {}
    terminalreporter.section("seconds of each folder, and on file")
    parts = [f"{name} {seconds:.0f} ({known.get(name, '-')})" for name, seconds in sorted(took.items())]
    parts.append(f"all {took.total():.0f} ({sum(known.values()) or '-'})")
    terminalreporter.write_line(", ".join(parts))
    if keep:
        kept = known | {name: round(seconds) for name, seconds in sorted(took.items())}
        file.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n", "utf-8")


def show_told(terminalreporter: Any) -> None:
    """Show what tests recorded as "tell"."""
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
