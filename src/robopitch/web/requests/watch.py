"""Requests about what a page watches, and whether it controls the match."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator

import robopitch
from robopitch.recording.opening import suffixes
from robopitch.server.api import Ask, Watch, request
from robopitch.server.api.ask import Moment, Text, Yes
from robopitch.web import schema
from robopitch.web.describe import LIVE
from robopitch.web.reply import Reply
from robopitch.web.visit import NO_MATCH, Visit


class Hello(Ask):
    """The first message of a page; *token*: the key that allows it to control."""

    ask: Literal["hello"] = "hello"
    token: Annotated[str, BeforeValidator(str)] = ""  # whatever is no key: the page can watch


@request(Hello, needs=Watch, runs="page")
def hello(visit: Visit, ask: Hello) -> None:
    hub, viewer = visit.hub, visit.viewer
    if ask.token and not viewer.trusted:
        if hub.auth.knows(ask.token):
            viewer.auth()
        else:
            text = "That key (token) is not the one of this server: you can watch."
            viewer.tell(schema.Note(tell="note", level="warning", text=text))
    viewer.greeted = True
    viewer.tell(
        schema.Welcome(
            tell="welcome",
            viewer=viewer.number,
            version=robopitch.__version__,
            trusted=viewer.trusted,
            start=hub.start,
            endings=suffixes(),
            source=LIVE if hub.recording is None else hub.recording.name,
            at=hub.begin,
        )
    )
    hub.greet(viewer)
    tell_source(visit)


def tell_source(visit: Visit) -> None:
    """Tell a page what it watches now."""

    def told(messages: Any) -> None:
        visit.reply.tell(messages if isinstance(messages, list) else [])

    if visit.live:
        visit.ask_match(lambda bridge: bridge.greet(), told)
    else:
        visit.later(visit.hub.store.welcome, visit.viewer.source, then=told)


class See(Ask):
    """Ask for a frame: the next one, or that of a moment."""

    ask: Literal["see"] = "see"
    at: Moment | None = None


@request(See, needs=Watch, runs="page", answer=bytes)
def see(visit: Visit, ask: See) -> None:
    """The frame of a moment, of the match or of a recording; the hub itself gives the next ones."""
    viewer, at = visit.viewer, ask.at
    viewer.waits, viewer.past = False, at is not None
    source, past = viewer.source, viewer.past

    def shown(data: Any) -> None:
        if (viewer.source, viewer.past) == (source, past):
            visit.reply(data)
        else:
            visit.reply.drop()  # it looks at something else by now

    if not visit.live:
        visit.later(visit.hub.store.frame, viewer.source, at, then=shown)
    else:
        viewer.seen = -1  # back from the past, the newest frame is new again
        visit.ask_match(lambda bridge: bridge.frame_at(at), shown)


class WatchSource(Ask):
    """Watch the match ("live") or a recording."""

    ask: Literal["watch"] = "watch"
    source: Text = "live"


@request(WatchSource, needs=Watch, runs="page")
def watch(visit: Visit, ask: WatchSource) -> None:
    switch(visit, ask.source)


def switch(visit: Visit, source: str) -> None:
    """Let a page watch the match or a recording from now on."""
    hub, viewer = visit.hub, visit.viewer
    if source == LIVE and hub.bridge is None:
        raise ValueError(NO_MATCH)
    if source != LIVE and source not in hub.store:
        raise ValueError(f"there is no recording {source!r} here")
    viewer.source, viewer.waits, viewer.seen = source, False, -1
    visit.reply.accept()
    tell_source(visit)


def switch_to_match(visit: Visit) -> None:
    """Let a page that gets another answer watch the match."""
    switch(visit._replace(reply=Reply(visit.viewer, None, free=True)), LIVE)


class TakeControl(Ask):
    """Take or release control."""

    ask: Literal["control"] = "control"
    take: Yes = False


@request(TakeControl, needs=Watch, runs="page", costs=0)
def take_control(visit: Visit, ask: TakeControl) -> None:
    if ask.take:
        visit.hub.give_control(visit.viewer)
    else:
        visit.hub.release_control(visit.viewer)
    visit.reply({})
