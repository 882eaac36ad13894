"""The result of an experiment, beside that of the original author."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["FIGURES", "Finding"]

FIGURES = Path(__file__).parents[1] / "docs" / "img" / "experiments"


@dataclass(frozen=True)
class Finding:
    """One experiment, for docs/experiments.md and for a test on its outcome."""

    title: str
    source: str  # "[CAMBADA-control fig. 4.12]"
    there: str  # the result of the thesis, in a sentence or two
    here: str  # the result here, with figures
    settings: str  # settings that the thesis does not state, as chosen
    figure: Path
    numbers: dict[str, float] = field(default_factory=dict)  # for tests: the outcome, by name
