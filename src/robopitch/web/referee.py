"""What a page is told about the referee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from robopitch.measure.event_text import restart_text
from robopitch.server.api.status import referee_status
from robopitch.web import schema

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.messages.game_state import GameState

__all__ = ["describe_referee", "described_then", "says_the_same"]


def describe_referee(match: Match, status: Mapping[str, Any], waits_for: Sequence[str] = ()) -> schema.Referee:
    """The state of the game now, and what a person can tell the referee.

    status:    of the referee, as the console states it
    waits_for: what the match waits for; the page says it in the place of the stage
    """
    known = match.referee.whistles
    whistles = [whistle.value for whistle in type(next(iter(known))) if whistle in known]
    if waits_for:
        status = {**status, "stage": f"waits for {'; '.join(waits_for)}"}
    return _described(match.game, status, match.world.time, whistles)


def described_then(game: GameState, referee: str, time: float) -> schema.Ruled:
    """A ruling as a page needs it to show the past, or a recording; *referee*: its name, as for `referee_status`."""
    described = _described(game, referee_status(game, referee), time, [])
    return schema.Ruled(time=round(time, 6), runs=bool(game.detail.get("runs")), referee=described)


def says_the_same(one: schema.Ruled, other: schema.Ruled) -> bool:
    """Whether a ruling follows another without news: referees on the network repeat themselves."""
    return _in_seconds(one) == _in_seconds(other)


def _in_seconds(ruled: schema.Ruled) -> dict[str, Any]:
    left = ruled["referee"]["time_left"]
    return {**ruled["referee"], "runs": ruled["runs"], "time_left": left and round(left)}


def _described(game: GameState, status: Mapping[str, Any], time: float, whistles: list[str]) -> schema.Referee:
    return schema.Referee(
        says=status["from"],
        external=game.external,
        command=status["command"],
        stage=status["stage"],
        phase=game.phase.value,
        team=None if game.team is None else cast(Any, game.team.value),
        place=game.place,
        clearance=game.clearance,
        then=None if game.then is None else restart_text(game.then),
        period=game.period.value,
        time_left=_time_left(game, time),
        since=round(game.since, 6),
        cards=cast(Any, {team.value: cards._asdict() for team, cards in game.cards.items()}),
        whistles=whistles,
    )


def _time_left(game: GameState, time: float) -> float | None:
    """Seconds of the period that are left; the state of the game has those at its beginning."""
    if game.time_left is None or not game.detail.get("runs"):
        return game.time_left
    return max(0.0, game.time_left - (time - float(game.detail.get("began", time))))
