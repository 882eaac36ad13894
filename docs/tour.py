"""A tour of the page: drives it in a real browser and writes the pictures of docs/img (`make screenshots`).

It starts its own servers, so that every picture can be made again from nothing.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from robopitch.bench.browser import opened
from robopitch.messages import Drawn, Shape, Team
from robopitch.protocols.publishing import encode_drawn
from robopitch.server import Ports

IMAGES = Path(__file__).parent / "img"
OFFSET = 7000
DESK = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}


@contextmanager
def playing(league: str, *options: str) -> Iterator[str]:
    """A match of built-in teams, and the address of its page."""
    command = [sys.executable, "-m", "robopitch", "run", league, "--no-open", "--port-offset", str(OFFSET), *options]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "TERM": "dumb"})
    assert server.stdout is not None
    url = ""
    for line in server.stdout:
        url = url or next(iter(re.findall(r"http://\S+", line)), "")
        if line.startswith("ready"):
            break
    try:
        yield url
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(20)


class Tour:
    """One browser window after another."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser

    @contextmanager
    def window(self, url: str, size: dict[str, int] = DESK, theme: str = "dark") -> Iterator[Any]:
        context = self._browser.new_context(viewport=size, color_scheme=theme)
        page = context.new_page()
        page.goto(url)
        page.locator("#clock").wait_for(state="attached")
        time.sleep(3)
        yield page
        context.close()

    def shoot(self, page: Any, name: str) -> None:
        time.sleep(0.8)
        page.screenshot(path=IMAGES / f"page-{name}.png")
        print(IMAGES / f"page-{name}.png")


def wait(page: Any, expression: str) -> None:
    """Until a piece of JavaScript is true."""
    for _ in range(600):
        if page.evaluate(expression):
            return
        time.sleep(0.1)
    raise RuntimeError(f"it never came true: {expression}")


def key(page: Any, *keys: str) -> None:
    page.locator("#scene").focus()
    for one in keys:
        page.keyboard.press(one)
        time.sleep(0.15)


def tab(page: Any, name: str) -> None:
    page.locator(f"#tab-{name}").click()
    time.sleep(0.6)


def views(tour: Tour, url: str) -> None:
    """The match from above with everything that can be laid over it, four panes, and the single views."""
    with tour.window(url) as page:
        wait(page, "robopitch.page.frame.time > 10")
        key(page, "t", "v")
        tab(page, "match")
        time.sleep(3)
        key(page, "Space")
        tour.shoot(page, "top")
        key(page, "t", "v", "p", "p")
        tour.shoot(page, "four")
        key(page, "p")
        for number, name in (("2", "ball"), ("3", "robot"), ("4", "free")):
            key(page, number)
            tour.shoot(page, name)
        key(page, "1", "Space")


def panels(tour: Tour, url: str) -> None:
    """Each panel once."""
    with tour.window(url) as page:
        key(page, "s")
        tab(page, "plots")
        for expression in ("ball.speed", "norm(ball.position - blue.5.position)"):
            page.locator("#plots-expression").fill(expression)
            page.locator("#plots-add").click()
        time.sleep(6)
        tour.shoot(page, "plots")
        page.locator("#plots-clear").click()
        tab(page, "parameters")
        page.locator("#parameter-search").fill("ball")
        field = page.locator('input[data-path="ball.mass"]')
        field.fill("50 g")
        field.press("Enter")
        tour.shoot(page, "parameters")
        page.locator('[data-parameter="ball.mass"] .parameter-reset').click()
        for name in ("table", "links", "scenes", "layers", "log"):
            tab(page, name)
            tour.shoot(page, name)
        key(page, "?")
        tour.shoot(page, "keys")


def hands(tour: Tour, url: str) -> None:
    """A drag with its line and numbers, and the menu."""
    with tour.window(url) as page:
        key(page, "Space")
        time.sleep(0.5)
        place = page.evaluate(
            "(() => { const r = robopitch.page.frame.robots[3], s = robopitch.stage.screen(r.x, r.y);"
            " const b = document.getElementById('scene').getBoundingClientRect(); return [s.x + b.x, s.y + b.y]; })()"
        )
        page.mouse.move(*place)
        page.mouse.down()
        page.mouse.move(place[0] + 160, place[1] - 90, steps=8)
        tour.shoot(page, "drag")
        page.keyboard.press("Escape")
        page.mouse.up()
        time.sleep(0.5)
        page.mouse.click(*place, button="right")
        tour.shoot(page, "menu")
        page.keyboard.press("Escape")
        key(page, "Space")


def drawings(tour: Tour, url: str) -> None:
    """What a team draws."""
    import socket

    shapes = (
        Shape("line", ((-4, -2), (-2, -1), (0.5, -1.2)), "#e69f00", width=0.03),
        Shape("arrow", ((0.5, -1.2), (3, 0.6)), "#cc79a7", width=0.03),
        Shape("circle", ((3, 0.6),), "#cc79a7", radius=0.4),
        Shape("text", ((3, 1.2),), "#ffffff", text="pass"),
    )
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as team:
        port = Ports().shifted(OFFSET).signals
        team.sendto(encode_drawn(Drawn(Team.BLUE, "plan", shapes)), ("127.0.0.1", port))
    with tour.window(url) as page:
        key(page, "c")
        tab(page, "layers")
        tour.shoot(page, "drawings")


def main() -> None:
    """All of them, or those that are named."""
    IMAGES.mkdir(exist_ok=True)
    parts: dict[str, Callable[[Tour, str], None]] = {
        "views": views,
        "panels": panels,
        "hands": hands,
        "drawings": drawings,
    }
    wanted = sys.argv[1:] or [*parts, "leagues"]
    with opened() as browser:
        tour = Tour(browser)
        with playing("ssl-div-a", "--realism", "realistic", "--seed", "3") as url:
            for name in wanted:
                if name in parts:
                    parts[name](tour, url)
            if "leagues" in wanted:
                with tour.window(url, theme="light") as page:
                    tour.shoot(page, "light")
                with tour.window(url, PHONE) as page:
                    tour.shoot(page, "phone")
        for league in ("msl", "mirosot-5v5") if "leagues" in wanted else ():
            with playing(league) as url, tour.window(url) as page:
                key(page, "4")
                time.sleep(4)
                tour.shoot(page, league)


if __name__ == "__main__":
    main()
