"""Pictures of a recording from any view: the page draws them, in a browser without a window."""

from __future__ import annotations

import io
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["PageCamera"]

HOST = "127.0.0.1"
LAYOUT = 1280  # css px: the page is laid out for this width, and drawn with more or fewer dots
PATIENCE = 60_000  # ms: graphics without a graphics card take their time
SETTLE = 1500  # ms until a view that follows the ball has arrived, and everything is drawn at the highest quality
# Presentation mode without what only helps people who watch it.
HIDDEN = "#presentation-hint, #notice, #overlay, .pane-frame { display: none !important; }"
PRESENT = "document.documentElement.dataset.presenting === 'true' || document.getElementById('tool-present').click()"
READY = """async () => {
  const ready = () => window.robopitch !== undefined && robopitch.page.frame !== null && robopitch.page.pitch !== null;
  const until = Date.now() + 60000;
  while (!ready()) {
    if (Date.now() > until) throw new Error("the page shows no frame; is it built from this version?");
    await new Promise((done) => setTimeout(done, 20));
  }
}"""
SHOW = """async ([at, wait]) => {
  const { page, stage } = robopitch;
  page.watch({ at, playing: false });
  let asked = Date.now();
  const picture = () => new Promise((done) => requestAnimationFrame(done));
  const until = Date.now() + 60000;
  while (Math.abs(page.frame.time - at) > 1e-6) {
    if (Date.now() > until) throw new Error("the page does not show that moment");
    if (Date.now() > asked + 2000) {
      page.watch({ at, playing: false }); // again after a while: on a busy machine one was lost
      asked = Date.now();
    }
    await picture();
  }
  await new Promise((done) => setTimeout(done, wait));
  await picture();
  await picture();
}"""


class PageCamera:
    """The page on a recording, without panels; a ValueError if it or a browser is missing.

    first, last: the first and the last moment, s
    size:        width and height of pictures, px
    """

    def __init__(self, file: Path, view: str, width: int) -> None:
        if not 200 <= width <= 4000:
            raise ValueError(f"--width {width}: 200 to 4000 px are possible")
        width -= width % 2
        height = round(width * 9 / 16)
        self.size = width, height - height % 2
        self._file, self._view = file, view
        from robopitch.web.library.source import open_source

        source = open_source(file, file.name)
        self.first, self.last = source.first, source.last
        source.close()
        self._stack = ExitStack()

    def __enter__(self) -> PageCamera:
        try:
            self._open()
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def check(self, at: float) -> float:
        """A moment; a ValueError if the recording does not have it."""
        if not self.first <= at <= self.last:
            raise ValueError(f"--at {at:g}: {self._file} runs from {self.first:.3f} to {self.last:.3f} s")
        return at

    def stretch(self, start: float | None, end: float | None) -> tuple[float, float]:
        """A stretch; a ValueError if the recording does not have it."""
        first, last = self.first if start is None else start, self.last if end is None else end
        if not self.first <= first < last <= self.last:
            raise ValueError(
                f"from {first:g} to {last:g} s: {self._file} runs from {self.first:.3f} to {self.last:.3f} s"
            )
        return first, last

    def picture(self, at: float) -> bytes:
        """A PNG of a moment."""
        return self._picture(at, SETTLE)

    def frames(self, times: Sequence[float], tell: Callable[[int, int], object]) -> Iterator[NDArray[np.uint8]]:
        """Pictures ``[row, column, RGB]`` of these moments."""
        import numpy as np
        from PIL import Image

        for index, at in enumerate(times):
            data = self._picture(at, SETTLE if index == 0 else 0)
            yield np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))
            tell(index + 1, len(times))

    def _picture(self, at: float, wait: int) -> bytes:
        from playwright.sync_api import Error

        try:
            self._window.evaluate(SHOW, [at, wait])
            return bytes(self._window.screenshot(type="png", timeout=PATIENCE))
        except Error as error:
            raise ValueError(f"the browser could not draw the picture: {error.message}") from None

    def _open(self) -> None:
        browser = _find_browser(self._view)
        from playwright.sync_api import Error, sync_playwright

        from robopitch.web.browser import FLAGS
        from robopitch.web.http import Page

        page = self._stack.enter_context(Page(None, HOST, _free_port(), recording=self._file))
        if not page.built:
            raise ValueError("the page, which draws this view, is not built yet: make page; --view top works without")
        width, height = self.size
        scale = width / LAYOUT
        try:
            playwright = self._stack.enter_context(sync_playwright())
            opened = playwright.chromium.launch(executable_path=browser, args=list(FLAGS))
            self._stack.callback(opened.close)
            window = opened.new_page(
                viewport={"width": LAYOUT, "height": round(height / scale)},
                device_scale_factor=scale,
                color_scheme="dark",
            )
            window.set_default_timeout(PATIENCE)
            window.add_init_script("localStorage.setItem('quality', 'high')")
            window.goto(page.url)
            window.evaluate(READY)
            window.add_style_tag(content=HIDDEN)
            window.evaluate(f"robopitch.page.watch({{ playing: false }}); robopitch.stage.setView({self._view!r})")
            window.evaluate(PRESENT)
        except Error as error:
            raise ValueError(f"the browser could not open the page: {error.message}") from None
        self._window: Any = window


def _find_browser(view: str) -> str:
    """The path of a browser; nothing is downloaded."""
    hint = f"--view {view} is drawn by the page in a browser; --view top needs none"
    try:
        import playwright  # noqa: F401
    except ImportError:
        raise ValueError(f"{hint}. The package playwright is missing: pip install 'robopitch[film]'") from None
    from robopitch.web.browser import find_browser

    found = find_browser()
    if found is None:
        raise ValueError(f"{hint}. No Chromium or Chrome was found; ROBOPITCH_BROWSER can name one")
    return found


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])
