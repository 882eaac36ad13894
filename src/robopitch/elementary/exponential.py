"""Exponential and natural logarithm. `trigonometric.py` describes the origin of the coefficients."""

from __future__ import annotations

import math

__all__ = ["exp", "log"]

_PER_LN2 = 1.4426950408889634
# ln 2 in two parts, the first of 41 bits: its product with an exponent of a float64 is exact.
_LN2, _LN2_REST = float.fromhex("0x1.62e42fefa3p-1"), float.fromhex("0x1.3de6af278ece6p-42")
_LARGEST = 709.782712893384  # above it the exponential overflows
_LEAST = -745.1332191019412  # below it the exponential underflows
_ROOT_HALF = 0.7071067811865476


def exp(x: float) -> float:
    """e to the power of x, to less than 1 ulp; infinite above 709.78, 0 below −745.13."""
    if x != x:
        return x
    if x > _LARGEST:
        return math.inf
    if x < _LEAST:
        return 0.0
    # x = power · ln 2 + r with |r| ≤ ln 2 / 2
    power = math.floor(x * _PER_LN2 + 0.5)
    k = float(power)
    high, low = x - k * _LN2, k * _LN2_REST
    r = high - low
    rest = (high - r) - low
    series = 2.5106274733573296e-08 + r * 2.0915442297780116e-09
    series = 2.75572718102198e-07 + r * series
    series = 2.755725283351691e-06 + r * series
    series = 2.4801587327007187e-05 + r * series
    series = 0.00019841269876864356 + r * series
    series = 0.0013888888888883327 + r * series
    series = 0.008333333333325544 + r * series
    series = 0.04166666666666667 + r * series
    series = 0.1666666666666667 + r * series
    series = 0.5 + r * series
    more = r * r * series + rest * (1.0 + r)
    top = 1.0 + r
    return math.ldexp(top + (((1.0 - top) + r) + more), power)


def log(x: float) -> float:
    """Natural logarithm, to less than 1 ulp; −infinity for 0, NaN for negative numbers."""
    if not x > 0.0:
        return -math.inf if x == 0.0 else math.nan
    if x == math.inf:
        return x
    # x = (1 + f) · 2^power with 1 + f from √½ to √2
    mantissa, power = math.frexp(x)
    if mantissa < _ROOT_HALF:
        mantissa *= 2.0
        power -= 1
    f, k = mantissa - 1.0, float(power)
    # ln(1 + f) = 2 artanh(s) with s = f / (2 + f), and 2 s = f − f²/2 + s f²/2: rounding errors of s have little
    # effect.
    s = f / (2.0 + f)
    z = s * s
    series = 0.13267418596474884 + z * 0.1310072138350349
    series = 0.15386290534658992 + z * series
    series = 0.181817947008978 + z * series
    series = 0.2222222240054776 + z * series
    series = 0.2857142857076445 + z * series
    series = 0.4000000000000094 + z * series
    series = 0.6666666666666666 + z * series
    half = 0.5 * f * f
    high = k * _LN2 + f
    rest = (k * _LN2 - high) + f
    return high + (rest - (half - (s * (half + z * series) + k * _LN2_REST)))
