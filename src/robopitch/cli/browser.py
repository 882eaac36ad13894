"""Opens a page in the user's browser, if there is one."""

from __future__ import annotations

import os
import platform
import sys
import webbrowser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from robopitch.web.http import Page

__all__ = ["open_in_browser", "page_to_open"]


def open_in_browser(url: str) -> bool:
    """Open *url*; returns whether that worked. Without a display it does nothing: no browser in the terminal."""
    screen = sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))
    return bool(screen) and webbrowser.open(url)


def page_to_open(page: Page) -> str:
    """The URL for the user's own browser.

    On Linux that browser gets control by a cookie. Elsewhere, and in WSL, the URL contains the key, which
    other users may then see in the process list for a moment.
    """
    knows_users = sys.platform == "linux" and "microsoft" not in platform.release().lower()
    return page.url if knows_users else page.control_url
