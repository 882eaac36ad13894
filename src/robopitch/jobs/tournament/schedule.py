"""Who plays whom: every pair of teams, with every seed on both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from robopitch.jobs.matches import MatchSetup

__all__ = ["Pairing", "pairings"]


class Pairing(NamedTuple):
    """Two matches with the same seed; in the second one the teams have changed sides."""

    round: int
    left: str
    right: str
    there: MatchSetup  # left is blue
    back: MatchSetup  # right is blue


def pairings(teams: Sequence[str], rounds: int, seed: int, usual: MatchSetup) -> Iterator[Pairing]:
    """All pairings, round by round: after each round every team has played every other one equally often."""
    for number in range(rounds):
        for left, right in combinations(teams, 2):
            there = replace(usual, blue=left, yellow=right, seed=seed + number)
            yield Pairing(number, left, right, there, replace(there, blue=right, yellow=left))
