"""Requests about clips: recordings of the last minute."""

from __future__ import annotations

from typing import Any, Literal, cast

from typing_extensions import TypedDict

from robopitch.server.api.ask import Ask
from robopitch.server.api.caller import Caller
from robopitch.server.api.registry import Control, request


class SaveClip(Ask):
    """Save the last minute as a recording; the status says when it is written."""

    ask: Literal["save"] = "save"


class SaveClipAs(SaveClip):
    """To a file of this name in the folder for clips."""

    file: Any


class Clip(TypedDict):
    """The answer to `save`."""

    file: str
    url: str


@request(SaveClip, needs=Control, runs="match", costs=0, console=SaveClipAs)
def save_clip(caller: Caller, ask: SaveClip) -> Clip:
    history, world = caller.server.history, caller.match.world
    if isinstance(ask, SaveClipAs):
        return cast(Clip, {"file": str(history.save_clip(ask.file))})
    path = history.save_next(caller.clips, f"clip-{world.league.name}-{world.time:.0f}s")
    caller.saved[path.name] = path
    return Clip(file=str(path), url=f"clips/{path.name}")
