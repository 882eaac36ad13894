"""Who sends requests to a match, and what the server remembers of him."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from robopitch.messages import Body, Input, Team
from robopitch.server.api.undo import Undo

if TYPE_CHECKING:
    from robopitch.server.api.servos import Playing
    from robopitch.server.server import Server

__all__ = ["Caller"]


class Caller:
    """The console, or all pages together. Used by the thread of the match.

    source: under which name the match records what it offers
    clips:  folder for clips that get no name
    yields: a lockstep client goes first: then it does not set the speed
    """

    def __init__(self, server: Server, source: str, clips: Path | None = None, yields: bool = False) -> None:
        self.server, self.match, self.source = server, server.match, source
        self.clips, self._yields = clips or server.history.clips, yields
        self.undo = Undo()
        self.held: dict[Body | None, None] = {}  # None: the ball
        self.pulled: dict[Body, None] = {}
        self.saved: dict[str, Path] = {}  # clips by the name of their file
        self.parameters: tuple[object, ...] = (None, None, {})  # of a league and a realism, as last answered

    def offer(self, offered: Input, at_once: bool = True) -> None:
        """Hand an input to the match, which takes it in *at_once*; a ValueError if it is refused."""
        refusals = self.match.offer(self.source, offered)
        if refusals:
            raise ValueError("; ".join(refusal.message for refusal in refusals))
        if at_once:
            self.match.advance(self.match.tick)

    def check_time(self) -> None:
        """Raise a ValueError if somebody else controls time."""
        if self._yields and self.server.mode == "lockstep":
            raise ValueError("a lockstep client controls time")

    def on_undo(self, gesture: object) -> None:
        """A step is about to be undone."""

    def playing(self, team: Team, robot: int) -> Playing | None:
        """The motion that a robot plays, of those that the caller has started."""
        return None

    def on_rewind(self) -> None:
        """The match went back in time: nothing can be undone."""
        self.undo.clear()
