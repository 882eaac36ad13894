"""What a page is told about the referee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from robopitch.measure.event_text import restart_text
from robopitch.referee.referee import USUAL_WHISTLES
from robopitch.web import schema

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["describe_referee"]


def describe_referee(match: Match, status: Mapping[str, Any], waits_for: Sequence[str] = ()) -> schema.Referee:
    """The state of the game, and what a person can tell the referee.

    status:    of the referee, as the console states it
    waits_for: what the match waits for; the page says it in the place of the stage
    """
    game = match.game
    known = getattr(match.referee, "whistles", USUAL_WHISTLES)
    return schema.Referee(
        says=status["from"],
        external=game.external,
        command=status["command"],
        stage=f"waits for {'; '.join(waits_for)}" if waits_for else status["stage"],
        phase=game.phase.value,
        team=None if game.team is None else cast(Any, game.team.value),
        place=game.place,
        clearance=game.clearance,
        then=None if game.then is None else restart_text(game.then),
        period=game.period.value,
        time_left=_time_left(match),
        since=round(game.since, 6),
        cards=cast(Any, {team.value: cards._asdict() for team, cards in game.cards.items()}),
        whistles=[whistle.value for whistle in type(next(iter(known))) if whistle in known],
    )


def _time_left(match: Match) -> float | None:
    """Seconds of the period that are left now; the state of the game has those at its beginning."""
    game = match.game
    if game.time_left is None or not game.detail.get("runs"):
        return game.time_left
    return max(0.0, game.time_left - (match.world.time - float(game.detail.get("began", match.world.time))))
