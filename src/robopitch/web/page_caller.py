"""All pages together, as those who send requests to the match, and what the server remembers of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from robopitch.messages import Body, Team
from robopitch.net.faults import Faults
from robopitch.server.api import Caller
from robopitch.server.api.servos import Playing
from robopitch.web.designer import Workshop
from robopitch.web.motion_plays import MotionPlays
from robopitch.web.motions import MotionLibrary

if TYPE_CHECKING:
    from robopitch.server import Server
    from robopitch.web.bridge import Bridge

__all__ = ["PageCaller"]

SOURCE = "page"  # who offers the inputs


class PageCaller(Caller):
    """Only one page at a time controls the match, so that all of them have one undo.

    clips:  folder for saved clips
    scenes: folder for scenes; that for motions is beside it
    """

    def __init__(self, bridge: Bridge, server: Server, clips: Path, scenes: Path, faults: Faults) -> None:
        super().__init__(server, SOURCE, clips, yields=True)
        self.bridge, self.scenes = bridge, scenes
        self.motions = MotionLibrary(scenes.with_name("motions"))
        self.plays = MotionPlays(server.match, faults)

    @property
    def league(self) -> str:
        """Name of the league of the match."""
        return str(self.match.world.league.name)

    @property
    def workshop(self) -> Workshop:
        """For which match robots are designed; from any thread."""
        return Workshop(self.league, float(self.match.world.league.ball.radius))

    def playing(self, team: Team, robot: int) -> Playing | None:
        """The motion that a robot plays."""
        return self.plays.playing(team, robot)

    def on_undo(self, gesture: object) -> None:
        """A step is about to be undone: a motion that it began ends."""
        if isinstance(gesture, Body) and gesture.team is not None:
            self.plays.stop(gesture.team, gesture.id)

    def on_rewind(self) -> None:
        """The match went back in time: nothing can be undone, and motions end."""
        super().on_rewind()
        self.plays.clear()

    def clip(self, name: str) -> tuple[str, Path | None]:
        """State and path of a clip; from any thread."""
        path = self.saved.get(name)
        if path is None:
            return "there is no such clip", None
        return self.server.history.saved.get(str(path), "saved"), path  # it forgets what was finished long ago
