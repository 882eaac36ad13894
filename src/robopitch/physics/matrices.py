"""Small matrices, as lists of rows. Operations have a fixed order: results of LAPACK and BLAS depend on the
processor.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["dot", "inverse", "pseudo_inverse"]

Matrix = Sequence[Sequence[float]]

_NONE = 1e-9  # relative limit below which a column is a combination of the ones before it


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """Sum of the products, from the first to the last.

    >>> dot((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))
    32.0
    """
    total = 0.0
    for x, y in zip(a, b, strict=True):
        total += x * y
    return total


def inverse(matrix: Matrix) -> list[list[float]]:
    """Inverse of a 3 × 3 matrix, by its cofactors: that of a symmetric matrix is symmetric to the last bit.

    >>> inverse([[2.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 1.0, 8.0]])
    [[0.5, 0.0, 0.0], [0.0, 0.25, 0.0], [0.0, -0.03125, 0.125]]
    """
    cofactors = [
        [
            matrix[(i + 1) % 3][(j + 1) % 3] * matrix[(i + 2) % 3][(j + 2) % 3]
            - matrix[(i + 1) % 3][(j + 2) % 3] * matrix[(i + 2) % 3][(j + 1) % 3]
            for j in range(3)
        ]
        for i in range(3)
    ]
    determinant = dot(matrix[0], cofactors[0])
    return [[cofactors[j][i] / determinant + 0.0 for j in range(3)] for i in range(3)]


def pseudo_inverse(matrix: Matrix) -> list[list[float]]:
    """The Moore–Penrose inverse of a matrix of any rank, column by column (Greville 1960).

    >>> pseudo_inverse([[1.0, 0.0, 2.0], [1.0, 0.0, -2.0]])
    [[0.5, 0.5], [0.0, 0.0], [0.25, -0.25]]
    """
    columns = [list(column) for column in zip(*matrix, strict=True)]
    least = _NONE * _NONE * max((dot(column, column) for column in columns), default=0.0)
    found: list[list[float]] = []
    for count, column in enumerate(columns):
        shares = [dot(row, column) for row in found]
        # The part that is no combination of the columns so far
        left = [value - dot(shares, [c[i] for c in columns[:count]]) for i, value in enumerate(column)]
        square = dot(left, left)
        if square > least:
            new = [value / square for value in left]
        else:
            more = 1.0 + dot(shares, shares)
            new = [dot(shares, [row[i] for row in found]) / more for i in range(len(column))]
        found = [
            [value - share * part for value, part in zip(row, new, strict=True)]
            for row, share in zip(found, shares, strict=True)
        ]
        found.append(new)
    return found
