"""The league folders, and the robots, realisms and scenes in them.

A folder with a ``league.toml`` is a family of leagues; each table of that file but ``common`` is a league, each file in
``robots/`` a robot, each in ``realism/`` a realism, each in ``scenes/LEAGUE/`` a scene of that league. Folders in
`robopitch.leagues` need no registration; `add_folder` adds one from elsewhere. An installed package announces its
folder by an entry point of the group "robopitch.leagues".
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from os.path import isdir, isfile  # unlike those of Path they never raise
from pathlib import Path

from robopitch.spec.errors import SpecError
from robopitch.spec.league import USUAL_ENGINE
from robopitch.spec.names import find_name, suggestion
from robopitch.spec.toml import read_toml

__all__ = [
    "add_folder",
    "add_installed",
    "added_folders",
    "default_league",
    "family_in",
    "find_league",
    "folder_label",
    "gait_files",
    "league_folder",
    "league_folders",
    "league_names",
    "motion_files",
    "realism_files",
    "realism_names",
    "remove_folder",
    "robot_files",
    "robot_names",
    "scene_files",
]

GROUP = "robopitch.leagues"
_HEAD = "league.toml"
_added: list[Path] = []  # folders outside the package


def _folders() -> Iterator[Traversable]:
    for folder in sorted(files("robopitch.leagues").iterdir(), key=lambda entry: entry.name):
        if folder.is_dir() and (folder / _HEAD).is_file():
            yield folder
    yield from _added


def add_folder(folder: str | Path) -> list[str]:
    """Add a family of leagues from outside the package; returns the names of its leagues. Again: no effect.

    Raises a SpecError if the folder is no family of leagues, or if another folder has a league of the same name.
    """
    path = Path(folder).resolve()
    if not isfile(path / _HEAD):
        raise SpecError(f"{folder}: has no {_HEAD}, so it is no folder of leagues")
    names = _names_in(path)
    if not names:
        raise SpecError(f"{folder_label(path, _HEAD)}: has no league: a table with the name of one is wanted")
    if path not in _added:
        known = league_folders()
        for name in names:
            if name in known:
                raise SpecError(
                    f"{folder_label(path, _HEAD)}: there is a league {name!r} in {folder_label(known[name], _HEAD)} "
                    "already; give it another name"
                )
        _added.append(path)
    return names


def added_folders() -> tuple[Path, ...]:
    """The folders of leagues outside the package that are known."""
    return tuple(_added)


def remove_folder(folder: str | Path) -> None:
    """Remove a folder that `add_folder` has added; no effect if it is not known."""
    path = Path(folder).resolve()
    if path in _added:
        _added.remove(path)


@cache
def add_installed() -> None:
    """Add the folders of installed packages, once; one that cannot be used is left out with a warning."""
    for entry in entry_points(group=GROUP):
        try:
            found = find_spec(entry.module)
            if found is None or found.origin is None:
                raise SpecError(f"there is no module {entry.module}")
            add_folder(Path(found.origin).parent)
        except Exception as error:  # looking for a module runs code of its package, which can raise anything
            logging.getLogger("robopitch").warning("the leagues of the package %s: %s", entry.value, error)


def folder_label(folder: Traversable, file: str) -> str:
    """The name of a file in messages: its path in the package, or its path."""
    shipped = not isinstance(folder, Path) or folder.parent == files("robopitch.leagues")
    return f"leagues/{folder.name}/{file}" if shipped else str(folder / file)


def _names_in(folder: Traversable) -> list[str]:
    return [name for name in read_toml(folder / _HEAD, folder_label(folder, _HEAD)) if name != "common"]


def league_folders() -> dict[str, Traversable]:
    """The folder of each league, by league name."""
    return {name: folder for folder in _folders() for name in _names_in(folder)}


def league_names(engine: str = "") -> list[str]:
    """The names of all leagues, by folder and then in the order of their file.

    engine: only those that are played in this engine unless another one is named
    """
    add_installed()
    return [name for name, folder in league_folders().items() if engine in ("", _engine_of(name, folder))]


def _engine_of(name: str, folder: Traversable) -> str:
    """The engine that a league names for itself, or its family for all."""
    tables = read_toml(folder / _HEAD, folder_label(folder, _HEAD))
    found = [tables[table]["engine"] for table in (name, "common") if "engine" in tables.get(table, {})]
    return str(found[0]) if found else USUAL_ENGINE


def default_league() -> str:
    """The league that is played where none is named."""
    return str(read_toml(files("robopitch.leagues") / "default.toml", "leagues/default.toml")["league"])


def find_league(name_or_path: str | Path) -> tuple[str, Traversable]:
    """Name and folder of a league.

    name_or_path: its name; or a folder of leagues, of which it is the first; or FOLDER/NAME
    """
    text = str(name_or_path)
    known = league_folders()
    name = find_name(text, known) if isinstance(name_or_path, str) else None
    if name is None and isinstance(name_or_path, str):  # only then: a search of all packages takes some milliseconds
        add_installed()
        known = league_folders()
        name = find_name(text, known)
    if name is not None:
        return name, known[name]
    path = Path(text)
    if text and isdir(path):
        return add_folder(path)[0], path.resolve()
    if isfile(path.parent / _HEAD) and len(path.parts) > 1:
        inside = add_folder(path.parent)
        name = find_name(path.name, inside)
        if name is None:
            raise SpecError(f"{path.parent}: no league is called {path.name!r}; {suggestion(path.name, inside)}")
        return name, path.parent.resolve()
    raise SpecError(f"no league is called {text!r}; {suggestion(text, known)}")


def league_folder(name: str) -> Traversable:
    """The folder of a league."""
    return find_league(name)[1]


def robot_files(first: Traversable | None = None) -> dict[str, tuple[Traversable, str]]:
    """File and label of each robot, by robot name. Of two robots of a name that of the folder *first* counts, or else
    the shipped one.
    """
    found: dict[str, tuple[Traversable, str]] = {}
    for folder in _folders():
        for name, file in _files_in(folder, "robots").items():
            found.setdefault(name, file)
    return found if first is None else found | _files_in(first, "robots")


def motion_files() -> dict[str, tuple[Traversable, str]]:
    """File and label of the motions of each robot that has some, by robot name."""
    return _of_robots("robots/motions")


def gait_files() -> dict[str, tuple[Traversable, str]]:
    """File and label of the gait of each robot that has one, by robot name."""
    return _of_robots("robots/gaits")


def _of_robots(place: str) -> dict[str, tuple[Traversable, str]]:
    found: dict[str, tuple[Traversable, str]] = {}
    for folder in _folders():
        for name, file in _files_in(folder, place).items():
            found.setdefault(name, file)
    return found


def realism_files(family: str) -> dict[str, tuple[Traversable, str]]:
    """File and label of each realism of a family of leagues, by name."""
    return {
        name: found
        for folder in _folders()
        if family_in(folder) == family
        for name, found in _files_in(folder, "realism").items()
    }


def family_in(folder: Traversable) -> str:
    """The family that the leagues of a folder name."""
    tables = read_toml(folder / _HEAD, folder_label(folder, _HEAD))
    return next((str(table["family"]) for table in tables.values() if "family" in table), folder.name)


def realism_names(family: str) -> list[str]:
    """The names of the realisms of a family of leagues, sorted."""
    return list(realism_files(family))


def scene_files(league: str) -> dict[str, tuple[Traversable, str]]:
    """File and label of each scene of a league, by scene name."""
    folder = league_folders().get(league)
    return {} if folder is None else _files_in(folder, f"scenes/{league}")


def robot_names() -> list[str]:
    """The names of all robots, by folder and then by name."""
    return list(robot_files())


def _name_of(file: Traversable) -> str:
    return file.name.removesuffix(".toml")


def _files_in(folder: Traversable, kind: str) -> dict[str, tuple[Traversable, str]]:
    inside = folder / kind
    return {
        _name_of(file): (file, folder_label(folder, f"{kind}/{file.name}"))
        for file in (sorted(inside.iterdir(), key=_name_of) if inside.is_dir() else ())
        if file.name.endswith(".toml")
    }
