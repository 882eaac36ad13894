"""A page in a real browser, looked at through its pixels and moved with mouse and keyboard."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser, Locator, Page
from tests.web.stand import Stand, until

from robopitch.messages import Team

BLUE, YELLOW, BALL = "blue", "yellow", "ball"
RESET = """async () => {
  const { page, stage } = window.robopitch;
  page.watch({ source: "live", at: null, playing: false, speed: 1 });
  stage.resetView();
  stage.setView("top");
  await page.backend.ask("speed", { speed: 0 });
  await page.backend.ask("reset");
  window.before = page.status;
}"""
MIDDLE = """(element) => {
  element.scrollIntoView({ block: "nearest" });
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}"""  # at once: lists are made anew while one looks
SHOWN = """() => {
  const { frame } = window.robopitch.page;
  if (frame.past || frame.time !== 0) return null;
  return [frame.ball, ...frame.robots].flatMap(({ name = "ball", x, y }) => [[name, [x, y]]]);
}"""


class Windows:
    """Browser windows by size and theme, kept for the next viewer: to open one takes longer than most tests."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[tuple[Any, ...], list[Page]] = {}

    def take(self, width: int, height: int, theme: Any, touch: bool) -> Page:
        """A window without a page in it."""
        kept = self._free.setdefault((width, height, theme, touch), [])
        if kept:
            return kept.pop()
        context = self._browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=theme, has_touch=touch, accept_downloads=True
        )
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        return context.new_page()

    def give_back(self, page: Page, width: int, height: int, theme: Any, touch: bool) -> None:
        """It remembers nothing of its last page."""
        page.evaluate("localStorage.clear(), sessionStorage.clear()")
        page.goto("about:blank")
        self._free[width, height, theme, touch].append(page)


class Screen:
    """One viewer. Everything about the pitch is read from the picture, not from what the page knows."""

    fields: ClassVar[dict[tuple[str, int, int], tuple[float, float, float]]] = {}  # where they were found before

    def __init__(
        self, windows: Windows, url: str, width: int = 1040, height: int = 600, theme: str = "dark", touch: bool = False
    ) -> None:
        self._windows, self._kind = windows, (width, height, theme, touch)
        self.page: Page = windows.take(*self._kind)
        self.complaints: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", self._hear_error)
        self.page.goto(url)
        self.wait("window.robopitch?.page.frame && window.robopitch.page.pitch && window.robopitch.stage.frames > 0")
        self.page.evaluate("robopitch.stage.setView('top')")  # where a metre is the same everywhere
        self.settle()
        self._map: tuple[float, float, float] | None = None

    def settle(self, frames: int = 3) -> None:
        """So many times the browser has laid out and drawn."""
        self.page.evaluate(
            "async (count) => { while (count-- > 0) await new Promise((done) => requestAnimationFrame(done)); }", frames
        )

    def idle(self) -> None:
        """What the page has asked the server so far is answered, and drawn."""
        self.page.evaluate("robopitch.page.backend.ask('scenes').then(() => null)")
        self.settle()

    def _hear(self, message: Any) -> None:
        # Reading the screen back stalls a real graphics pipeline; the driver says so, and it is we who read.
        if message.type in ("error", "warning") and "ReadPixels" not in message.text:
            self.complaints.append(f"{message.type}: {message.text}")

    def _hear_error(self, error: Any) -> None:
        self.complaints.append(str(error))

    def wait(self, expression: str) -> Any:
        """What a piece of JavaScript says once that is true."""
        return until(lambda: self.page.evaluate(expression))

    def begin_again(self, stand: Stand, speed: float = 0.0) -> None:
        """The match from its beginning, with nothing selected, steered or announced: for tests that share a page."""
        for _ in range(4):  # each ends one thing
            self.page.keyboard.press("Escape")
        self.page.evaluate(RESET)
        truth = stand.truth()
        places = {f"{robot['team']} {robot['id']}": robot["pose"][:2] for robot in truth["robots"]}
        places["ball"] = truth["ball"]["position"][:2]

        def shown() -> bool:
            found = dict(self.page.evaluate(SHOWN) or ())
            return found.keys() == places.keys() and all(
                np.allclose(found[one], places[one], atol=1e-3) for one in places
            )

        until(shown)
        self.page.evaluate("document.querySelectorAll('#notice .toast button').forEach((button) => button.click())")
        self.page.evaluate("(speed) => robopitch.page.backend.ask('speed', { speed })", speed)
        # Until it is told so, the page may still believe in the speed of the test before.
        self.wait(f"robopitch.page.status !== window.before && robopitch.page.status.speed === {speed}")
        self.wait(f"robopitch.page.frame.paused === {str(speed == 0).lower()}")

    def close(self) -> None:
        self.page.remove_listener("console", self._hear)
        self.page.remove_listener("pageerror", self._hear_error)
        self._windows.give_back(self.page, *self._kind)

    # ---- pixels ----------------------------------------------------------------------------------------------------

    def picture(self) -> NDArray[np.int16]:
        """The scene, ``[y, x, (red, green, blue)]``."""
        data = self.page.locator("#scene").screenshot()
        return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(np.int16)

    def find_field(self, league: Any) -> None:
        """Where the field is in the top view, from its outer lines."""
        picture = self.picture()
        white = (picture.min(axis=2) > 105) & (np.ptp(picture, axis=2) < 80)
        columns, rows = white.sum(axis=0), white.sum(axis=1)
        across = np.flatnonzero(columns > 0.8 * columns.max())
        along = np.flatnonzero(rows > 0.8 * rows.max())
        assert len(across) >= 2, "there are no goal lines"
        assert len(along) >= 2, "there are no touch lines"
        left, right, top, bottom = across.min(), across.max(), along.min(), along.max()
        scale = (right - left) / float(league.field.length)
        assert abs((bottom - top) / float(league.field.width) - scale) < 0.02 * scale, "the field is distorted"
        self._map = ((left + right) / 2, (top + bottom) / 2, scale)

    def know_field(self, league: Any) -> None:
        """As `find_field`, for a page that has just come up: every page of the same size has the field there."""
        width, height, *_ = self._kind
        if (league.name, width, height) not in self.fields:
            self.find_field(league)
            assert self._map is not None
            self.fields[league.name, width, height] = self._map
        self._map = self.fields[league.name, width, height]

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of a place on the pitch, in the picture."""
        assert self._map is not None, "find_field first"
        middle, centre, scale = self._map
        return middle + x * scale, centre - y * scale

    def blobs(self, what: str, least: int = 12) -> list[tuple[float, float]]:
        """The middles of all spots of a colour: robots of a team, or the ball."""
        red, green, blue = np.moveaxis(self.picture(), 2, 0)
        if what == BLUE:
            mask = (blue > 140) & (blue - red > 60) & (blue - green > 20)
        elif what == YELLOW:
            mask = (red > 170) & (green > 150) & (blue < 120)
        else:
            mask = (red > 180) & (green > 70) & (green < 170) & (blue < 90) & (red - green > 60)
        return [middle for middle, size in _spots(mask) if size >= least]

    # ---- hands -----------------------------------------------------------------------------------------------------

    def to(self, x: float, y: float) -> tuple[float, float]:
        """The place on the whole page of a place on the pitch, for the mouse."""
        box = self.page.locator("#scene").bounding_box()
        assert box is not None
        column, row = self.at(x, y)
        return box["x"] + column + 0.5, box["y"] + row + 0.5

    def drag(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        button: Any = "left",
        key: str | None = None,
        during: Callable[[], None] = lambda: None,
    ) -> None:
        """Press at one place of the pitch, move to another in steps as a hand does, let go."""
        mouse, keyboard = self.page.mouse, self.page.keyboard
        if key:
            keyboard.down(key)
        mouse.move(*self.to(*start))
        mouse.down(button=button)
        for share in np.linspace(0, 1, 6)[1:]:
            place = [a + share * (b - a) for a, b in zip(start, end, strict=True)]
            mouse.move(*self.to(place[0], place[1]))
            self.page.wait_for_timeout(20)
        during()
        mouse.up(button=button)
        if key:
            keyboard.up(key)

    def carry(self, thing: Locator, place: Locator) -> None:
        """Drag an element that can be dragged onto another.

        Not with Playwright's `drag_to`: it holds a drag back until it has seen it begin. Where it overlooks the
        beginning, because the browser itself has sent a move of the mouse just before, the drag never ends, and the
        page is deaf to mouse and keyboard from then on.
        """
        hand = self.page.context.new_cdp_session(self.page)

        def move(kind: str, where: Locator, pressed: bool) -> None:
            x, y = where.evaluate(MIDDLE)
            button = {"button": "left", "buttons": int(pressed), "clickCount": 1}
            hand.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **button})

        move("mouseMoved", thing, pressed=False)
        move("mousePressed", thing, pressed=True)
        move("mouseMoved", place, pressed=True)
        move("mouseMoved", place, pressed=True)
        move("mouseReleased", place, pressed=False)
        hand.detach()

    def right_click(self, x: float, y: float, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.down(key)
        self.page.mouse.click(*self.to(x, y), button="right")
        for key in keys:
            self.page.keyboard.up(key)

    def press(self, key: str) -> None:
        self.page.locator("#scene").focus()
        self.page.keyboard.press(key)

    def panel(self, name: str) -> None:
        self.page.locator(f"#tab-{name}").click()

    def says(self, text: str) -> None:
        """Some notice has this text; waits for it."""
        self.page.locator("#notice", has_text=text).wait_for(timeout=10000)


def ball_of(stand: Stand) -> dict[str, list[float]]:
    return stand.truth()["ball"]


def robot_of(stand: Stand, team: Team | str, number: int) -> dict[str, Any] | None:
    return next((r for r in stand.truth()["robots"] if (r["team"], r["id"]) == (str(team), number)), None)


def eventually(condition: Callable[[], Any]) -> Any:
    return until(condition)


def _spots(mask: NDArray[np.bool_]) -> list[tuple[tuple[float, float], int]]:
    """Connected pixels: the middle of the box around each, and how many there are."""
    left = {(int(y), int(x)) for y, x in np.argwhere(mask)}
    found = []
    while left:
        grow = [left.pop()]
        spot = []
        while grow:
            y, x = grow.pop()
            spot.append((y, x))
            for near in ((y + dy, x + dx) for dy in (-2, -1, 0, 1, 2) for dx in (-2, -1, 0, 1, 2)):
                if near in left:  # digits and outlines may cut a spot
                    left.discard(near)
                    grow.append(near)
        ys, xs = [y for y, _ in spot], [x for _, x in spot]
        found.append((((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2), len(spot)))
    return found
