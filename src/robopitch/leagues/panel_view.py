"""Tables that a league, or a plugin of the server, offers to the page: each becomes a panel, without code in the page.

A view is read only while somebody looks at its panel. It is declared beside the thing that it shows: by an `Endpoint`,
or by a plugin of the server. Rows of views with the same name are shown in one panel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

__all__ = ["Cell", "PanelColumn", "PanelRow", "PanelTable", "PanelView"]

Cell = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class PanelColumn:
    """A column: its title, the unit of its numbers, their digits after the point, and a sentence for people."""

    title: str
    unit: str = ""
    digits: int = 0
    about: str = ""


class PanelRow(NamedTuple):
    """A row.

    key:   names the row, for `PanelView.detail`
    group: rows of a group follow each other under its name, "blue 3"
    cells: one for each column; None: there is no value
    tone:  "warn" if something is wrong with it, "faint" if it is out of date
    """

    key: str
    group: str
    cells: tuple[Cell, ...]
    tone: str = ""


class PanelTable(NamedTuple):
    """What a view shows now: its rows, and a sentence above them."""

    rows: Sequence[PanelRow] = ()
    note: str = ""


@dataclass(frozen=True)
class PanelView:
    """A panel of the page.

    name:    one word, "agents"
    read:    the table as it is now; gets the programs that the server has started, by name, as in its status
    detail:  the whole value of a row, as text for people, by the key of the row; None: there is none
    formation: below the table, the page shows the editor of the teams' formations
    """

    name: str
    title: str
    columns: tuple[PanelColumn, ...]
    read: Callable[[Mapping[str, Any]], PanelTable]
    detail: Callable[[str], str | None] | None = None
    formation: bool = False
