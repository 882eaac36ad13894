"""What a user of this league can ask for: `robopitch serve PATH --win-at 5` ends the game at five goals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pydantic import BaseModel

from robopitch.leagues.feature import Feature, flag
from robopitch.leagues.plugin import Plugin
from robopitch.messages import Output

if TYPE_CHECKING:
    from robopitch.leagues.context import Context
    from robopitch.match import Match


class WinOptions(BaseModel):
    """Its options: each field is a flag."""

    win_at: int = flag(0, "Time stands still when a team has so many goals; 0: never.", metavar="N", ge=0, le=100)


class WinAt(Plugin):
    """Runs in the loop of the server."""

    def __init__(self, match: Match, goals: int) -> None:
        self._match, self._goals = match, goals
        self.about = f"win at   {goals} goals"  # in the start-up text

    def on_outputs(self, outputs: Sequence[Output]) -> None:
        """Stop the time at the last goal."""
        self.holds = max(self._match.game.score.values()) >= self._goals

    def on_rewind(self, same: bool) -> None:
        """The match went back in time, to before it perhaps."""
        self.on_outputs(())


def _open(context: Context, options: WinOptions) -> Plugin:
    return WinAt(context.match, options.win_at)


FEATURES = (
    # live: it may also be opened while the match goes on, on the page or by a request.
    Feature("win-at", "End of the game", WinOptions, _open, live=True, absent="{league} has no last goal"),
)
