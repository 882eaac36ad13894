"""Estimation of the control delay from the commands and the motion of a robot [CAMBADA-control §4.4]."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Latency", "cycle_velocities", "first_response", "latency"]

Array = NDArray[np.float64]

_ROUNDING = 1e-7  # of a correlation


class Latency(NamedTuple):
    """The delay of a robot."""

    seconds: float
    correlation: float  # of command and motion without the delay: 1 if the robot follows exactly


def cycle_velocities(poses: ArrayLike, period: float) -> Array:
    """Mean velocities of a robot over each control cycle in its own frame, ``[cycle, (forward, left, turn)]``.

    poses: ``[cycle, (x, y, heading)]`` at the beginnings of the cycles, one more than the result. The path of a cycle
    is an arc of constant velocity, so that the result equals a command that is executed at once.
    """
    at: Array = np.asarray(poses, np.float64)
    turned = np.diff(at[:, 2])
    turned -= math.tau * np.rint(turned / math.tau)
    chord = np.sinc(turned / math.tau)  # sin(½ turned) / (½ turned)
    middle = at[:-1, 2] + 0.5 * turned
    dx, dy = np.diff(at[:, 0]), np.diff(at[:, 1])
    c, s = np.cos(middle) / chord, np.sin(middle) / chord
    return np.stack((c * dx + s * dy, c * dy - s * dx, turned), axis=1) / period


def latency(commanded: ArrayLike, measured: ArrayLike, period: float, most: float = 0.5) -> Latency:
    """The delay, from 0 to `most` seconds, after which a robot moves as commanded [CAMBADA-control §4.4].

    commanded, measured: one number per cycle, or ``[cycle, axis]``: the command that was sent at its beginning, and
    the mean velocity over it (`cycle_velocities`).

    The delay with the greatest correlation. A command holds for a cycle, so that with a delay of n cycles and a rest,
    the motion in a cycle is (1 − f) c[j − n] + f c[j − n − 1] with f = rest / period: the correlation between whole
    cycles has a closed form too, and the delay is found to a fraction of a cycle. The method of the thesis
    (`first_response`) finds only the cycle. The result includes the lag of wheels and motors, as a prediction needs.
    """
    told, done = _centred(commanded), _centred(measured)
    if told.shape != done.shape:
        raise ValueError(f"commands {told.shape} and motion {done.shape} are not of the same cycles")
    lags = math.floor(most / period) + 1
    cycles, axes = told.shape
    if cycles < 2 * lags + 4:
        raise ValueError(f"{cycles} cycles are too few to find a delay of up to {most} s; record more")
    if not (told.any() and done.any()):
        raise ValueError("the command or the motion never changes; it shows no delay")
    told, done = told.ravel(), done[lags + 1 :].ravel()  # flat: products of vectors are quicker
    size = math.sqrt(float(done.dot(done)))
    windows = [told[(lags + 1 - late) * axes : (cycles - late) * axes] for late in range(lags + 1)]
    squares = [float(window.dot(window)) for window in windows]
    matches = [float(window.dot(done)) for window in windows]
    found: list[tuple[float, float, int]] = []  # correlation by the products alone, share, lag
    for lag in range(lags):
        (aa, bb), (ad, bd) = squares[lag : lag + 2], matches[lag : lag + 2]
        ab = float(windows[lag].dot(windows[lag + 1]))
        share = _share(aa, ab, bb, ad, bd)
        square = (1 - share) ** 2 * aa + 2 * share * (1 - share) * ab + share * share * bb
        fit = ((1 - share) * ad + share * bd) / (math.sqrt(square) * size) if square > 0 else -1.0
        found.append((fit, share, lag))
    best, most = Latency(0.0, -1.0), max(found)[0]
    for fit, share, lag in found:
        if fit > most - _ROUNDING:  # it may be the best one: computed without differences of large numbers
            mixed = windows[lag] + share * (windows[lag + 1] - windows[lag])
            norm = math.sqrt(float(mixed.dot(mixed))) * size
            fit = float(mixed.dot(done)) / norm if norm > 0 else -1.0
            if fit > best.correlation:
                best = Latency((lag + share) * period, fit)
    if best.correlation <= 0:
        raise ValueError(f"command and motion have nothing in common within {most} s")
    return best


def _centred(values: ArrayLike) -> Array:
    """``[cycle, axis]`` without their means."""
    array: Array = np.array(values, np.float64)
    array = array.reshape(len(array), -1)
    return array - array.mean(axis=0)


def _share(aa: float, ab: float, bb: float, ad: float, bd: float) -> float:
    """The f from 0 to 1 for which (1 − f) a + f b correlates best with the motion d; the arguments are products."""
    # The best mixture α a + β b has (α, β) along G⁻¹ (a·d, b·d), of which the determinant cancels.
    alpha, beta = max(bb * ad - ab * bd, 0.0), max(aa * bd - ab * ad, 0.0)
    return beta / (alpha + beta) if alpha + beta > 0 else float(bd > ad)


def first_response(commanded: ArrayLike, measured: ArrayLike, period: float, still: float) -> tuple[float, float]:
    """Interval of the delay, from the first command and the first motion [CAMBADA-control §4.4].

    still: m/s or rad/s; below this a robot stands. The thesis finds [0.160 s, 0.200 s) for CAMBADA at 25 Hz.
    """
    told, done = (np.abs(np.asarray(values, np.float64)) for values in (commanded, measured))
    told, done = (array.reshape(len(array), -1).max(axis=1) for array in (told, done))
    if not (told > still).any():
        raise ValueError("no command to move; there is no response")
    sent = int(np.argmax(told > still))
    moves = done[sent:] > still
    if not moves.any():
        raise ValueError(f"it never moves faster than {still} after the command")
    cycles = int(np.argmax(moves))
    return cycles * period, (cycles + 1) * period
