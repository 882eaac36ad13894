"""Lookup of names, whatever their case, with suggestions for unknown ones."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["find_name", "known_name", "suggestion"]

MOST_SUGGESTED = 5  # with more matches, a looser kind of match or all names are listed


def find_name(given: str, known: Iterable[str]) -> str | None:
    """The known name equal to *given*, or else the only one that differs from it only in case or in "_" for "-".

    None if there is none.

    >>> find_name("SSL_Div-A", ["ssl-div-a", "ssl-div-b"])
    'ssl-div-a'
    """
    known = list(known)
    if given in known:
        return given
    found = [name for name in known if _plain(name) == _plain(given)]
    return found[0] if len(found) == 1 else None


def _plain(name: str) -> str:
    return name.casefold().replace("_", "-")


def known_name(given: str, known: Iterable[str], kind: str) -> str:
    """As `find_name`, but raises a ValueError "no *kind* is called …" with suggestions if there is none."""
    known = list(known)
    found = find_name(given, known)
    if found is None:
        raise ValueError(f"no {kind} is called {given!r}; {suggestion(given, known)}")
    return found


def suggestion(wrong: str, known: Iterable[str]) -> str:
    """ "did you mean …?" with the names that begin with, contain or resemble *wrong*; if there are none, all names.

    >>> suggestion("SSL", ["msl", "ssl-div-a", "ssl-div-b"])
    "did you mean 'ssl-div-a' or 'ssl-div-b'?"
    """
    names = sorted(known)
    near = _near(wrong.casefold(), names)
    if near:
        return f"did you mean {' or '.join(map(repr, near))}?"
    return f"known are {', '.join(names)}" if names else "none is known"


def _near(wrong: str, names: list[str]) -> list[str]:
    """The names closest to *wrong*: by prefix, else by substring, else by similarity."""
    if not wrong:
        return []
    begin = [name for name in names if name.casefold().startswith(wrong)]
    inside = [name for name in names if len(wrong) > 1 and wrong in name.casefold()]
    spelled = {name.casefold(): name for name in names}
    alike = [spelled[name] for name in get_close_matches(wrong, spelled, 3, 0.6)]
    return next((found for found in (begin, inside, alike) if 0 < len(found) <= MOST_SUGGESTED), [])
