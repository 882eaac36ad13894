"""The table of the robots' programs: the process table, with what the server knows of those that it has started."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from robopitch.leagues.msl.agents.player import AgentPlayer
from robopitch.leagues.panel_view import PanelColumn, PanelRow, PanelTable
from robopitch.messages import Team

if TYPE_CHECKING:
    from robopitch.leagues.msl.agents.process_table import Process
    from robopitch.leagues.msl.agents.processes import Processes
    from robopitch.match import Match

__all__ = ["AGENT_COLUMNS", "agent_rows"]

AGENT_COLUMNS = (
    PanelColumn("id", about="The number of its robot"),
    PanelColumn("program", about="The name under which it registered"),
    PanelColumn("process", about="The process id, of programs that this server has started"),
    PanelColumn("state"),
    PanelColumn("cycles", about="How often it was woken"),
    PanelColumn("missed", about="Cycles that it missed, because it still computed"),
    PanelColumn("late", about="Cycles that took longer than its deadline"),
    PanelColumn("restarts", about="How often this server had to start it again"),
    PanelColumn("cycle", "ms", 1, "Median time that it computes in a cycle"),
    PanelColumn("95 %", "ms", 1, "95 of 100 cycles take less"),
)
NOBODY = "No robot has a program of its own. Start them with `--agents processes`, or by `robopitch agent`."


def agent_rows(processes: Processes, programs: Mapping[str, Any]) -> PanelTable:
    """All programs.

    programs: that the server has started, by robot
    """
    rows, registered = [], set()
    for process in processes.table:
        registered.add(str(process.robot))
        rows.append(_registered(process, programs.get(str(process.robot), {})))
    for name, started in programs.items():
        if name not in registered:
            team, _, number = name.partition(" ")
            state = "starts" if started["pid"] is not None else "does not run"
            known = (int(number) if number.isdigit() else number, None, started["pid"], state)
            rows.append(PanelRow(name, team, (*known, None, None, None, started["restarts"], None, None), "warn"))
    rows += _in_process(processes.match)
    rows.sort(key=lambda row: (row.group, str(row.cells[0])))
    if not rows:
        return PanelTable((), NOBODY)
    total = processes.totals
    whole = total["cycles"] + total["missed"]
    share = f"{total['missed']} of {whole} cycles missed." if whole else ""
    return PanelTable(rows, share)


def _registered(process: Process, started: Mapping[str, Any]) -> PanelRow:
    figures, robot = process.report(), process.robot
    cells = (
        robot.id,
        process.registered.name,
        started.get("pid"),
        "computes" if process.busy else "waits",
        process.cycles,
        process.missed,
        process.late,
        started.get("restarts"),
        figures["ms"]["median"] if process.times else None,
        figures["ms"]["p95"] if process.times else None,
    )
    return PanelRow(f"{robot} {process.registered.name}", str(robot.team), cells)


def _in_process(match: Match) -> Iterator[PanelRow]:
    """Agents that decide in the process of the match; they cannot miss a cycle."""
    for team in Team:
        for player in match.teams.players_of(team):
            if isinstance(player, AgentPlayer) and player.agent is not None:
                cells = (player.number, match.players[team], None, "in process", *(None,) * 6)
                yield PanelRow(f"{team} {player.number}", team.value, cells)
