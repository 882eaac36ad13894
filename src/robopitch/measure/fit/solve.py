"""Least squares that a few wrong sightings do not spoil: Levenberg–Marquardt with Huber's weights and priors.

What is sought is in two parts. *Shared* numbers act on all blocks of data (the friction of the carpet); *own* numbers
act on one block only (how fast this kick was). Numbers that one would rather not seek but that are not known exactly
(where a camera really hangs) are sought too, with a prior that says how far off they may be: their doubt then shows in
the uncertainty of everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

__all__ = ["Block", "Guess", "Solution", "solve"]

Floats = NDArray[np.float64]
Block = Callable[[Floats, Floats], Floats]
"""Residuals of a block for shared and own numbers, each divided by the noise that it is expected to have."""

HUBER = 1.345  # in standard deviations: beyond it a residual counts linearly, which costs 5 % of the efficiency …
BEYOND = 8.0  # … and beyond this not at all: it belongs to something else
ROUNDS = 40
ROUGHLY, SETTLED = 1.0, 0.1  # in standard deviations: a step that small ends a search


@dataclass(frozen=True)
class Guess:
    """Where a search starts, what is expected, and how far off that may be."""

    start: Floats
    expected: Floats
    spread: Floats  # standard deviation of what is expected; inf: nothing is
    nudge: Floats  # by which each is moved to see what it does

    @staticmethod
    def of(*numbers: tuple[float, float, float, float]) -> Guess:
        """From (start, expected, spread, nudge) of each number."""
        table = np.array(numbers, np.float64).reshape(len(numbers), 4)
        return Guess(*table.T.copy())

    def joined(self, other: Guess) -> Guess:
        """The numbers of both, in this order."""
        return Guess(
            np.concatenate((self.start, other.start)),
            np.concatenate((self.expected, other.expected)),
            np.concatenate((self.spread, other.spread)),
            np.concatenate((self.nudge, other.nudge)),
        )


@dataclass(frozen=True)
class Solution:
    """The best fit."""

    shared: Floats
    own: tuple[Floats, ...]
    uncertainty: Floats  # standard deviation of each shared number
    scale: float  # noise found, by the noise expected
    residuals: tuple[Floats, ...]  # of each block
    cost: float


def solve(
    blocks: Sequence[Block],
    shared: Guess,
    own: Sequence[Guess],
    rounds: int = ROUNDS,
    weights: Sequence[float] | None = None,
) -> Solution:
    """The numbers that fit all blocks best.

    weights: of each block, 1 if not given; a block with correlated residuals counts as so many independent ones
    """
    search = _Search(blocks, shared, own, rounds, weights)
    # At first everything pulls, for what fits badly may yet fit well; then what is far off is left out.
    search.go(np.inf, ROUGHLY)
    search.go(BEYOND, SETTLED)
    common, each = search.split(search.x)
    return Solution(common, tuple(each), search.doubt(), search.scale, tuple(search.residuals), search.cost)


class _Search:
    """State of the search, and its steps."""

    def __init__(
        self,
        blocks: Sequence[Block],
        shared: Guess,
        own: Sequence[Guess],
        rounds: int,
        weights: Sequence[float] | None = None,
    ) -> None:
        self._blocks, self._rounds = blocks, rounds
        self._counts = [1.0] * len(blocks) if weights is None else list(weights)
        self._prior = reduce(Guess.joined, own, shared)
        self._pull = np.where(np.isfinite(self._prior.spread), 1 / np.square(self._prior.spread), 0.0)
        self._bounds = np.cumsum([len(shared.start), *(len(guess.start) for guess in own)])
        self.x = self._prior.start
        self.residuals = self._look(self.x)
        self.scale, self.cost = 1.0, np.inf
        self._matrix, self._slopes = np.eye(len(self.x)), np.zeros((0, len(self.x)))
        self._shares: list[Floats] = []  # of each block in the shared part of the matrix

    def split(self, numbers: Floats) -> tuple[Floats, list[Floats]]:
        """Shared numbers, and those of each block."""
        return numbers[: self._bounds[0]], [numbers[a:b] for a, b in pairwise(self._bounds)]

    def go(self, beyond: float, settled: float) -> None:
        """Step by step until steps are small, without the residuals that are beyond."""
        damping = 1e-3
        for _ in range(self._rounds):
            self.scale = _scale(self.residuals)
            self.cost = self._cost(self.x, self.residuals, beyond)
            self._linearise(beyond)
            slope = self._slopes.sum(axis=0) + self._pull * (self.x - self._prior.expected)
            step: Floats = np.zeros(len(self.x))
            while damping < 1e9:
                stiff = self._matrix + damping * np.diag(np.maximum(np.diag(self._matrix), 1e-12))
                step = np.asarray(-np.linalg.solve(stiff, slope), np.float64)
                tried = self._look(self.x + step)
                if self._cost(self.x + step, tried, beyond) <= self.cost:
                    self.x, self.residuals, damping = self.x + step, tried, max(damping / 10, 1e-9)
                    break
                damping *= 10
            # In standard deviations, as the curvature has them.
            if damping >= 1e9 or float(step @ self._matrix @ step) < settled**2:
                break

    def doubt(self) -> Floats:
        """Standard deviation of each shared number: from the noise, or from the jackknife over blocks if that is more.

        An error of the model or of a camera pulls all sightings of a block the same way: sightings are not
        independent, but blocks are. The jackknife asks how far the result moves without each block. Where one block
        alone determines a number it moves far, so that a few blocks do not seem to agree.
        """
        common = int(self._bounds[0])
        informations, slopes = [], []
        for n, share in enumerate(self._shares):
            first, last = int(self._bounds[n]), int(self._bounds[n + 1])
            # The own numbers follow the shared ones: what a block says of these when it may start anew.
            own = np.linalg.pinv(self._matrix[first:last, first:last], hermitian=True)  # some may not show at all
            follow = own @ self._matrix[first:last, :common]
            informations.append(share - self._matrix[:common, first:last] @ follow)
            slopes.append(self._slopes[n, :common])  # that of the own numbers is 0 where the search ends
        whole = np.diag(self._pull[:common]) + sum(informations, np.zeros((common, common)))
        noise = np.diag(np.linalg.pinv(whole, hermitian=True))
        moves = [
            np.linalg.pinv(whole - information, hermitian=True) @ slope
            for information, slope in zip(informations, slopes, strict=True)
        ]
        count = len(moves)
        apart = sum((np.square(move) for move in moves), np.zeros(common)) * (count - 1) / max(count, 1)
        return np.sqrt(np.maximum(np.maximum(noise, apart), 0.0))

    def _look(self, numbers: Floats) -> list[Floats]:
        common, each = self.split(numbers)
        return [block(common, mine) for block, mine in zip(self._blocks, each, strict=True)]

    def _cost(self, x: Floats, residuals: Sequence[Floats], beyond: float) -> float:
        """Sum of squares, linear and at last constant for those far off; and what priors have against it."""
        total = float(self._pull @ np.square(x - self._prior.expected))
        for residual, count in zip(residuals, self._counts, strict=True):
            sizes = np.minimum(np.abs(residual) / self.scale, beyond)
            total += count * float(np.where(sizes <= HUBER, sizes * sizes, HUBER * (2 * sizes - HUBER)).sum())
        return total

    def _linearise(self, beyond: float) -> None:
        """The normal equations: what each block says of the numbers that act on it."""
        x, nudge, common = self.x, self._prior.nudge, int(self._bounds[0])
        self._matrix = np.diag(self._pull)
        self._slopes, self._shares = np.zeros((len(self._blocks), len(x))), []
        for n, (block, residual) in enumerate(zip(self._blocks, self.residuals, strict=True)):
            first, last = int(self._bounds[n]), int(self._bounds[n + 1])
            columns = np.array([*range(common), *range(first, last)])
            jacobian = np.empty((len(residual), len(columns)))
            for at, column in enumerate(columns):
                moved = x.copy()
                moved[column] = x[column] + nudge[column]
                up = block(moved[:common], moved[first:last])
                moved[column] = x[column] - nudge[column]
                jacobian[:, at] = (up - block(moved[:common], moved[first:last])) / (2 * nudge[column])
            weights = self._counts[n] * _weights(residual / self.scale, beyond) / self.scale**2
            weighted = jacobian * weights[:, None]
            share = weighted.T @ jacobian
            self._shares.append(share[:common, :common])
            self._matrix[np.ix_(columns, columns)] += share
            self._slopes[n, columns] = weighted.T @ residual


def _scale(residuals: Sequence[Floats]) -> float:
    """The standard deviation of normal noise with the median of these."""
    sizes = np.abs(np.concatenate([*residuals, np.zeros(0)]))
    return max(1.4826 * float(np.median(sizes)), 1e-6) if len(sizes) else 1.0


def _weights(sizes: Floats, beyond: float) -> Floats:
    sizes = np.abs(sizes)
    return np.where(sizes > beyond, 0.0, HUBER / np.maximum(sizes, HUBER))
