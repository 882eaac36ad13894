"""Settings by dotted name, "strategy.decision", that can be changed while the system runs [MI20 §2.8.1]."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from robopitch.spec.names import known_name

__all__ = ["Setting", "Settings"]

Value = TypeVar("Value", bool, int, float, str)
WORDS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


@dataclass(slots=True)
class Setting(Generic[Value]):
    """A setting: modules keep it and read its `value` when they need it, so that a change holds at once.

    check: returns why a value is not possible, or None
    """

    name: str
    value: Value
    about: str = ""
    check: Callable[[Value], str | None] | None = None


class Settings:
    """All settings of a system.

    >>> settings = Settings()
    >>> keep = settings.declare("estimator.keep", 0.45, "s", least=0.0, most=2.0)
    >>> settings.change("estimator.keep", "2")
    >>> keep.value
    2.0
    """

    def __init__(self) -> None:
        self._settings: dict[str, Setting[Any]] = {}

    def declare(
        self,
        name: str,
        default: Value,
        about: str = "",
        check: Callable[[Value], str | None] | None = None,
        least: float = -math.inf,
        most: float = math.inf,
    ) -> Setting[Value]:
        """A setting with its default; one that exists already keeps its value: a restarted module finds its own."""
        if least > -math.inf or most < math.inf:
            check = _between(least, most)
        known = self._settings.get(name)
        if known is not None:
            known.check = check
            return known
        setting = self._settings[name] = Setting(name, default, about, check)
        return setting

    def change(self, name: str, value: str | float | bool) -> None:
        """Change a setting; raises a ValueError that says what would be right."""
        setting = self._settings[known_name(name, self._settings, "setting")]
        wanted = _converted(name, value, type(setting.value))
        problem = None if setting.check is None else setting.check(wanted)
        if problem is not None:
            raise ValueError(f"{name} = {value}: {problem}")
        setting.value = wanted

    def value(self, name: str) -> Any:
        """The value of a setting."""
        return self._settings[known_name(name, self._settings, "setting")].value

    def __iter__(self) -> Iterator[Setting[Any]]:
        """All settings, by name."""
        return iter([self._settings[name] for name in sorted(self._settings)])


def _converted(name: str, value: str | float | bool, kind: type[Any]) -> Any:
    text = str(value).strip()
    if kind is bool:
        if text.lower() not in WORDS:
            raise ValueError(f"{name} = {text}: yes or no is wanted")
        return WORDS[text.lower()]
    if kind is str:
        return text
    try:
        number = kind(text)
    except ValueError:
        raise ValueError(f"{name} = {text}: {'a whole number' if kind is int else 'a number'} is wanted") from None
    if not math.isfinite(number):
        raise ValueError(f"{name} = {text}: a finite number is wanted")
    return number


def _between(least: float, most: float) -> Callable[[Any], str | None]:
    def check(value: Any) -> str | None:
        return None if least <= value <= most else f"from {least:g} to {most:g} is possible"

    return check
