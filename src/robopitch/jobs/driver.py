"""Has units done that are not in the ledger yet, and checks that those that are done twice give the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from robopitch.jobs.executor import UnitExecutor, WorkersError
from robopitch.jobs.ledger import Ledger
from robopitch.jobs.record import Record, failed
from robopitch.jobs.unit import Bits, Unit

__all__ = ["Done", "Mismatch", "carry_out", "prefix", "results"]

LOSSES = 3  # of a unit by its executor, after which it has failed
TIMED = ("wall_seconds", "recording")  # of a result: what differs each time


class Mismatch(NamedTuple):
    """A unit that gave different results: at the first mark of its course that differs, or at its end."""

    about: str
    again: str
    mark: str


class Done(NamedTuple):
    """A finished unit: its record, whether it was in the ledger already, and a mismatch with its second time."""

    unit: Unit
    record: Record
    known: bool
    mismatch: Mismatch | None = None


def carry_out(
    units: Iterable[Unit],
    executor: UnitExecutor,
    ledger: Ledger | None = None,
    goes_on: Callable[[], bool] = lambda: True,
) -> Iterator[Done]:
    """Finished units, as they come. Each record is in the ledger before it is told.

    units:   taken as they are wanted
    ledger:  None: records are kept by the caller, and nothing is done twice
    goes_on: False: no more units are begun
    """
    waiting = iter(units)
    under_way: dict[Future[Record], tuple[Unit, bool, int]] = {}
    first: dict[str, Record] = {}  # of units whose second time is under way

    def begin_again(unit: Unit, record: Record) -> None:
        """The second time: on the same machine if the bits hold there only, and without files."""
        first[unit.key] = record
        again = replace(unit, keep="", host=record.host if unit.bits is Bits.MACHINE else "")
        under_way[executor.submit(again)] = (again, True, 1)

    def begin() -> Iterator[Done]:
        while goes_on() and len(under_way) < executor.takes:
            unit = next(waiting, None)
            if unit is None:
                return
            record = None if ledger is None else ledger.get(unit)
            if record is None or not (record.ok or record.trace):  # not done, or its machine failed it
                under_way[executor.submit(unit)] = (unit, False, 1)
                continue
            second = ledger.get(unit, second=True) if ledger is not None and unit.twice else None
            yield Done(unit, record, True, None if second is None else compare(unit, record, second))
            if ledger is not None and unit.twice and second is None and record.ok:
                begin_again(unit, record)

    try:
        while True:
            yield from begin()
            if not under_way:
                return
            gone: WorkersError | None = None
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                unit, second, times = under_way.pop(future)
                try:
                    record = future.result()
                except WorkersError as error:  # what others have done is kept first
                    gone = error
                    continue
                except Exception as error:  # the executor lost it
                    if times < LOSSES:
                        under_way[executor.submit(unit)] = (unit, second, times + 1)
                        continue
                    record = failed(unit, f"it was lost {LOSSES} times: {error!r}")
                if ledger is not None:
                    ledger.add(record, second)
                if second:
                    if (mismatch := compare(unit, first.pop(unit.key), record)) is not None:
                        yield Done(unit, record, True, mismatch)
                    continue
                yield Done(unit, record, False)
                if ledger is not None and unit.twice and record.ok and ledger.get(unit, second=True) is None:
                    begin_again(unit, record)
            if gone is not None:
                raise gone
    finally:
        for future in under_way:
            with suppress(Exception):
                future.cancel()


def results(units: Sequence[Unit], executor: UnitExecutor) -> list[Mapping[str, Any]]:
    """The results of units, in their order; a RuntimeError names one that failed."""
    records = {done.unit.key: done.record for done in carry_out(units, executor)}
    for record in records.values():
        if not record.ok:
            raise RuntimeError(f"{record.about}: {record.error}\n{record.trace}")
    return [records[unit.key].result or {} for unit in units]


def compare(unit: Unit, one: Record, other: Record) -> Mismatch | None:
    """The mismatch of two records of a unit; None if they agree, or need not: without a result, or elsewhere."""
    if one.result is None or other.result is None or (unit.bits is Bits.MACHINE and one.host != other.host):
        return None
    left, right = _lasting(one.result), _lasting(other.result)
    if left == right:
        return None
    marks = zip(left.get("marks", ()), right.get("marks", ()), strict=False)
    differing = (f"tick {mine[0]}" for mine, theirs in marks if mine != theirs)
    return Mismatch(unit.about, unit.again, next(differing, "the end"))


def _lasting(result: Mapping[str, Any]) -> dict[str, Any]:
    """What is the same each time, as it comes back from a file; NaN as text, which is equal to itself."""
    text = json.dumps({name: value for name, value in result.items() if name not in TIMED})
    return dict(json.loads(text, parse_constant=str))


def prefix(units: Sequence[Unit], records: Mapping[str, Record]) -> list[Record]:
    """The records of the longest prefix of the units that is complete: the same whoever did them, and in what order."""
    found = []
    for unit in units:
        if (record := records.get(unit.key)) is None:
            break
        found.append(record)
    return found
