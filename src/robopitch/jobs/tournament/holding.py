"""Plays a tournament: units from the schedule, the table from their records, and the end as soon as it is clear."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from robopitch.jobs.driver import Mismatch, carry_out
from robopitch.jobs.executor import UnitExecutor
from robopitch.jobs.ledger import Ledger
from robopitch.jobs.record import Record
from robopitch.jobs.tournament.schedule import Pairing
from robopitch.jobs.tournament.standing import Standing, score_of, stand
from robopitch.jobs.tournament.verdict import Criterion, Outcome, Verdict, judge

__all__ = ["State", "hold", "scores_of"]


class State(NamedTuple):
    """How far a tournament is. new: matches that were played now, not found in the ledger."""

    standing: Standing
    verdict: Verdict | None
    new: int


def hold(
    teams: Sequence[str],
    schedule: Sequence[Pairing],
    executor: UnitExecutor,
    ledger: Ledger,
    goal: Criterion | None = None,
    on_record: Callable[[int, Callable[[], State]], object] = lambda count, state: None,
) -> State:
    """Play what is not in the ledger; the final state.

    goal:      end as soon as the verdict on the second team is clear; the matches beyond it do not count
    on_record: called before the first match and after each with the number of matches, and what gives the present state
    """
    units = (unit for pairing in schedule for unit in pairing.units)
    records: dict[str, Record] = {}
    mismatches: list[Mismatch] = []
    new = 0

    def verdict() -> Verdict | None:
        return None if goal is None else judge(scores_of(schedule, records), goal)

    def state() -> State:
        found = verdict()
        counted = schedule if found is None or found.outcome is Outcome.OPEN else schedule[: found.pairs]
        return State(stand(teams, counted, records, mismatches), found, new)

    def is_open() -> bool:
        found = verdict()
        return found is None or found.outcome is Outcome.OPEN

    on_record(0, state)
    for done in carry_out(units, executor, ledger, is_open):
        records[done.unit.key] = done.record
        new += not done.known
        if done.mismatch is not None:
            mismatches.append(done.mismatch)
        on_record(len(records), state)
    return state()


def scores_of(schedule: Sequence[Pairing], records: Mapping[str, Record]) -> list[float]:
    """The scores of the second team in the longest prefix of the schedule whose matches are there.

    A pair of which a match failed is left out.
    """
    found = []
    for pairing in schedule:
        there, back = (records.get(unit.key) for unit in pairing.units)
        if there is None or back is None:
            break
        if there.result is not None and back.result is not None:
            found.append(score_of(there, "yellow") + score_of(back, "blue"))
    return found
