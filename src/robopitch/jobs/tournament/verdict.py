"""Is one team better than the other? A sequential test on pairs of matches with sides changed.

A pair has one of five scores, 0, ½, 1, 1½ or 2 of 2: the two matches share a seed, and so are not independent. The
logarithm of the likelihood ratio of two hypotheses on the mean score of a pair is approximated as

    n (s₁ − s₀) (2 m − s₀ − s₁) / (2 v)

with n pairs of mean m and variance v, all scores of one match. The test ends when it leaves log(β / (1 − α)) to
log((1 − β) / α) (A. Wald, 1945).
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from robopitch.jobs.tournament.ratings import ELO, WIDTH, expected_score

__all__ = ["Criterion", "Outcome", "Verdict", "judge", "read_goal"]

ERROR = 0.05  # α = β
BOUND = math.log((1 - ERROR) / ERROR)
LEAST = 8  # pairs before any verdict: the variance of fewer is chance


class Outcome(StrEnum):
    """Of the first team."""

    BETTER = "better"
    WORSE = "worse"
    OPEN = "undecided"


class Criterion(NamedTuple):
    """What is asked: better by so many Elo, or different with so much confidence."""

    elo: float | None = None
    confidence: float | None = None


class Verdict(NamedTuple):
    """The answer after so many pairs, with its numbers."""

    outcome: Outcome
    pairs: int
    elo: float  # estimated difference
    low: float  # of its 95 % interval
    high: float
    ratio: float  # logarithm of the likelihood ratio; of a confidence: the number of standard errors
    counts: tuple[int, int, int, int, int]  # pairs with a score of 0, ½, 1, 1½ and 2


def read_goal(text: str) -> Criterion:
    """The goal in a text; a ValueError if it is none.

    >>> read_goal("20elo"), read_goal("95%")
    (Goal(elo=20.0, confidence=None), Goal(elo=None, confidence=0.95))
    """
    if found := re.fullmatch(r"(\d+(?:\.\d+)?)\s*elo", text.strip(), re.IGNORECASE):
        if 0 < float(found[1]) <= 1000:
            return Criterion(elo=float(found[1]))
    elif (found := re.fullmatch(r"(\d+(?:\.\d+)?)\s*%", text.strip())) and 50 < float(found[1]) < 100:
        return Criterion(confidence=float(found[1]) / 100)
    raise ValueError(f"--until {text}: write a difference such as 20elo, or a confidence such as 95%")


def judge(scores: Sequence[float], goal: Criterion) -> Verdict:
    """The verdict on a team from its scores in pairs, 0 to 2, in the order of the schedule.

    It is that of the first pair at which the test ends: what is played beyond changes nothing.
    """
    counts, total, squares = [0] * 5, 0.0, 0.0
    found = _verdict(0, 0.0, 0.0, counts, goal)
    for number, score in enumerate(scores, 1):
        counts[round(2 * score)] += 1
        total += score / 2
        squares += score * score / 4
        found = _verdict(number, total, squares, counts, goal)
        if found.outcome is not Outcome.OPEN:
            break
    return found


def _verdict(pairs: int, total: float, squares: float, counts: Sequence[int], goal: Criterion) -> Verdict:
    some = (counts[0], counts[1], counts[2], counts[3], counts[4])
    if pairs == 0:
        return Verdict(Outcome.OPEN, 0, 0.0, -math.inf, math.inf, 0.0, some)
    mean = total / pairs
    # One pair more, of average spread: without it, equal pairs would have no variance at all.
    variance = (max(squares - pairs * mean * mean, 0.0) + 0.125) / (pairs + 1)
    error = math.sqrt(variance / pairs)
    low, high = (_elo(mean + sign * WIDTH * error) for sign in (-1, 1))
    if goal.elo is not None:
        null, other = expected_score(0.0), expected_score(goal.elo)
        ratio = pairs * (other - null) * (2 * mean - null - other) / (2 * variance)
        bound = BOUND
    else:
        ratio = (mean - 0.5) / error
        # Looked at after each pair, a fixed bound would be passed by chance sooner or later: the error is shared out.
        bound = _quantile(1 - (1 - (goal.confidence or 0.95)) / (2 * pairs * (pairs + 1)))
    outcome = Outcome.OPEN
    if pairs >= LEAST and abs(ratio) >= bound:
        outcome = Outcome.BETTER if ratio > 0 else Outcome.WORSE
    return Verdict(outcome, pairs, _elo(mean), low, high, ratio, some)


def _elo(score: float) -> float:
    """The difference at which a score is expected."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else ELO * math.log(score / (1 - score))


def _quantile(chance: float) -> float:
    from statistics import NormalDist

    return NormalDist().inv_cdf(chance)
