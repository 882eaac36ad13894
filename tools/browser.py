"""Finds a browser for the tests of the page, or installs one: `python -m tools.browser` prints its path."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from robopitch.web.browser import cache_folder, find_browser

__all__ = ["get_browser"]

ROOT = Path(__file__).parents[1]
PATIENCE = 600  # s for npm or apt
PLAYWRIGHT_PATIENCE = 180  # s for Playwright's download: if its host cannot be reached, others are tried
HELP = (
    "no browser was found, and none could be had: install Chromium or Chrome, or run `playwright install chromium`, or "
    "set ROBOPITCH_BROWSER to the path of one"
)


def get_browser() -> str:
    """The path of a browser: found, downloaded, or installed; else a RuntimeError with the remedy."""
    found = find_browser()
    if found is not None:
        return found
    tried = []
    with _alone():
        found = find_browser()  # another process may just have installed one
        for command, patience in _ways():
            if found is None:
                tried.append(" ".join(command))
                _run(command, patience)
                found = find_browser()
    if found is None:
        raise RuntimeError(f"{HELP}. Tried: {'; '.join(tried)}")
    return found


@contextmanager
def _alone() -> Iterator[None]:
    """A lock: only one process of this user installs a browser at a time; the others wait, and find it."""
    try:
        import fcntl
    except ImportError:  # Windows always has a browser
        yield
        return
    cache_folder().mkdir(parents=True, exist_ok=True)
    with (cache_folder() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # released when the file is closed
        yield


def _ways() -> list[tuple[list[str], float]]:
    """Commands that install a browser, and their time limits."""
    return [
        ([sys.executable, "-m", "playwright", "install", "chromium"], PLAYWRIGHT_PATIENCE),
        ([sys.executable, "-m", "tools.headless_shell"], PATIENCE),
        *((command, PATIENCE) for command in _debian()),
    ]


def _run(command: list[str], patience: float) -> None:
    """Run a command, with its output on our standard error. The caller checks for the browser afterwards."""
    environment = {
        "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000",  # ms; a firewall may not answer
        "DEBIAN_FRONTEND": "noninteractive",
        **os.environ,
    }
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(command, timeout=patience, stdout=2, cwd=ROOT, env=environment)


def _debian() -> list[list[str]]:
    """The command for Debian, if this is root."""
    apt = shutil.which("apt-get")
    if apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return []
    return [[apt, "update", "-q"], [apt, "install", "-q", "-y", "--no-install-recommends", "chromium"]]


if __name__ == "__main__":
    try:
        print(get_browser())
    except RuntimeError as error:
        sys.exit(str(error))
