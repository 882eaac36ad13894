"""The adapter of a recorded league: found by its family, or in the folder that the recording names.

An adapter is a Python program, and a recording may come from anybody. So the folder that a recording names is loaded
only if this user has recorded a match of the league in that folder before.
"""

from __future__ import annotations

import os
import shlex
import stat
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robopitch.net.key import key_file
from robopitch.spec.catalogue import add_folder, league_folders

if TYPE_CHECKING:
    from robopitch.leagues.adapter import Channel, League
    from robopitch.spec import LeagueSpec

__all__ = ["adapter_of", "channels_of", "foreign_folder", "why_unknown"]


def foreign_folder(league: LeagueSpec) -> str | None:
    """The folder of a league that is not part of this package, absolute, noted as used; None for all others."""
    folder = league_folders().get(league.name)
    if not isinstance(folder, Path) or folder.parent == files("robopitch.leagues"):
        return None
    path = str(folder.absolute())
    _note(path)
    return path


def adapter_of(header: Mapping[str, Any]) -> League | None:
    """The adapter of the recorded league; None if it is neither installed nor in a folder that this user has used."""
    from robopitch.leagues.registry import family_of

    recorded, folder = header["league"], header.get("league_folder")
    family = str(recorded.get("family", recorded["name"]))
    try:
        return family_of(family)
    except ValueError:
        pass
    if not folder or folder not in _noted():
        return None
    try:
        return family_of(family) if recorded["name"] in add_folder(folder) else None
    except ValueError:
        return None


def why_unknown(header: Mapping[str, Any]) -> str:
    """Why `adapter_of` finds nothing, for people."""
    name, folder = header["league"]["name"], header.get("league_folder")
    text = f"its league, {name}, is not installed here, and its packets are not decoded"
    if folder and folder not in _noted() and str(folder).isprintable():
        once = f"robopitch run {shlex.quote(str(folder))} --headless --seconds 1 --record once.mcap"  # not our words
        return f"{text}; if you trust the program in that folder, run it once: {once}"
    return text


def channels_of(header: Mapping[str, Any]) -> dict[str, Channel]:
    """The channels of the recorded league by topic; none if its adapter is not found."""
    league = adapter_of(header)
    return {} if league is None else {channel.topic: channel for channel in league.channels.values()}


# ---- folders that this user has used -------------------------------------------------------------------------------


def _notes() -> Path:
    return key_file().with_name("leagues")


def _noted() -> list[str]:
    """The folders that were noted; none if another user could have written the file."""
    try:
        about = os.stat(_notes())
        if about.st_uid != os.geteuid() or about.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            return []
        return _notes().read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []


def _note(folder: str) -> None:
    if folder in _noted() or "\n" in folder:
        return
    try:
        _notes().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(_notes(), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "a", encoding="utf-8") as file:
            file.write(f"{folder}\n")
    except OSError:
        pass  # the recording is written all the same; reading it again asks for the folder
