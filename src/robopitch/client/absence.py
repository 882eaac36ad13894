"""Notices when pictures stop coming, and when they come again."""

from __future__ import annotations

__all__ = ["Absence"]


class Absence:
    """The server went, the server is back: each is said once.

    patience: s without anything after which it is gone

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
        self._last: float | None = None  # when something came
        self._away: float | None = None  # for how long it was away, if that is not said yet
        self._gone = False  # and said so

    def heard(self, now: float) -> None:
        """Something came."""
        if self._last is not None and now - self._last > self._patience:
            self._away = now - self._last
        self._last = now

    def news(self, now: float) -> str | None:
        """What is to be said now, if anything."""
        if self._away is not None:
            away, self._away, self._gone = self._away, None, False
            return f"vision is back after {away:.1f} s"
        if self._last is not None and not self._gone and now - self._last > self._patience:
            self._gone = True
            return f"no vision for {now - self._last:.1f} s: the server has stopped or is paused; waiting for it …"
        return None
