"""Sine, cosine, and the angle of a vector.

Each polynomial is the Chebyshev approximation of its function over its interval, computed with 300 bits; it differs
from the function by less than 2⁻⁶¹ of the result.

An expression such as ``(a - s) + b`` with ``s = a + b`` is the rounding error of the sum. Without fused multiply-add
and without fast-math no compiler changes it.
"""

from __future__ import annotations

import math

__all__ = ["atan2", "cos", "sin"]

_FARTHEST = 1048576.0  # rad, 2²⁰: up to here the multiple of π/2 times each part of π/2 is exact
_TURN = 2.0 * math.pi
_PER_QUARTER = 0.6366197723675814  # 2/π

# π/2 in four parts. The first three have 33 bits each, so that their products with a whole number below 2²⁰ are exact.
_QUARTER_1 = float.fromhex("0x1.921fb544p+0")
_QUARTER_2 = float.fromhex("0x1.0b4611a6p-34")
_QUARTER_3 = float.fromhex("0x1.3198a2ep-69")
_QUARTER_4 = float.fromhex("0x1.b839a252049c1p-104")

# The nearest float64, and the rest
_HALF_PI, _HALF_PI_REST = float.fromhex("0x1.921fb54442d18p+0"), float.fromhex("0x1.1a62633145c07p-54")
_ATAN_HALF, _ATAN_HALF_REST = float.fromhex("0x1.dac670561bb4fp-2"), float.fromhex("0x1.a2b7f222f65e2p-56")

_SMALL, _LARGE = float.fromhex("0x1p-600"), float.fromhex("0x1p+600")
_SPLITTER = 134217729.0  # 2²⁷ + 1: a float64 times this gives its upper 26 bits


def sin(x: float) -> float:
    """Sine of an angle in radians, to less than 1 ulp for |x| ≤ 2²⁰; NaN for an infinite angle.

    Beyond 2²⁰ a turn is the float64 nearest to 2π: the result is that of an angle that is wrong by |x| · 4e-17.
    """
    if abs(x) < 1e-8:  # the sine is the angle, and −0 stays −0
        return x
    quarter, r, rest = _reduced(x)
    value = _sin_near_zero(r, rest) if quarter % 2 == 0 else _cos_near_zero(r, rest)
    return value if quarter % 4 < 2 else -value


def cos(x: float) -> float:
    """Cosine of an angle in radians, to less than 1 ulp for |x| ≤ 2²⁰; beyond, see `sin`."""
    quarter, r, rest = _reduced(x)
    value = _cos_near_zero(r, rest) if quarter % 2 == 0 else _sin_near_zero(r, rest)
    return value if (quarter + 1) % 4 < 2 else -value


def atan2(y: float, x: float) -> float:
    """Angle of the vector (x, y), −π to π, to less than 1 ulp; zeros and infinities as in C."""
    if x != x or y != y:
        return x + y
    low, high = abs(y), abs(x)
    steep = low > high
    if steep:
        low, high = high, low
    if math.isinf(high):
        low, high = (1.0 if math.isinf(low) else 0.0), 1.0
    elif high == 0.0:
        high = 1.0
    elif high > 1e150 or high < 1e-150:  # products below would overflow or vanish
        scale = _SMALL if high > 1.0 else _LARGE
        low, high = low * scale, high * scale

    # atan(low / high) = atan(c) + atan(t) with t = (low − c high) / (high + c low), and c so near that |t| < 1/4.
    if low <= 0.25 * high:
        start, start_rest, part, base = 0.0, 0.0, 0.0, 0.0
    elif low <= 0.75 * high:
        start, start_rest, part, base = _ATAN_HALF, _ATAN_HALF_REST, -0.5 * high, 0.5 * low
    else:
        start, start_rest, part, base = 0.5 * _HALF_PI, 0.5 * _HALF_PI_REST, -high, low
    above = low + part
    above_rest = _rest_of_sum(low, part, above)
    below = high + base
    below_rest = _rest_of_sum(high, base, below)
    t = above / below
    t_rest = (_rest_of_division(above, t, below) + (above_rest - t * below_rest)) / below

    z = t * t
    series = -0.0511693551226967 + z * 0.03600731817976272
    series = 0.058718714023867545 + z * series
    series = -0.06666207458454339 + z * series
    series = 0.07692295169091659 + z * series
    series = -0.09090908882297034 + z * series
    series = 0.1111111110911075 + z * series
    series = -0.1428571428570453 + z * series
    series = 0.19999999999999982 + z * series
    series = -0.3333333333333333 + z * series
    rest = start_rest + (t_rest + t * z * series)
    angle = start + t
    rest += _rest_of_sum(start, t, angle)

    if steep:
        turned = _HALF_PI - angle
        rest = _rest_of_sum(_HALF_PI, -angle, turned) + (_HALF_PI_REST - rest)
        angle = turned
    if math.copysign(1.0, x) < 0.0:
        turned = 2.0 * _HALF_PI - angle
        rest = _rest_of_sum(2.0 * _HALF_PI, -angle, turned) + (2.0 * _HALF_PI_REST - rest)
        angle = turned
    return math.copysign(angle + rest, y)


def _reduced(x: float) -> tuple[int, float, float]:
    """The nearest multiple of π/2, and the remainder of an angle within ±π/4, in two parts."""
    if not abs(x) <= _FARTHEST:
        if not abs(x) <= 1.7976931348623157e308:
            return 0, x - x, 0.0
        x = math.copysign(abs(x) % _TURN, x)
    quarter = math.floor(x * _PER_QUARTER + 0.5)
    n = float(quarter)
    first = x - n * _QUARTER_1  # exact: both numbers are close to each other
    step = -n * _QUARTER_2
    second = first + step
    rest = _rest_of_sum(first, step, second)
    step = -n * _QUARTER_3
    third = second + step
    rest += _rest_of_sum(second, step, third) - n * _QUARTER_4
    r = third + rest
    return quarter, r, (third - r) + rest


def _sin_near_zero(r: float, rest: float) -> float:
    """Sine of r + rest within ±π/4."""
    z = r * r
    series = 1.6058521349954986e-10 - z * 7.586094789672621e-13
    series = -2.5052106167335705e-08 + z * series
    series = 2.7557319219150783e-06 + z * series
    series = -0.00019841269841264821 + z * series
    series = 0.008333333333333331 + z * series
    series = -0.16666666666666666 + z * series
    return r + (r * z * series + rest * (1.0 - 0.5 * z))


def _cos_near_zero(r: float, rest: float) -> float:
    """Cosine of r + rest within ±π/4."""
    z = r * r
    series = -1.1470455178216906e-11 + z * 4.745537017319258e-14
    series = 2.0876755754879594e-09 + z * series
    series = -2.755731922129809e-07 + z * series
    series = 2.480158730158451e-05 + z * series
    series = -0.0013888888888888887 + z * series
    series = 0.041666666666666664 + z * series
    half = 0.5 * z
    top = 1.0 - half
    return top + (((1.0 - top) - half) + (z * z * series - r * rest))


def _rest_of_sum(a: float, b: float, total: float) -> float:
    """The rounding error of a + b, exactly (Knuth)."""
    added = total - a
    return (a - (total - added)) + (b - added)


def _rest_of_division(a: float, quotient: float, b: float) -> float:
    """a − quotient · b, exactly: each factor is split in two halves whose products are exact (Veltkamp, Dekker)."""
    scaled = _SPLITTER * quotient
    q_high = scaled - (scaled - quotient)
    q_low = quotient - q_high
    scaled = _SPLITTER * b
    b_high = scaled - (scaled - b)
    b_low = b - b_high
    product = quotient * b
    error = ((q_high * b_high - product) + q_high * b_low + q_low * b_high) + q_low * b_low
    return (a - product) - error
