"""Score and state of the game at the beginning of a recording; a clip does not begin at 0 : 0."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from robopitch.messages import Team
from robopitch.messages.game_state import GameState
from robopitch.messages.plain import from_plain

if TYPE_CHECKING:
    from robopitch.recording.reader import Recording

__all__ = ["game_at_start", "score_at_start"]


def score_at_start(recording: Recording) -> dict[Team, int]:
    """Goals of each team at the first moment, from the first snapshot; 0 : 0 if there is none that can be read."""
    from robopitch.match import saving

    _, snapshot = next(recording.snapshots(), (0, b""))
    try:
        return _score_of(saving.peek(snapshot))
    except (KeyError, IndexError, TypeError, ValueError):  # a snapshot of another version
        return dict.fromkeys(Team, 0)


def game_at_start(recording: Recording) -> GameState | None:
    """The state of the game at the first moment; None if there is no snapshot of today's format."""
    from robopitch.match import saving

    _, snapshot = next(recording.snapshots(), (0, b""))
    try:
        game = from_plain(saving.peek(snapshot)["game"])
    except (KeyError, ValueError):
        return None
    return game if isinstance(game, GameState) else None


def _score_of(saved: Any) -> dict[Team, int]:
    """The score in the state of a saved match."""
    if "game" in saved:
        game = from_plain(saved["game"])
        return dict(game.score) if isinstance(game, GameState) else dict.fromkeys(Team, 0)
    return _score_of_authority(saved["authority"])


def _score_of_authority(authority: Any) -> dict[Team, int]:
    """The score in recordings of format 1: the external referee's score, else the one that free play counted."""
    outside = None if authority["outside"] is None else from_plain(authority["outside"])
    if outside is not None:
        return {team: int(outside.teams[team].score) for team in Team}
    counted = authority["kick_about"]
    blue, yellow = (0, 0) if counted is None else counted[0]
    return {Team.BLUE: int(blue), Team.YELLOW: int(yellow)}
