"""The shipped files: the league folders, and the robots, realisms and scenes in them.

A folder of `robopitch.leagues` with a ``league.toml`` is a family of leagues; each table of that file but ``common``
is a league, each file in ``robots/`` a robot, each in ``realism/`` a realism, each in ``scenes/LEAGUE/`` a scene of
that league. A new folder needs no registration.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from robopitch.spec.toml import read_toml

__all__ = [
    "folder_label",
    "league_folders",
    "league_names",
    "realism_files",
    "realism_names",
    "robot_files",
    "robot_names",
    "scene_files",
]


def _folders() -> Iterator[Traversable]:
    for folder in sorted(files("robopitch.leagues").iterdir(), key=lambda entry: entry.name):
        if folder.is_dir() and (folder / "league.toml").is_file():
            yield folder


def folder_label(folder: Traversable, file: str) -> str:
    """The name of a shipped file in messages: its path in the package."""
    return f"leagues/{folder.name}/{file}"


def league_folders() -> dict[str, Traversable]:
    """The folder of each league, by league name."""
    found = {}
    for folder in _folders():
        for name in read_toml(folder / "league.toml", folder_label(folder, "league.toml")):
            if name != "common":
                found[name] = folder
    return found


def league_names() -> list[str]:
    """The names of all leagues, by folder and then in the order of their file."""
    return list(league_folders())


def robot_files() -> dict[str, tuple[Traversable, str]]:
    """File and label of each shipped robot, by robot name."""
    return {name: found for folder in _folders() for name, found in _files_in(folder, "robots").items()}


def realism_files(family: str) -> dict[str, tuple[Traversable, str]]:
    """File and label of each realism shipped with a family of leagues, by name."""
    return {
        name: found
        for folder in _folders()
        if folder.name == family
        for name, found in _files_in(folder, "realism").items()
    }


def realism_names(family: str) -> list[str]:
    """The names of the realisms shipped with a family of leagues, sorted."""
    return list(realism_files(family))


def scene_files(league: str) -> dict[str, tuple[Traversable, str]]:
    """File and label of each scene shipped with a league, by scene name."""
    folder = league_folders().get(league)
    return {} if folder is None else _files_in(folder, f"scenes/{league}")


def robot_names() -> list[str]:
    """The names of all shipped robots, by folder and then by name."""
    return list(robot_files())


def _files_in(folder: Traversable, kind: str) -> dict[str, tuple[Traversable, str]]:
    inside = folder / kind
    return {
        file.name.removesuffix(".toml"): (file, folder_label(folder, f"{kind}/{file.name}"))
        for file in (sorted(inside.iterdir(), key=lambda entry: entry.name) if inside.is_dir() else ())
        if file.name.endswith(".toml")
    }
