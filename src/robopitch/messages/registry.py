"""Names of messages in recordings and snapshots.

The messages of this package are registered under the names of their classes. A league registers its own with a prefix,
"ssl.RefereeState". A name stays valid for ever: a renamed message gets an alias, and one whose parts changed an
upgrader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

__all__ = ["forget", "kind_of", "name_of", "register", "upgrade", "upgraded"]

Parts = tuple[Any, ...]

_kinds: dict[str, Any] = {}
_names: dict[type, str] = {}
_upgraders: dict[str, Callable[[Parts], Parts]] = {}


def register(kind: type, name: str = "", aliases: Iterable[str] = ()) -> None:
    """Register a dataclass, named tuple or enum under a name, by default that of the class.

    aliases: names that it had before
    """
    name = name or kind.__name__
    for known in (name, *aliases):
        if _kinds.setdefault(known, kind) is not kind:
            raise ValueError(f"another message is called {known!r}: {_kinds[known].__qualname__}")
    _names[kind] = name


def forget(package: str) -> None:
    """Remove all messages that the modules of a package have registered, so that it can be loaded anew."""
    for name in [name for name, kind in _kinds.items() if f"{kind.__module__}.".startswith(f"{package}.")]:
        _names.pop(_kinds.pop(name), None)
        _upgraders.pop(name, None)


def upgrade(name: str, upgrader: Callable[[Parts], Parts]) -> None:
    """Set the function that turns the parts of an older message of this name into those of today."""
    _upgraders[name] = upgrader


def kind_of(name: str) -> Any:
    """The class of a name; a ValueError if there is none."""
    try:
        return _kinds[name]
    except (KeyError, TypeError):
        raise ValueError(f"no message is called {name!r}") from None


def name_of(kind: type) -> str:
    """The name of a class; a TypeError if it is not registered."""
    try:
        return _names[kind]
    except KeyError:
        raise TypeError(f"{kind.__name__} is not registered as a message") from None


def upgraded(name: str, parts: Parts) -> Parts:
    """The parts of a message of this name as they are today."""
    upgrader = _upgraders.get(name)
    return parts if upgrader is None else upgrader(parts)
