"""What a league makes for a match derives from what declares the defaults of all that is optional."""

from __future__ import annotations

from typing import TypeVar

__all__ = ["derived"]

Thing = TypeVar("Thing")


def derived(thing: Thing, base: type) -> Thing:
    """The thing itself; raises a ValueError if it does not derive from its base, `Sensor`, `Player` or `Referee`."""
    if base not in type(thing).__mro__:
        raise ValueError(f"{type(thing).__name__} does not derive from {base.__module__}.{base.__name__}")
    return thing
