"""One request of a page, in the thread of the pages: who asked, and how it is answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from robopitch.web.describe import LIVE
from robopitch.web.designer import Workshop
from robopitch.web.page_caller import PageCaller
from robopitch.web.reply import Reply
from robopitch.web.session import Session

if TYPE_CHECKING:
    from robopitch.web.bridge import Bridge
    from robopitch.web.hub import Hub

__all__ = ["NO_MATCH", "Visit", "Work"]

NO_MATCH = "This page shows a recording; no match is running here. `robopitch run` starts one."


class Visit(NamedTuple):
    """What a request that runs in the thread of the pages gets; it answers by `reply`, now or later."""

    hub: Hub
    viewer: Session
    reply: Reply

    @property
    def live(self) -> bool:
        """Whether the page watches the match, not a recording."""
        return self.viewer.source == LIVE

    def ask_match(self, do: Callable[[Bridge], Any], then: Callable[[Any], None] | None = None) -> None:
        """Do something in the thread of the match; what it returns is the answer, or goes to *then*."""
        self.hub.ask_match(do, then or self.reply, self.reply)

    def later(self, work: Callable[..., Any], *arguments: Any, then: Callable[[Any], None] | None = None) -> None:
        """Do something slow in a thread of its own; what it returns is the answer, or goes to *then*."""
        self.hub.later(self.viewer, self.reply, work, *arguments, then=then)


class Work(NamedTuple):
    """What a request that runs in a thread of its own gets.

    trusted: the page has the key
    pages:   folders of the match; None: there is no match
    """

    trusted: bool
    pages: PageCaller | None

    @property
    def here(self) -> PageCaller:
        """Folders of the match; a ValueError if there is none."""
        if self.pages is None:
            raise ValueError(NO_MATCH)
        return self.pages

    @property
    def workshop(self) -> Workshop:
        """For which match robots are designed."""
        return Workshop() if self.pages is None else self.pages.workshop
