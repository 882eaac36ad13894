"""The adapter of a recorded league: found by its family, or among the folders that this user has used.

An adapter is a Python program, and a recording may come from anybody. So the folder of a league is loaded only if this
user has recorded a match of the league in that folder before. A recording may go to anybody, too: it names the folder
without its path, and has a digest of its files, by which the same one is found again.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import stat
from collections.abc import Mapping
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robopitch.net.key import key_file
from robopitch.spec.catalogue import add_folder, league_folders
from robopitch.spec.toml import read_toml

if TYPE_CHECKING:
    from robopitch.leagues.channel import Channel
    from robopitch.leagues.league import League
    from robopitch.spec import LeagueSpec

__all__ = ["adapter_of", "channels_of", "foreign_folder", "why_unknown"]


def foreign_folder(league: LeagueSpec) -> dict[str, str | None]:
    """Name and digest of the folder of a league that is not part of this package, for a header; noted as used."""
    folder = league_folders().get(league.name)
    if not isinstance(folder, Path) or folder.parent == files("robopitch.leagues"):
        return {"league_folder": None, "league_digest": None}
    path = folder.absolute()
    _note(str(path))
    return {"league_folder": path.name, "league_digest": _digest(path)}


def adapter_of(header: Mapping[str, Any]) -> League | None:
    """The adapter of the recorded league; None if it is neither installed nor in a folder that this user has used."""
    from robopitch.leagues.registry import family_of

    family = str(header["league"].get("family", header["league"]["name"]))
    try:
        return family_of(family)
    except ValueError:
        pass
    folder = _used_folder(header)
    if folder is None:
        return None
    try:
        add_folder(folder)
        return family_of(family)
    except ValueError:
        return None


def _used_folder(header: Mapping[str, Any]) -> Path | None:
    """The folder of the recorded league among those that this user has used; of several, the most similar one."""
    recorded = str(header.get("league_folder") or "")
    if not recorded:
        return None
    found = [Path(path) for path in _noted()]
    found = [path for path in found if _has_league(path, header["league"]["name"])]
    digest = header.get("league_digest")

    def likeness(path: Path) -> tuple[bool, bool, bool]:
        # Recordings of earlier versions have the whole path.
        return digest is not None and _digest(path) == digest, str(path) == recorded, path.name == Path(recorded).name

    return max(reversed(found), key=likeness, default=None)  # else the one that was used last


def _has_league(folder: Path, name: str) -> bool:
    try:
        return name in read_toml(folder / "league.toml", "league.toml")
    except (OSError, ValueError):
        return False


def _digest(folder: Path) -> str:
    """A digest of the programs and tables in a folder."""
    found = hashlib.sha256()
    for pattern in ("*.py", "*.toml", "robots/*.toml"):
        for file in sorted(folder.glob(pattern)):
            with suppress(OSError):
                found.update(f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return found.hexdigest()[:16]


def why_unknown(header: Mapping[str, Any]) -> str:
    """Why `adapter_of` finds nothing, for people."""
    name, folder = header["league"]["name"], str(header.get("league_folder") or "")
    text = f"its league, {name}, is not installed here, and its packets are not decoded"
    if folder and _used_folder(header) is None and folder.isprintable():
        once = f"robopitch run {shlex.quote(folder)} --headless --seconds 1 --record once.mcap"  # not our words
        return f"{text}; if you have its folder and trust the program in it, run it once: {once}"
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
        shared = about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        if hasattr(os, "geteuid") and (about.st_uid != os.geteuid() or shared):
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
