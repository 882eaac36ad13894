"""The result of an experiment, beside that of the original author."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["FIGURES", "Finding", "Table"]

FIGURES = Path(__file__).parents[1] / "docs" / "img" / "experiments"


@dataclass(frozen=True)
class Table:
    """A table of results, as text."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def markdown(self) -> str:
        """The table as the page has it.

        >>> print(Table(("noise", "time"), (("3 mm", "0.6 s"),)).markdown())
        | noise | time |
        |---|---|
        | 3 mm | 0.6 s |
        """
        lines = [self.head, ("---",) * len(self.head), *self.rows]
        return "\n".join(f"|{'|'.join(row)}|" if row[0] == "---" else f"| {' | '.join(row)} |" for row in lines)


@dataclass(frozen=True)
class Finding:
    """One experiment, for docs/experiments.md and for a test on its outcome."""

    title: str
    source: str  # "[CAMBADA-control fig. 4.12]"
    there: str  # the result of the thesis, in a sentence or two
    here: str  # the result here, with figures
    conclusion: str  # one sentence that the figures support
    settings: str  # settings that the thesis does not state, as chosen
    figure: Path
    table: Table | None = None
    numbers: dict[str, float] = field(default_factory=dict)  # for tests: the outcome, by name
