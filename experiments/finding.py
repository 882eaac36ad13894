"""What came out of an experiment, beside what its author found."""

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
    there: str  # what the document found, in a sentence or two
    here: str  # what came out here, with its figures
    settings: str  # what the document leaves open, and what was chosen
    figure: Path
    numbers: dict[str, float] = field(default_factory=dict)  # for tests: the outcome, by name
