"""Leaves out endpoints that the user does not want to be opened."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from robopitch.leagues.endpoint import Endpoint

__all__ = ["kept"]


def kept(endpoints: Sequence[Endpoint], without: Sequence[str]) -> tuple[Endpoint, ...]:
    """The endpoints but those that are named; raises a ValueError if a name, or a pattern such as bus-*, fits none."""
    for name in without:
        if not any(fnmatchcase(endpoint.name, name) for endpoint in endpoints):
            names = ", ".join(dict.fromkeys(endpoint.name for endpoint in endpoints))
            raise ValueError(f"--without {name}: no port is called that; there are {names}")
    return tuple(one for one in endpoints if not any(fnmatchcase(one.name, name) for name in without))
