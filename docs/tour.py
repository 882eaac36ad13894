"""A tour of the page: drives it in a real browser and writes the pictures of docs/img (`make screenshots`).

It starts its own servers, so that every picture can be made again from nothing. It fails if a notice, a warning or a
message about the connection is visible in a picture.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from robopitch.leagues.network import OWN_PORTS
from robopitch.messages import Drawn, Shape, Team
from robopitch.web.browser import opened
from robopitch.wire.dynamixel import BROADCAST, IMU_TABLES, Instruction, encode_packet
from robopitch.wire.publishing import encode_drawn

IMAGES = Path(__file__).parent / "img"
OFFSET = 8000
OWN_BUS = 10420  # port of the servo bus of blue 0, in network.toml
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
SIDEWAYS = {"width": 844, "height": 390}
TEAMS = ("--blue", "cambada", "--yellow", "mi20")
# What must not be in a picture: what a slow machine says of itself, and the folders of whoever takes the picture.
NOTICES = "#notice .toast, #connection:not([hidden]), .scene-trouble:not([hidden])"
HIDDEN = (
    "#warnings, .part:has([data-fact=warnings]), .part:has([data-fact=factor]), [data-fact=folder], .log .warning,"
    " #time-state { display: none !important }"
)


@contextmanager
def playing(league: str, *options: str) -> Iterator[str]:
    """A match of built-in teams, and the address of its page."""
    command = [sys.executable, "-m", "robopitch", "run", league, "--no-open", "--port-offset", str(OFFSET)]
    environment = {**os.environ, "TERM": "dumb"}
    server = subprocess.Popen([*command, *TEAMS, *options], stdout=subprocess.PIPE, text=True, env=environment)
    assert server.stdout is not None
    url = ""
    for line in server.stdout:
        url = url or next(iter(re.findall(r"http://[^\s#]+", line)), "")
        if url and ("ready" in line or "Open" in line):
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
        """A page at the highest quality of the graphics."""
        context = self._browser.new_context(viewport=size, color_scheme=theme)
        context.add_init_script("localStorage.setItem('quality', 'high')")
        page = context.new_page()
        page.goto(url)
        page.add_style_tag(content=HIDDEN)
        wait(page, "robopitch.page.connection === 'ready' && robopitch.stage.frames > 0")
        time.sleep(3)
        yield page
        context.close()

    def shoot(self, page: Any, name: str) -> None:
        """Write a picture, unless something covers what it is to show."""
        time.sleep(0.8)
        wait(page, f"!document.querySelector({NOTICES!r})", 15)  # short messages go by themselves
        level = page.evaluate("robopitch.stage.quality.level")
        if level != 0:
            raise RuntimeError(f"page-{name}.png: drawn at quality level {level}, not at the highest, 0")
        path = IMAGES / f"page-{name}.png"
        page.screenshot(path=path)
        print(path, flush=True)


def wait(page: Any, expression: str, seconds: float = 120.0) -> None:
    """Until a piece of JavaScript is true."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        if time.monotonic() > end:
            shown = page.locator(NOTICES).all_inner_texts()
            raise RuntimeError(f"not true within {seconds:g} s: {expression}; notices: {shown}")
        time.sleep(0.1)


def key(page: Any, *keys: str) -> None:
    """Press keys while the pitch has the focus."""
    page.locator("#scene").focus()
    for one in keys:
        page.keyboard.press(one)
        time.sleep(0.15)


def tab(page: Any, name: str) -> None:
    """Open a panel."""
    page.locator(f"#tab-{name}").click()
    time.sleep(0.6)


def at_play(page: Any) -> None:
    """Show a moment of play: soon after a kick, far from any restart; played up to it, so that the ball has a trail."""
    moment = page.evaluate(
        """() => {
          const { page } = robopitch;
          const events = page.marks.filter((mark) => ["goal", "out", "restart", "referee"].includes(mark.kind));
          const kicks = page.marks.filter((mark) => mark.kind === "kick" && mark.place &&
            Math.abs(mark.place[0]) < 4 && mark.time - 1 > page.frame.first);
          const alone = (kick) => Math.min(...events.map((event) => Math.abs(event.time - kick.time)), 9);
          kicks.sort((a, b) => alone(b) - alone(a));
          const at = (kicks[0]?.time ?? page.frame.time - 2) + 0.4;
          page.watch({ at: at - 0.5, playing: true, speed: 0.1 }); // slowly: it must not overshoot
          return at;
        }"""
    )
    wait(page, f"robopitch.page.frame.time < {moment}")  # what is shown until then is live
    wait(page, f"robopitch.page.frame.time >= {moment}")
    page.evaluate("robopitch.page.watch({ at: robopitch.page.frame.time, playing: false, speed: 1 })")
    time.sleep(1.5)


def views(tour: Tour, url: str) -> None:
    """The television view, which is the first picture of the README, and the others."""
    with tour.window(url) as page:
        wait(page, "robopitch.page.frame.time > 20")
        key(page, "4")
        at_play(page)
        tour.shoot(page, "free")
        for number, name in (("2", "ball"), ("3", "robot"), ("1", "top")):
            key(page, number)
            tour.shoot(page, name)
        key(page, "t", "v", "p", "p")
        tour.shoot(page, "four")
        key(page, "p", "t", "v", "l")


def goal(tour: Tour, url: str) -> None:
    """The banner after a goal, in the presentation, too."""
    with tour.window(url) as page:
        wait(page, "robopitch.page.marks.some((mark) => mark.kind === 'goal')", 170)
        find = "robopitch.page.marks.findLast((mark) => mark.kind === 'goal').time"
        key(page, "4")
        page.evaluate(f"robopitch.page.watch({{ at: {find} - 0.4, playing: true, speed: 0.1 }})")
        wait(page, f"robopitch.page.frame.time < {find}")  # what is shown until then is live
        wait(page, f"robopitch.page.frame.time > {find} + 0.4")
        page.evaluate("robopitch.page.watch({ at: robopitch.page.frame.time, playing: false, speed: 1 })")
        tour.shoot(page, "goal")
        key(page, "z")
        tour.shoot(page, "presentation")


def referee(tour: Tour, url: str) -> None:
    """A free kick: its banner, its place and the distance that holds, the buttons, and the calls in the log."""
    free_kick = (
        "(() => { const { phase, place } = robopitch.page.status.referee;"
        " return phase === 'free kick' && Math.abs(place[0]) < 3; })()"
    )
    with tour.window(url) as page:
        key(page, "1")
        tab(page, "match")
        wait(page, free_kick, 300)
        page.evaluate("robopitch.page.backend.ask('speed', { speed: 0 })")
        tour.shoot(page, "referee")
        tab(page, "log")
        tour.shoot(page, "log")
        key(page, "4")
        tour.shoot(page, "referee-free")
        page.evaluate("robopitch.page.backend.ask('speed', { speed: 1 })")


def panels(tour: Tour, url: str) -> None:
    """Each panel once."""
    with tour.window(url) as page:
        key(page, "1", "s")
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
        for name in ("table", "links", "scenes", "layers"):
            tab(page, name)
            tour.shoot(page, name)
        key(page, "?")
        tour.shoot(page, "keys")


def hands(tour: Tour, url: str) -> None:
    """A drag with its line and numbers, and the menu."""
    with tour.window(url) as page:
        key(page, "1", "Space")
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
        port = OWN_PORTS["signals"].number + OFFSET
        team.sendto(encode_drawn(Drawn(Team.BLUE, "plan", shapes)), ("127.0.0.1", port))
    with tour.window(url) as page:
        key(page, "1", "c")
        tab(page, "layers")
        tour.shoot(page, "drawings")


def robots(tour: Tour, url: str) -> None:
    """Robots that decide by themselves: their programs, data bases and sensors, and the coach."""
    with tour.window(url) as page:
        page.evaluate("document.documentElement.style.setProperty('--dock', '560px')")
        key(page, "1")
        tab(page, "agents")
        wait(page, "document.querySelectorAll('#panel-agents [data-row]').length === 10", 60)
        wait(page, "robopitch.page.frame.time > 15")
        tour.shoot(page, "agents")
        tab(page, "rtdb")
        page.locator("#panel-rtdb input[type=search]").fill("blue 2")
        page.locator("#panel-rtdb [data-group='blue 2']", has_text="CMD_POS").locator("button").click()
        tour.shoot(page, "rtdb")
        tab(page, "coach")
        page.locator("#panel-coach [data-choice=defence]").click()
        tour.shoot(page, "coach")
        page.locator("#formation-use").evaluate("(button) => button.scrollIntoView({ block: 'end' })")
        page.locator(".formation-spot").nth(1).press("Shift+ArrowUp")
        tour.shoot(page, "formation")
        tab(page, "sensors")
        page.locator("[data-owner='blue 2'] > summary").click()
        for name in ("vision", "compass"):
            page.locator(f"[data-sensor='blue 2 {name}'] > details > summary").click()
        page.locator("[data-sensor='blue 2 vision'] .sensor-tick input").check()
        page.locator("[data-owner='blue 2']").evaluate("(group) => group.scrollIntoView({ block: 'start' })")
        time.sleep(3)
        tour.shoot(page, "sensors")


def joints(tour: Tour, url: str) -> None:
    """Robots with joints: motions and the hook, balance, and the servo bus."""
    with tour.window(url) as page:
        page.evaluate("document.documentElement.style.setProperty('--dock', '430px')")
        places = {"blue 0": (-0.45, 0.25, 0.2), "blue 1": (-0.2, -0.5, 0.4), "yellow 0": (0.6, 0.3, 3.3)}
        page.evaluate(
            """(places) => robopitch.page.backend.ask("place", { gesture: 1, things: [{ ball: true, x: 0.1, y: -0.2 },
              ...places.map(([team, id, x, y, heading]) => ({ team, id, x, y, heading, present: true }))] })""",
            [[*_whose(name), *pose] for name, pose in places.items()],
        )
        key(page, "4")
        page.mouse.move(500, 440)
        for _ in range(3):
            page.mouse.wheel(0, -240)
            time.sleep(0.15)
        tab(page, "motions")
        page.evaluate("robopitch.page.select(['blue 1'])")
        wait(page, "document.querySelector('[data-edit=kick]')")
        page.locator("#panel-motions [data-hook=hang]").click()
        page.locator("[data-edit=kick]").click()
        wait(page, "document.querySelectorAll('.keyframe').length > 3")
        page.locator("[data-play=knee_bend]").click()
        wait(page, "parseFloat(document.querySelector('#motion-playing').textContent.split(': ')[1]) > 1.9")
        page.evaluate("robopitch.page.backend.ask('speed', { speed: 0 })")
        tour.shoot(page, "motions")
        page.locator("#panel-motions [data-hook=hang]").click()
        page.evaluate("robopitch.page.backend.ask('speed', { speed: 1 })")
        page.evaluate("robopitch.page.select(['blue 0'])")
        page.locator("[data-play=kick]").click()
        tab(page, "balance")
        begin = page.evaluate("robopitch.page.frame.time")
        wait(page, f"robopitch.page.frame.time > {begin} + 1.7")
        page.evaluate("robopitch.page.backend.ask('speed', { speed: 0 })")
        wait(page, "document.querySelectorAll('.sole').length === 2")
        tour.shoot(page, "balance")
        tab(page, "bus")
        wait(page, "document.querySelector('#panel-bus p').textContent.startsWith('Nobody')")
        speak(OWN_BUS + OFFSET)
        wait(page, "document.querySelectorAll('.bus-lines tbody tr').length > 20")
        tour.shoot(page, "bus")


def _whose(name: str) -> tuple[str, int]:
    team, number = name.split()
    return team, int(number)


def speak(port: int) -> None:
    """Say to a servo bus what a control program says in a cycle or two."""
    roll = IMU_TABLES[1].by_name["roll"].address
    goals = b"".join(bytes((id,)) + (512 + 8 * id).to_bytes(2, "little") + b"\x64\x00" for id in (3, 4, 5))
    with socket.create_connection(("127.0.0.1", port)) as bus:
        for _ in range(2):
            for id in range(1, 9):
                bus.sendall(encode_packet(1, id, Instruction.READ, b"\x24\x06"))
                bus.recv(64)
            bus.sendall(encode_packet(1, BROADCAST, Instruction.SYNC_WRITE, b"\x1e\x04" + goals))
            bus.sendall(encode_packet(1, 200, Instruction.READ, bytes((roll, 4))))
            bus.recv(64)
            bus.sendall(encode_packet(1, 7, Instruction.WRITE, b"\x1e\xff\xff"))  # beyond the range of the register
            bus.recv(64)


def designer(tour: Tour, url: str) -> None:
    """The robot designer, with a problem at a wheel and its unfolded fields."""
    with tour.window(url) as page:
        page.evaluate("document.documentElement.style.setProperty('--dock', '430px')")
        tab(page, "designer")
        wait(page, "document.querySelector('#design-status').textContent.startsWith('No problems')", 30)
        for path in ("drive", "drive.wheels", "drive.wheels.0"):
            page.locator(f"[data-field='{path}'] > summary").click()
        page.locator("#design-drive-wheels-0-angle").fill("45")
        page.locator("#design-drive-wheels-0-distance").fill("0.3")
        wait(page, "document.querySelector('#design-status').textContent.startsWith('1 problem')", 30)
        page.locator("[data-field='drive']").evaluate("(group) => group.scrollIntoView({ block: 'start' })")
        tour.shoot(page, "designer")


def calibration(tour: Tour, url: str) -> None:
    """The calibration of image vision: colours, and field points."""
    with tour.window(url) as page:
        tab(page, "sensors")
        card = page.locator('[data-sensor="image vision"]')
        card.locator("> details > summary").click()
        card.locator(".sensor-calibrate").click()
        page.locator("[data-do=switch-on]").click()
        page.locator('[data-found="blue 0"]').wait_for(timeout=120_000)
        page.locator("[data-mode=field]").click()
        tour.shoot(page, "calibration")


def leagues(tour: Tour, url: str) -> None:
    """The light theme, and phones."""
    with tour.window(url, theme="light") as page:
        tour.shoot(page, "light")
    for size, name in ((PHONE, "phone"), (SIDEWAYS, "phone-landscape")):
        with tour.window(url, size) as page:
            tour.shoot(page, name)


def main() -> None:
    """All of them, or those that are named."""
    IMAGES.mkdir(exist_ok=True)
    parts: dict[str, Callable[[Tour, str], None]] = {
        "views": views,
        "goal": goal,
        "referee": referee,
        "panels": panels,
        "hands": hands,
        "drawings": drawings,
        "leagues": leagues,
    }
    others = ("robots", "calibration", "joints")
    wanted = sys.argv[1:] or [*parts, *others]
    unknown = sorted(set(wanted) - {*parts, *others})
    if unknown:
        sys.exit(f"unknown: {', '.join(unknown)}; there are {', '.join((*parts, *others))}")
    with opened() as browser:
        tour = Tour(browser)
        if set(wanted) & set(parts):
            with playing("ssl-div-a", "--realism", "realistic", "--seed", "3") as url:
                for name in [name for name in wanted if name in parts]:
                    parts[name](tour, url)
        if "robots" in wanted:
            with playing("msl", "--yellow", "cambada", "--agents", "processes", "--seed", "3") as url:
                robots(tour, url)
                designer(tour, url)
        if "calibration" in wanted:
            with playing("mirosot-5v5", "--seed", "3") as url:
                calibration(tour, url)
        if "joints" in wanted:
            with playing("humanoid-kid", "--blue", "external", "--yellow", "still", "--referee", "none") as url:
                joints(tour, url)
        for league in ("msl", "mirosot-5v5") if "leagues" in wanted else ():
            with playing(league) as url, tour.window(url) as page:
                wait(page, "robopitch.page.frame.time > 12")
                key(page, "4")
                at_play(page)
                tour.shoot(page, league)


if __name__ == "__main__":
    main()
