"""Reads the values of a request; each is checked, and an error says what is expected."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from robopitch.messages import Team

__all__ = ["Request"]


class Request:
    """One request. Reading a missing or wrong value raises a ValueError with a message for the user."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def __contains__(self, name: str) -> bool:
        return self._values.get(name) is not None

    def number(self, name: str) -> float:
        """A finite number."""
        found = self.maybe(name)
        if found is None:
            raise ValueError(f"{name}: a number is wanted")
        return found

    def maybe(self, name: str) -> float | None:
        """A finite number, or nothing."""
        value = self._values.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ValueError(f"{name}: a number is wanted, not {_short(value)}")
        return float(value)

    def whole(self, name: str, least: int, most: int) -> int:
        """A whole number of a range."""
        value = self.number(name)
        if value != int(value) or not least <= value <= most:
            raise ValueError(f"{name}: a whole number from {least} to {most} is wanted, not {value:g}")
        return int(value)

    def truth(self, name: str) -> bool:
        """Yes or no; no if nothing is said."""
        value = self._values.get(name, False)
        if not isinstance(value, bool):
            raise ValueError(f"{name}: true or false is wanted, not {_short(value)}")
        return value

    def text(self, name: str, longest: int = 200) -> str:
        """A text; empty if nothing is said."""
        value = self._values.get(name, "")
        if not isinstance(value, str) or len(value) > longest:
            raise ValueError(f"{name}: a text of at most {longest} characters is wanted")
        return value

    def texts(self, name: str, most: int = 64, longest: int = 2000) -> list[str]:
        """A list of texts."""
        value = self._values.get(name, [])
        if not isinstance(value, list) or len(value) > most or not all(isinstance(entry, str) for entry in value):
            raise ValueError(f"{name}: a list of at most {most} texts is wanted")
        if any(len(entry) > longest for entry in value):
            raise ValueError(f"{name}: texts of at most {longest} characters are wanted")
        return value

    def team(self) -> Team:
        """The team."""
        value = self._values.get("team")
        if value not in ("blue", "yellow"):
            raise ValueError(f"team: blue or yellow is wanted, not {_short(value)}")
        return Team(value)

    def saved(self) -> bytes:
        """A saved match; only this server itself can send one, not a page."""
        value = self._values.get("saved")
        if not isinstance(value, bytes):
            raise ValueError("there is no saved match")
        return value

    def table(self, name: str) -> dict[str, Any] | None:
        """Values by name, or nothing."""
        value = self._values.get(name)
        if value is not None and not isinstance(value, dict):
            raise ValueError(f"{name}: values by name are wanted, not {_short(value)}")
        return value

    def parts(self, name: str, most: int) -> list[Request]:
        """A list of things, each to be read like an ask."""
        value = self._values.get(name)
        if not isinstance(value, list) or len(value) > most or not all(isinstance(entry, dict) for entry in value):
            raise ValueError(f"{name}: a list of at most {most} things is wanted")
        return [Request(entry) for entry in value]


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "…"
