"""Detects when vision stops and when it resumes."""

from __future__ import annotations

__all__ = ["Absence"]


class Absence:
    """Reports once that vision has stopped, and once that it is back.

    patience: s without frames after which vision counts as stopped

    >>> absence = Absence(1.0)
    >>> absence.heard(10.0)
    >>> absence.news(10.9)
    >>> absence.news(11.5)
    'no vision for 1.5 s: the server has stopped or is paused; waiting for it …'
    >>> absence.news(12.0)
    >>> absence.heard(22.5)
    >>> absence.news(22.6)
    'vision is back after 12.5 s'
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._last: float | None = None  # time of the last frame
        self._away: float | None = None  # length of an absence that is not reported yet
        self._gone = False  # and reported

    def heard(self, now: float) -> None:
        """A frame came."""
        if self._last is not None and now - self._last > self._patience:
            self._away = now - self._last
        self._last = now

    def news(self, now: float) -> str | None:
        """The message to print now, or None."""
        if self._away is not None:
            away, self._away, self._gone = self._away, None, False
            return f"vision is back after {away:.1f} s"
        if self._last is not None and not self._gone and now - self._last > self._patience:
            self._gone = True
            return f"no vision for {now - self._last:.1f} s: the server has stopped or is paused; waiting for it …"
        return None
