"""A browser to drive the page with: one that is installed, or one that can be had."""

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

__all__ = ["find_browser", "get_browser", "opened"]

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "microsoft-edge")
ELSEWHERE = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
)
FLAGS = (
    "--no-sandbox",  # it only ever opens our own page, and in a container there is none
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-angle=swiftshader",  # the same software rendering everywhere
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
)
PATIENCE = 600  # s for a download
HELP = (
    "no browser was found, and none could be had: install Chromium or Chrome, or run `playwright install chromium`, or "
    "set ROBOPITCH_BROWSER to the path of one"
)


def find_browser() -> str | None:
    """The path of an installed Chromium or Chrome, or of Playwright's own."""
    named = os.environ.get("ROBOPITCH_BROWSER")
    if named:
        return named
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return found or next((path for path in (*ELSEWHERE, _own()) if path and Path(path).is_file()), None)


def get_browser() -> str:
    """A browser in any case: found, downloaded, or installed; else a RuntimeError that says what to do."""
    found = find_browser()
    tried = []
    for command in ([sys.executable, "-m", "playwright", "install", "chromium"], *_debian()):
        if found is None:
            tried.append(" ".join(command))
            try:
                subprocess.run(command, check=False, timeout=PATIENCE, stdout=sys.stderr)
            except (OSError, subprocess.TimeoutExpired):
                continue
            found = find_browser()
    if found is None:
        raise RuntimeError(f"{HELP}. Tried: {'; '.join(tried)}")
    return found


@contextmanager
def opened() -> Iterator[Browser]:
    """A browser without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=get_browser(), args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def _own() -> str:
    """Where Playwright has its own browser, if it has been downloaded."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return ""
    with sync_playwright() as playwright:
        return str(playwright.chromium.executable_path)


def _debian() -> list[list[str]]:
    """How Debian installs one, if we may."""
    apt = shutil.which("apt-get")
    if apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return []
    return [[apt, "update", "-q"], [apt, "install", "-q", "-y", "--no-install-recommends", "chromium"]]
