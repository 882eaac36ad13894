"""What the referee of the match says to teams, as VSSReferee does: a command when it changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from robopitch.leagues.channel import Packet
from robopitch.leagues.mirosot.channels import REFEREE
from robopitch.leagues.mirosot.referee.wire_game import command_of
from robopitch.leagues.mirosot.wire.vss_referee import encode_command
from robopitch.messages import Output

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["RefereeCommands"]


class RefereeCommands:
    """Commands of the built-in referee to external teams, as long as no external referee is heard.

    It remembers nothing: a command is sent if its phase has begun since the last time. A phase that begins at this very
    tick is told the next time, because an input can begin one at a tick whose packets are sent already.
    """

    rate = 100.0  # Hz, as often as the referee judges

    def __init__(self, match: Match) -> None:
        self._match = match

    @property
    def about(self) -> Mapping[str, str]:
        """Whether there is a built-in referee."""
        return {REFEREE: "VSSReferee, when it changes" if self._match.options.built_in else "silent"}

    def packets(self, outputs: Sequence[Output], due: bool) -> Sequence[Packet]:
        """A command, if a phase has just begun."""
        match = self._match
        if not (due and match.options.built_in and match.teams.external) or match.game.external:
            return ()
        if not self._last <= self._began < match.tick:
            return ()
        return (Packet(REFEREE, encode_command(command_of(match.game))),)

    @property
    def _began(self) -> int:
        game = self._match.game
        return round(float(game.detail.get("began", game.since)) / self._match.world.timestep)

    @property
    def _last(self) -> int:
        """The tick at which this was due before."""
        per_tick = min(self.rate * self._match.world.timestep, 1.0)
        count = round(self._match.tick * per_tick)
        return round((count - 1) / per_tick)
