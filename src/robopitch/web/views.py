"""Panels that the league and the plugins of a server offer to the page (`leagues/panel_view.py`)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from robopitch.leagues.panel_view import Cell, PanelRow, PanelView
from robopitch.web import schema

if TYPE_CHECKING:
    from robopitch.server import Server

__all__ = ["Views"]

MOST_ROWS = 1000  # of one answer
LONGEST_TEXT = 20000  # characters of a value


class Views:
    """Reads the views of a server. Used by the thread of the match."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def listed(self) -> list[schema.ViewEntry]:
        """The panels that there are, for the status."""
        found: dict[str, schema.ViewEntry] = {}
        for view in self._server.views():
            known = found.setdefault(view.name, schema.ViewEntry(name=view.name, title=view.title, formation=False))
            known["formation"] |= view.formation
        return list(found.values())

    def read(self, name: str, row: str | None = None) -> schema.ViewTable:
        """The rows of a panel, with the whole value of one *row*; a ValueError if there is no such panel."""
        views = [view for view in self._server.views() if view.name == name]
        if not views:
            raise ValueError(f"there is no panel {name[:40]!r}")
        programs = self._server.programs().get("programs", {})
        tables = [view.read(programs) for view in views]
        rows = [one for table in tables for one in table.rows][:MOST_ROWS]
        return schema.ViewTable(
            note=" ".join(table.note for table in tables if table.note and (table.rows or not rows)),
            columns=[
                schema.ViewColumn(title=one.title, unit=one.unit, digits=one.digits, about=one.about)
                for one in views[0].columns
            ],
            rows=[_row(one) for one in rows],
            details=any(view.detail is not None for view in views),
            detail=None if row is None else _detail(views, row),
        )


def _row(row: PanelRow) -> schema.ViewRow:
    tone: Any = row.tone if row.tone in ("warn", "faint") else ""
    return schema.ViewRow(key=row.key, group=row.group, cells=[_plain(cell) for cell in row.cells], tone=tone)


def _plain(cell: Cell) -> Cell:
    """A value that JSON has."""
    if isinstance(cell, float) and not isinstance(cell, bool):
        return float(cell) if math.isfinite(cell) else None
    return cell


def _detail(views: Sequence[PanelView], row: str) -> str | None:
    for view in views:
        found = None if view.detail is None else view.detail(row)
        if found is not None:
            return found[:LONGEST_TEXT]
    return None
