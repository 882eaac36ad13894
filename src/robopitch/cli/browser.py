"""Opening a page in the user's browser, where there is one."""

from __future__ import annotations

import os
import sys
import webbrowser

__all__ = ["open_in_browser"]


def open_in_browser(url: str) -> bool:
    """Whether it was opened. Without a screen it is not: a browser in the terminal would be worse than none."""
    screen = sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))
    return bool(screen) and webbrowser.open(url)
