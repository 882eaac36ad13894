"""The panels of the page on what robots do by themselves: their programs, their data bases, the base station."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from robopitch.leagues.msl.agents.view import AGENT_COLUMNS, agent_rows
from robopitch.leagues.msl.rtdb.coach_view import COACH_COLUMNS, coach_rows
from robopitch.leagues.msl.rtdb.view import rtdb_view
from robopitch.leagues.panel_view import PanelView

if TYPE_CHECKING:
    from robopitch.leagues.msl.agents.processes import Processes

__all__ = ["team_views"]


def team_views(processes: Processes) -> Sequence[PanelView]:
    """Agents, data bases and coach of a match."""
    return (
        PanelView("agents", "Agents", AGENT_COLUMNS, partial(agent_rows, processes)),
        rtdb_view(lambda: processes.stores),
        PanelView("coach", "Coach", COACH_COLUMNS, lambda programs: coach_rows(processes), formation=True),
    )
