"""Ratings from results, after Bradley and Terry (1952): of two teams, the better one wins more often.

The chance that i beats j is 1 / (1 + 10^((r_j − r_i) / 400)), in Elo; a draw is half a win. The ratings are those that
make the results most likely, with a mean of 0. So that a team that has won all its matches has a rating at all, every
pair that met has played one more match, a draw.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

__all__ = ["ELO", "Rating", "expected_score", "rate"]

ELO = 400 / math.log(10)  # Elo in a unit of the natural logarithm of the odds
WIDTH = 1.959963984540054  # two-sided 95 % of a normal distribution
STEPS, CLOSE = 100, 1e-10  # of Newton's method


class Rating(NamedTuple):
    """A rating, and half the width of the interval in which it lies with 95 %."""

    elo: float
    margin: float


def expected_score(difference: float) -> float:
    """The score that is expected of a team that is better by so many Elo.

    >>> expected_score(0.0), round(expected_score(400.0), 4)
    (0.5, 0.9091)
    """
    return 1 / (1 + 10 ** (-difference / 400))


def rate(teams: Sequence[str], results: Iterable[tuple[str, str, float]]) -> Mapping[str, Rating]:
    """The ratings of teams from matches: left, right, and the score of left: 1, ½ or 0.

    >>> found = rate(["a", "b"], [("a", "b", 1.0)] * 9 + [("a", "b", 0.0)] * 1)
    >>> round(found["a"].elo - found["b"].elo)
    321
    """
    number = {name: index for index, name in enumerate(teams)}
    count = len(teams)
    played, won = np.zeros((count, count)), np.zeros((count, count))
    for left, right, score in results:
        one, other = number[left], number[right]
        played[one, other] += 1
        played[other, one] += 1
        won[one, other] += score
        won[other, one] += 1 - score
    met = played > 0
    played, won = played + met, won + 0.5 * met
    strength = np.zeros(count)
    information = np.zeros((count, count))
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (won - played * chance).sum(axis=1)
        spread = played * chance * (1 - chance)
        information = np.diag(spread.sum(axis=1)) - spread
        step = np.linalg.pinv(information) @ slope
        strength = strength + step
        strength -= strength.mean()
        if np.abs(step).max(initial=0.0) < CLOSE:
            break
    variance = np.diag(np.linalg.pinv(information)) if count else np.zeros(0)
    return {
        name: Rating(float(ELO * strength[i]), float(ELO * WIDTH * math.sqrt(max(variance[i], 0.0))))
        for name, i in number.items()
    }
