"""Teams by scheme: `policy:runs/best.onnx` is what the function of the scheme "policy" makes of "runs/best.onnx".

A package announces a scheme by an entry point of the group `robopitch.teams`:

    [project.entry-points."robopitch.teams"]
    policy = "my_package.teams:load"

`load("runs/best.onnx")` returns a policy, or raises a ValueError that says what is wrong. It is imported when a user
names such a team, and not before.
"""

from __future__ import annotations

import re
from importlib.metadata import entry_points
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from robopitch.teams.observation import Policy

__all__ = ["GROUP", "SchemeName", "check_scheme", "known_schemes", "load_by_scheme", "scheme_of"]

GROUP = "robopitch.teams"
OWN = "FILE.py:FUNCTION, FILE.toml"  # what needs no scheme
_NAME = re.compile(r"([a-z][a-z0-9-]+):(?!//)(.*)", re.DOTALL)  # one letter is a drive of Windows


class SchemeName(NamedTuple):
    """A team by scheme, in two parts."""

    scheme: str
    rest: str


def scheme_of(name: str) -> SchemeName | None:
    """The parts of a name that has a scheme, whether there is such a scheme or not.

    >>> scheme_of("policy:runs/best.onnx")
    SchemeName(scheme='policy', rest='runs/best.onnx')
    >>> scheme_of("my_team.py:play"), scheme_of("cambada")
    (None, None)
    """
    found = _NAME.fullmatch(name)
    return None if found is None else SchemeName(*found.groups())


def known_schemes() -> list[str]:
    """The schemes of the packages that are installed."""
    return sorted({entry.name for entry in entry_points(group=GROUP)})


def check_scheme(name: str) -> None:
    """Raise a ValueError if the scheme of a name does not exist."""
    found = scheme_of(name)
    if found is not None and found.scheme not in (known := known_schemes()):
        there = f"there are {', '.join(f'{one}:…' for one in known)}" if known else "no installed package has one"
        raise ValueError(f"{name}: no kind of team is called {found.scheme!r}; {there} (beside {OWN})")


def load_by_scheme(name: str) -> tuple[str, Policy]:
    """The short name of a team, "policy:best", and its policy; a ValueError that says what is wrong."""
    check_scheme(name)
    found = scheme_of(name)
    assert found is not None
    entry = next(iter(entry_points(group=GROUP, name=found.scheme)))
    try:
        make = entry.load()
    except Exception as error:  # importing a package can raise anything
        raise ValueError(f"{name}: {entry.value} cannot be imported: {type(error).__name__}: {error}") from error
    policy: Policy = make(found.rest)
    if not callable(policy):
        raise ValueError(f"{name}: {entry.value} returned {policy!r}, which is no function that plays")
    return f"{found.scheme}:{PurePath(found.rest).stem or found.rest}", policy
