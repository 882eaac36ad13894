"""The adapter of a recorded league: found by its family, or in the folder that the recording names."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robopitch.spec.catalogue import add_folder, league_folders

if TYPE_CHECKING:
    from robopitch.leagues.adapter import Channel, League
    from robopitch.spec import LeagueSpec

__all__ = ["adapter_of", "channels_of", "foreign_folder"]


def foreign_folder(league: LeagueSpec) -> str | None:
    """The folder of a league that is not part of this package, absolute; None for all others."""
    folder = league_folders().get(league.name)
    if not isinstance(folder, Path) or folder.parent == files("robopitch.leagues"):
        return None
    return str(folder.absolute())


def adapter_of(header: Mapping[str, Any]) -> League | None:
    """The adapter of the recorded league; None if it is neither installed nor in the folder that the header names."""
    from robopitch.leagues.registry import family_of

    recorded, folder = header["league"], header.get("league_folder")
    family = str(recorded.get("family", recorded["name"]))
    try:
        return family_of(family)
    except ValueError:
        pass
    try:
        return None if not folder or recorded["name"] not in add_folder(folder) else family_of(family)
    except ValueError:
        return None


def channels_of(header: Mapping[str, Any]) -> dict[str, Channel]:
    """The channels of the recorded league by topic; none if its adapter is not found."""
    league = adapter_of(header)
    return {} if league is None else {channel.topic: channel for channel in league.channels.values()}
