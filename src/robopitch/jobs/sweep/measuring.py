"""What is measured in the matches of a sweep: statistics, signals, and expressions of both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from robopitch.jobs.matches import MatchSetup, play_match
from robopitch.jobs.program import is_program
from robopitch.jobs.unit import Unit

if TYPE_CHECKING:
    from robopitch.measure.run import Run

__all__ = ["Measure", "check_measures", "match_units", "measure_match"]

TRIAL = 0.1  # s of play in which measures are tried out


class Measure(NamedTuple):
    """What is measured, its unit, and whether it is the share of runs that pass."""

    text: str
    unit: str = "1"
    is_rate: bool = False

    @property
    def label(self) -> str:
        """With its unit, as the head of a column."""
        return self.text if self.unit in ("1", "?") else f"{self.text} [{self.unit}]"


def check_measures(texts: Sequence[str], setup: MatchSetup) -> tuple[list[Measure], bool]:
    """The measures, and whether they need signals; a ValueError says what is wrong with one.

    They are tried out on the first moments of a match.
    """
    from robopitch.measure.expression.expression import evaluate
    from robopitch.measure.match_stats.signals import signals_of_stats
    from robopitch.measure.run import Run

    if len(set(texts)) < len(texts):
        raise ValueError("--measure: the same is named twice")
    # Programs would have to be waited for.
    teams = ["still" if is_program(name) else name for name in (setup.blue, setup.yellow)]
    unit = replace(setup, blue=teams[0], yellow=teams[1], seconds=TRIAL, half=None).unit()
    played = play_match(unit.settings, signals=True)
    run = _run(played.signals, played.statistics)
    statistics = Run(run.title, signals_of_stats(played.statistics))
    found, signals = [], False
    for text in texts:
        try:
            found.append(Measure(text, evaluate(run, text).unit))
        except ValueError as error:
            raise ValueError(f"--measure {error}") from None
        try:
            evaluate(statistics, text)
        except ValueError:
            signals = True
    return found, signals


def match_units(setup: MatchSetup, seeds: Iterable[int], texts: Sequence[str], signals: bool) -> Iterator[Unit]:
    """Matches with these seeds in which this is measured."""
    for unit in setup.units(seeds):
        more = {"measures": list(texts), "signals": signals}
        yield replace(unit, work=f"{__name__}:measure_match", settings={**unit.settings, **more})


def measure_match(settings: Mapping[str, Any], keep: str = "") -> dict[str, Any]:
    """Play a match; its score, and the value of each measure."""
    from robopitch.measure.value import value_of

    played = play_match(settings, keep, settings["signals"])
    run = _run(played.signals, played.statistics)
    return {
        "values": {text: value_of(run, text) for text in settings["measures"]},
        "score": {team.value: goals for team, goals in played.match.score.items()},
        "fingerprint": played.match.world.fingerprint(),
        "marks": played.marks,
        **played.remarks(),
    }


def _run(signals: Run | None, statistics: Any) -> Run:
    """Signals and statistics as one run."""
    from robopitch.measure.match_stats.signals import signals_of_stats
    from robopitch.measure.run import Run

    more = {} if signals is None else signals.signals
    return Run("match", {**more, **signals_of_stats(statistics)})
