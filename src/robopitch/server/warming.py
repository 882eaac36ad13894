"""What happens to a match before it is served."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from robopitch.messages import Phase, Team

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.net.system import Clock
    from robopitch.server.broadcast import Broadcast

__all__ = ["load_all", "play_to_whistle"]

PRELUDE = 5.0  # s of wall-clock time, at most, to play up to the first kick-off


def load_all(match: Match, broadcast: Broadcast) -> None:
    """Compile and load everything before time starts: simulate and encode half a second, twice, and restore."""
    saved = match.save()
    with match.unobserved():
        for _ in range(2):
            for _ in broadcast.publishers.go(match.tick + round(0.5 / match.world.timestep)):
                pass
            for team in Team:
                match.feedback(team)
            match.sensors.sample_unused()
            match.restore(saved)
    match.news.clear()
    match.sensors.compile_ahead()
    match.teams.compile_ahead()


def play_to_whistle(match: Match, clock: Clock, stopping: Callable[[], bool]) -> None:
    """Play what comes before the first kick-off, in which robots only wait: the same match, seen from there."""
    end = clock.monotonic() + PRELUDE
    while match.game.phase is not Phase.RUNNING and clock.monotonic() < end and not stopping():
        match.advance(match.tick + 1)
    match.news.clear()
