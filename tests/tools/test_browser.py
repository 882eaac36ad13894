"""Installation of a browser, with programs that only record their calls."""

import asyncio
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import playwright
import pytest
from tools.browser import get_browser

from robopitch.web.browser import find_browser, shell_path

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the programs are shell scripts")
PLAYWRIGHT, NPM = "-m playwright install chromium", "-m tools.headless_shell"


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine without a browser, whose Python and apt-get bring none."""
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("ROBOPITCH_BROWSER", raising=False)
    monkeypatch.setattr(sys, "executable", str(programs / "python"))
    install(programs / "python", f'case "$*" in *install*|*shell) echo "$*" >> {tmp_path}/calls;; esac')
    return tmp_path


def install(path: Path, script: str = "") -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def calls(machine: Path) -> list[str]:
    return (machine / "calls").read_text().splitlines()


def brought_by_npm(machine: Path) -> None:
    """From now on the npm package can be had; it takes a moment."""
    install(machine / "brought")
    bring = f"/bin/sleep 0.2; /bin/mkdir -p {shell_path().parent}; /bin/cp {machine}/brought {shell_path()}"
    install(
        machine / "bin/python", f'case "$*" in *shell) echo "$*" >> {machine}/calls; {bring};; *) /bin/false;; esac'
    )


def test_the_one_that_is_named_is_taken(machine, monkeypatch):
    install(machine / "bin/chromium")
    monkeypatch.setenv("ROBOPITCH_BROWSER", "/my/browser")
    assert get_browser() == "/my/browser"


def test_one_that_does_not_start_is_passed_over(machine):
    install(machine / "bin/chromium", "exit 127")  # as if a library were missing
    assert find_browser() is None
    chrome = install(machine / "bin/google-chrome")
    assert find_browser() == chrome


def test_one_that_playwright_has_downloaded_is_found(machine):
    own = install(machine / "own/chrome")
    install(machine / "bin/python", f"echo {own}")
    assert get_browser() == own


def test_without_any_every_way_is_tried_and_named(machine, monkeypatch):
    install(machine / "bin/apt-get", f'echo "apt-get $1" >> {machine}/calls')
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(RuntimeError, match=r"set ROBOPITCH_BROWSER .* Tried: .*headless_shell; .*apt-get install"):
        get_browser()
    assert calls(machine) == [PLAYWRIGHT, NPM, "apt-get update", "apt-get install"]


def test_an_ordinary_user_gets_one_without_apt_also_inside_a_loop(machine, monkeypatch):
    install(machine / "bin/apt-get", f"echo apt-get >> {machine}/calls")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    brought_by_npm(machine)

    async def inside() -> str:
        return get_browser()

    with ThreadPoolExecutor(1) as pool:  # this thread may have a loop: that of a browser's driver
        assert pool.submit(asyncio.run, inside()).result() == str(shell_path())
    assert calls(machine) == [NPM]


def test_two_at_once_fetch_one_once(machine):
    brought_by_npm(machine)
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(get_browser) for _ in range(2)]
    assert {one.result() for one in both} == {str(shell_path())}
    assert calls(machine) == [NPM]


def test_a_playwright_whose_node_does_not_start_gets_another(machine, monkeypatch):
    install(machine / "playwright/driver/node", "exit 127")  # as on a Debian without libatomic
    install(machine / "bin/chromium")
    monkeypatch.setattr(playwright, "__file__", str(machine / "playwright/__init__.py"))
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", "")
    monkeypatch.delenv("PLAYWRIGHT_NODEJS_PATH")
    get_browser()
    assert subprocess.check_output([os.environ["PLAYWRIGHT_NODEJS_PATH"], "--version"]).startswith(b"v")
