"""The calls of a referee in words: one line each for what decides a match, and counts of the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from robopitch.messages.game_state import Period

if TYPE_CHECKING:
    from robopitch.messages.call import Call
    from robopitch.messages.game_state import GameState

__all__ = ["call_text", "calls_table", "end_text"]


def call_text(call: Call) -> str:
    """One call, "12.345 s  goal: blue 3 …"."""
    return f"{call.time:8.3f} s  {call.reason or call.kind.replace('_', ' ')}"


def calls_table(calls: Sequence[Call]) -> list[tuple[str, int, int, int]]:
    """How often each kind was called: kind, all, against or for blue, yellow; in the order of their first call."""
    counted = Counter((call.kind, None if call.team is None else call.team.value) for call in calls)
    kinds = dict.fromkeys(call.kind for call in calls)
    return [
        (
            kind,
            sum(count for (other, _), count in counted.items() if other == kind),
            counted[kind, "blue"],
            counted[kind, "yellow"],
        )
        for kind in kinds
    ]


def end_text(game: GameState) -> str:
    """How the match ended, or that it has not."""
    if game.period is not Period.OVER:
        return f"stopped in the {game.period.value}"
    winner = "a draw" if game.winner is None else f"{game.winner.value} wins"
    return f"{winner}, ended by {game.ended_by.replace('-', ' ')}"
