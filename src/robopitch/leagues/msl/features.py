"""What a user can ask for in the Middle Size League: an automatic referee that reports to a RefBox, robots that decide
by themselves, and the data bases of their programs in shared memory or in folders.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from robopitch.leagues.autoref import autoref_feature
from robopitch.leagues.feature import Feature, flag

if TYPE_CHECKING:
    from robopitch.leagues.context import Context
    from robopitch.leagues.endpoint import Endpoint
    from robopitch.leagues.plugin import Plugin
    from robopitch.match import Match

__all__ = ["FEATURES", "AgentsOptions", "FoldersOptions", "MemoryOptions"]


def _autoref(match: Match) -> Endpoint:
    from robopitch.leagues.msl.referee.autoref import autoref_endpoint

    return autoref_endpoint(match)


class MemoryOptions(BaseModel):
    """Data bases of robots as CAMBADA's programs have them."""

    shared_memory: bool = flag(False, "Make the shared memory to which programs of robots attach.")


def _shared_memory(context: Context, options: MemoryOptions) -> Plugin:
    from robopitch.leagues.msl.rtdb.robot_memory import RobotMemory

    return context.attach(RobotMemory(context.match, tables=context.open_table), "memory")


class FoldersOptions(BaseModel):
    """Data bases of robots as programs of later generations have them."""

    rtdb_dir: Path | None = flag(None, "Folder for the data bases (LMDB) of programs of robots.", metavar="FOLDER")


def _folders(context: Context, options: FoldersOptions) -> Plugin:
    from robopitch.leagues.msl.rtdb.robot_memory import RobotMemory

    assert options.rtdb_dir is not None
    return context.attach(RobotMemory(context.match, folders=(options.rtdb_dir, context.open_folder)), "folders")


class AgentsOptions(BaseModel):
    """What the built-in teams of a match see, and where their robots decide."""

    sees: tuple[str, ...] = flag(
        (),
        "What a built-in team sees: truth, the true positions, or sensors, what each robot's own sensors report; "
        "blue:truth for one team. May be repeated.",
        metavar="NAME",
    )
    agents: str = flag(
        "truth",
        "What built-in teams know: truth, the true positions; inprocess: every robot decides by itself, from what its "
        "own sensors report and its mates tell by radio; processes: the same, and every robot is a process of its own.",
        metavar="NAME",
    )


def _agents(context: Context, options: AgentsOptions) -> Plugin | None:
    from robopitch.leagues.msl.agents.programs import start_agents

    return start_agents(context, options)


def _prepare_agents(options: AgentsOptions, given: Mapping[str, Any]) -> Mapping[str, Any]:
    from robopitch.leagues.msl.agents.programs import prepare_agents

    return prepare_agents(options, given)


FEATURES = (
    autoref_feature(_autoref),
    Feature(
        "agents",
        "Robots that decide by themselves",
        AgentsOptions,
        _agents,
        prepare=_prepare_agents,
        for_teams=True,
        absent="robots of {league} do not decide by themselves",
    ),
    Feature(
        "shared-memory",
        "Data bases of robots",
        MemoryOptions,
        _shared_memory,
        live=True,
        absent="no programs of robots of {league} attach to shared memory",
    ),
    Feature(
        "rtdb",
        "Data bases of robots",
        FoldersOptions,
        _folders,
        live=True,
        extra="rtdb",
        absent="no programs of robots of {league} read data bases in folders",
    ),
)
