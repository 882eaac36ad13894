"""Carries out a sweep: the units of each setting, the next settings when all are done, and what came of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from robopitch.jobs.driver import Mismatch, carry_out
from robopitch.jobs.executor import UnitExecutor
from robopitch.jobs.ledger import Ledger
from robopitch.jobs.record import Record
from robopitch.jobs.sweep.measuring import Measure
from robopitch.jobs.sweep.search import Search
from robopitch.jobs.sweep.space import Setting
from robopitch.jobs.unit import Unit
from robopitch.measure.interval import mean_interval, wilson

__all__ = ["Estimate", "Sweep", "Target", "Tried", "carry_out_sweep"]


class Target(NamedTuple):
    """What is best: the most or the least of a measure."""

    measure: Measure
    greatest: bool

    def cost(self, mean: float) -> float:
        """The smaller, the better; what could not be measured is the worst."""
        return math.inf if math.isnan(mean) else -mean if self.greatest else mean


class Estimate(NamedTuple):
    """The mean of a measure over the runs of a setting, its 95 % interval, and of how many runs; NaN: of none."""

    mean: float
    low: float
    high: float
    runs: int


@dataclass
class Tried:
    """A setting and its units, one for each seed."""

    number: int
    generation: int
    setting: Setting
    units: Sequence[Unit]


@dataclass
class Sweep:
    """A sweep as far as it is: a table is computed from its records, in the order of the settings."""

    tried: list[Tried] = field(default_factory=list)
    records: dict[str, Record] = field(default_factory=dict)
    mismatches: list[Mismatch] = field(default_factory=list)
    new: int = 0  # units that were done now, not found in the ledger

    def values(self, tried: Tried, measure: Measure) -> list[float | None]:
        """A measure in each run of a setting; None where there is none."""
        return [_value(self.records.get(unit.key), measure) for unit in tried.units]

    def estimate(self, tried: Tried, measure: Measure) -> Estimate:
        """A measure over the runs of a setting that are there."""
        values = [value for value in self.values(tried, measure) if value is not None]
        if not values:
            return Estimate(math.nan, math.nan, math.nan, 0)
        between = wilson(round(sum(values)), len(values)) if measure.is_rate else mean_interval(values)
        return Estimate(math.fsum(values) / len(values), *between, len(values))

    def best(self, target: Target) -> Tried | None:
        """The best setting whose runs are all there, the first one of several; None: there is none yet."""
        whole = [one for one in self.tried if all(unit.key in self.records for unit in one.units)]
        costs = {one.number: target.cost(self.estimate(one, target.measure).mean) for one in whole}
        found = min(whole, key=lambda one: costs[one.number], default=None)
        return None if found is None or costs[found.number] == math.inf else found

    @property
    def failures(self) -> list[Record]:
        """The records of units that failed, in the order of the settings."""
        found = (self.records.get(unit.key) for one in self.tried for unit in one.units)
        return [record for record in found if record is not None and not record.ok]


def carry_out_sweep(
    search: Search,
    units_of: Callable[[Setting], Sequence[Unit]],
    executor: UnitExecutor,
    ledger: Ledger,
    target: Target | None = None,
    on_record: Callable[[int, Callable[[], Sweep]], object] = lambda count, state: None,
) -> Sweep:
    """Do what is not in the ledger; the sweep in its final state.

    units_of:  of a setting
    target:    what the search is told
    on_record: called before the first unit and after each with the number of units that are done, and what gives the
               present state
    """
    state = Sweep()
    tried: dict[tuple[object, ...], Tried] = {}
    on_record(0, lambda: state)
    settings = next(search, [])
    generation = 0
    while settings:
        batch: list[Tried] = []
        for setting in settings:
            key = tuple(setting.values())
            if key not in tried:
                tried[key] = Tried(len(tried), generation, setting, units_of(setting))
                state.tried.append(tried[key])
            batch.append(tried[key])
        wanted = {unit.key: unit for one in batch for unit in one.units if unit.key not in state.records}
        for done in carry_out(wanted.values(), executor, ledger):
            if done.unit.key not in state.records:
                state.records[done.unit.key] = done.record
                state.new += not done.known
            if done.mismatch is not None:
                state.mismatches.append(done.mismatch)
            on_record(len(state.records), lambda: state)
        costs = [] if target is None else [target.cost(state.estimate(one, target.measure).mean) for one in batch]
        generation += 1
        try:
            settings = search.send(costs)
        except StopIteration:
            break
    state.mismatches.sort()
    return state


def _value(record: Record | None, measure: Measure) -> float | None:
    if record is None or record.result is None:
        return None
    values: Mapping[str, float | bool | None] = record.result.get("values", record.result)
    value = values[measure.text]
    return None if value is None else float(value)
