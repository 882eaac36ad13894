"""Selects who is the referee: free play, or an external referee once one is heard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from robopitch.match.enforcement import Enforcement, Rule
from robopitch.match.kickabout import KickAbout
from robopitch.match.teleport import Teleport
from robopitch.messages import BallOut, Event, Goal, RefereeCommand, RefereeState, Team, Whistle
from robopitch.messages.plain import from_plain, to_plain

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["Authority"]

PLAYING = {
    RefereeCommand.NORMAL_START,
    RefereeCommand.FORCE_START,
    RefereeCommand.DIRECT_FREE_BLUE,
    RefereeCommand.DIRECT_FREE_YELLOW,
}


class Authority:
    """The last command of the referee, and the rules that the match enforces by itself."""

    def __init__(self, world: World, teleport: Teleport, kick_about: bool, rules: frozenset[Rule]) -> None:
        self.kick_about = KickAbout(world) if kick_about else None
        self.outside: RefereeState | None = None
        self._enforcement = Enforcement(world, teleport, rules)
        self.halted = False  # enforced HALT: robots take no orders

    def hear(self, state: RefereeState) -> None:
        """Take a message of an external referee."""
        self.outside = state

    def blow(self, whistle: Whistle) -> None:
        """Take a whistle from the page or the console, which replaces any external referee."""
        self.outside = None
        if self.kick_about is not None:
            self.kick_about.blow(whistle)

    @property
    def score(self) -> dict[Team, int]:
        """Goals as the external referee counts them, or as free play does."""
        if self.outside is not None:
            return {team: self.outside.teams[team].score for team in Team}
        return dict(self.kick_about.score) if self.kick_about is not None else dict.fromkeys(Team, 0)

    @property
    def on(self) -> bool:
        """Whether the ball is in play."""
        if self.outside is not None:
            return self.outside.command in PLAYING
        return self.kick_about is None or self.kick_about.whistle is Whistle.START

    @property
    def whistles(self) -> bool:
        """Whether free play is the only referee."""
        return self.kick_about is not None and self.outside is None

    @property
    def command(self) -> RefereeCommand | None:
        """The command of the referee that holds now."""
        if self.outside is not None:
            return self.outside.command
        return None if self.kick_about is None else self.kick_about.command

    def counted(self, events: list[Event]) -> list[Event]:
        """The events, without goals and balls out while free play waits for a kick-off, when the ball is dead."""
        if self.kick_about is None or not self.whistles or not self.kick_about.kick_off_pending:
            return events
        return [event for event in events if not isinstance(event, Goal | BallOut)]

    def check(self, events: Sequence[Event], frees: bool, idle: frozenset[Team]) -> str | None:
        """Apply the rules and update `halted`; returns the reason if free play placed the ball, else None.

        frees, idle: as for `KickAbout.check`
        """
        self.halted = self._enforcement.halts(self.command)
        self._enforcement.check(self.outside)
        if self.kick_about is not None and self.whistles:
            return self.kick_about.check(events, frees, idle)
        return None

    def state(self) -> Any:
        """The state, in plain values."""
        return {
            "kick_about": None if self.kick_about is None else self.kick_about.state(),
            "outside": to_plain(self.outside),
            "enforcement": self._enforcement.state(),
            "halted": self.halted,
        }

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        if (self.kick_about is None) != (state["kick_about"] is None):
            raise ValueError("one of the two matches has free play and the other has not")
        if self.kick_about is not None:
            self.kick_about.load(state["kick_about"])
        self.outside = from_plain(state["outside"])
        self._enforcement.load(state["enforcement"])
        self.halted = bool(state["halted"])
