"""Settings files of teams' own software, which `robopitch import` turns into TOML: the root element tells the kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

__all__ = ["ImportedSettings", "SettingsFile"]


class ImportedSettings(NamedTuple):
    """What a file holds.

    league:   of field, ball and robots: a tree of the shape of a league, for `--file`
    others:   everything else, which a match has no use for
    problems: what was left out, each with its line
    """

    league: Mapping[str, Any]
    others: Mapping[str, Any]
    problems: Sequence[str]


@dataclass(frozen=True)
class SettingsFile:
    """A kind of XML file.

    root: name of its root element
    read: reads its text; *label* names the file in messages and as the source of numbers
    """

    name: str
    root: str
    read: Callable[[str, str], ImportedSettings]
