"""The amplitude spectrum of a signal: which frequencies are in it, and how strongly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from robopitch.measure.run import Signal
from robopitch.measure.sampling import Array, evenly

__all__ = ["Spectrum", "spectrum"]

LEAST = 16  # samples
_WINDOWS: dict[str, Callable[[int], Array]] = {"hann": np.hanning, "none": np.ones}


@dataclass(frozen=True)
class Spectrum:
    """Amplitudes by frequency; a sine of amplitude 1 has a peak of 1."""

    name: str
    unit: str
    frequencies: Array  # Hz, from 0 to half the rate
    amplitudes: Array
    rate: float  # Hz, at which the signal was taken
    window: str

    @property
    def peak(self) -> tuple[float, float]:
        """Frequency and amplitude of the strongest part."""
        place = int(np.argmax(self.amplitudes))
        return float(self.frequencies[place]), float(self.amplitudes[place])


def spectrum(signal: Signal, window: str = "hann") -> Spectrum:
    """Spectrum of a signal, resampled evenly at its usual rate, without its mean.

    window: "hann", which keeps a sine that does not fit the stretch from leaking everywhere, or "none"
    """
    if window not in _WINDOWS:
        raise ValueError(f"there is no window {window!r}; {' or '.join(_WINDOWS)} is possible")
    step, values = evenly(signal)
    if len(values) < LEAST:
        raise ValueError(f"{signal.name} has {len(values)} samples; a spectrum takes at least {LEAST}")
    weights = _WINDOWS[window](len(values))
    parts = np.fft.rfft((values - np.average(values, weights=weights)) * weights)
    amplitudes = 2 * np.abs(parts) / weights.sum()
    amplitudes[0] /= 2  # these two have no partner at a negative frequency
    if len(values) % 2 == 0:
        amplitudes[-1] /= 2
    frequencies = np.arange(len(amplitudes)) / (len(values) * step)
    return Spectrum(signal.name, signal.unit, frequencies, amplitudes, 1 / step, window)
