"""The calls of a referee in words: one line each for what decides a match, and counts of the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from robopitch.measure.event_text import goal_text, restart_text, scorer_text
from robopitch.messages import Event, Goal, Period, Team

if TYPE_CHECKING:
    from robopitch.messages.call import Call
    from robopitch.messages.game_state import GameState

__all__ = ["GOAL", "call_text", "calls_lines", "calls_table", "end_text"]

GOAL = "goal"  # the kind of calls that count
SELDOM = 12  # a kind that was called more often is only counted


def call_text(call: Call, score: Mapping[Team, int], scorer: str = "") -> str:
    """One call in words.

    score:  after it
    scorer: of a goal, if more is known than what the referee saw, which is the robot that touched the ball last
    """
    if call.kind == GOAL and call.team is not None:
        return goal_text(call.team, score, scorer or ("" if call.robot is None else f"by {call.team} {call.robot}"))
    text = call.reason or call.kind.replace("_", " ")
    return text if call.restart is None else f"{text}: {restart_text(call.restart)}"


def calls_lines(calls: Sequence[Call], events: Iterable[Event] = ()) -> list[str]:
    """Each call with its time; of kinds that were called more than SELDOM times, none.

    events: of the match, which know who scored
    """
    number_of = Counter(call.kind for call in calls)
    lines, score = [], dict.fromkeys(Team, 0)
    goals = [event for event in events if isinstance(event, Goal)]
    for call in calls:
        scorer = ""
        if call.kind == GOAL and call.team is not None:
            score[call.team] += 1
            before = [goal for goal in goals if goal.team is call.team and goal.time <= call.time]
            scorer = scorer_text(before[-1]) if before else ""
        if number_of[call.kind] <= SELDOM or call.kind == GOAL:
            lines.append(f"{call.time:8.3f} s  {call_text(call, score, scorer)}")
    return lines


def calls_table(calls: Sequence[Call]) -> list[tuple[str, int, int, int]]:
    """How often each kind was called: kind, all, against or for blue, yellow; in the order of their first call."""
    kinds = Counter(call.kind for call in calls)
    counted = Counter((call.kind, team.value) for call in calls for team in call.blamed)
    return [(kind, number, counted[kind, "blue"], counted[kind, "yellow"]) for kind, number in kinds.items()]


def end_text(game: GameState) -> str:
    """How the match ended, or that it has not."""
    if game.period is not Period.OVER:
        return f"stopped in the {game.period.value}"
    winner = "a draw" if game.winner is None else f"{game.winner.value} wins"
    return f"{winner}, ended by {game.ended_by.replace('-', ' ')}"
