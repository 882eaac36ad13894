"""`robopitch demo`: a recorded match at once, one's own when it is ready."""

import json
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.conftest import start_program
from tests.web.screen import eventually
from typer.testing import CliRunner

from robopitch.cli.app import app
from robopitch.cli.demo import demos

LARGEST = 1_000_000  # bytes, of all together


def test_a_recorded_match_is_shown_until_the_own_one_is_ready(browser):
    served = start_program("demo", "vss-3v3", "--no-open", ready="demo")
    try:
        url = served.said[-1].split()[1]
        page = browser.new_page()
        page.goto(url)
        assert eventually(lambda: page.evaluate("window.robopitch?.page.frame?.robots.length > 0"))
        assert page.evaluate("robopitch.page.pitch.league") == "vss-3v3"
        link = page.locator("#ready a")
        assert eventually(link.is_visible)
        link.click()
        assert eventually(lambda: page.locator("#live").inner_text() == "LIVE")  # that of a server
        page.close()
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{url}secret")
        with pytest.raises(urllib.error.HTTPError, match="421"):
            urllib.request.urlopen(urllib.request.Request(url, headers={"Host": "evil.example:80"}))
        assert json.load(urllib.request.urlopen(f"{url}news.json"))["ready"]
        assert served.end()[0] == 0
    finally:
        served.process.kill()
        served.process.wait()
        served.process.stdout.close()


def test_a_league_that_does_not_exist_is_a_line():
    done = CliRunner().invoke(app, ["demo", "no-league", "--no-open"])
    assert done.exit_code == 2
    assert "no-league" in done.output


def test_a_port_that_is_taken_is_a_line():
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        done = CliRunner().invoke(app, ["demo", "vss-3v3", "--no-open", "--port", str(taken.getsockname()[1])])
    assert done.exit_code == 2
    assert "--port" in done.output


def test_the_recorded_matches_are_small():
    sizes = [len(data) for data in demos().values()]
    assert len(sizes) >= 3
    assert sum(sizes) < LARGEST


def test_nothing_that_the_first_picture_needs_loads_the_physics():
    code = (
        "import sys, robopitch.cli.demo as demo; demo._page('vss-3v3'); "
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=Path(__file__).parents[2]).returncode == 0
