"""Who plays whom: every pair of teams, with every seed on both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from robopitch.jobs.matches import MatchSetup
from robopitch.jobs.unit import Unit

__all__ = ["Pairing", "pairings"]


class Pairing(NamedTuple):
    """Two matches with the same seed; in the second one the teams have changed sides."""

    round: int
    left: str
    right: str
    there: Unit  # left is blue
    back: Unit  # right is blue

    @property
    def units(self) -> tuple[Unit, Unit]:
        """Both matches."""
        return self.there, self.back


def pairings(teams: Sequence[str], rounds: int, seed: int, usual: MatchSetup) -> Iterator[Pairing]:
    """All pairings, round by round: after each round every team has played every other one equally often."""
    seeds = range(seed, seed + rounds)

    def matches(blue: str, yellow: str) -> Iterator[Unit]:
        return replace(usual, blue=blue, yellow=yellow).units(seeds)

    pairs = [(left, right, matches(left, right), matches(right, left)) for left, right in combinations(teams, 2)]
    for number in range(rounds):
        for left, right, there, back in pairs:
            yield Pairing(number, left, right, next(there), next(back))
