"""What is shipped: the league folders, and the robots in them.

A folder of `robopitch.leagues` with a ``league.toml`` is a family of leagues; each table of that file but ``common``
is a league, and each file in ``robots/`` a robot. Nothing else has to know of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from robopitch.spec.draft import read_toml

__all__ = ["folder_label", "league_folders", "league_names", "robot_files", "robot_names"]


def _folders() -> Iterator[Traversable]:
    for folder in sorted(files("robopitch.leagues").iterdir(), key=lambda entry: entry.name):
        if folder.is_dir() and (folder / "league.toml").is_file():
            yield folder


def folder_label(folder: Traversable, file: str) -> str:
    """How messages call a shipped file: its place in the package."""
    return f"leagues/{folder.name}/{file}"


def league_folders() -> dict[str, Traversable]:
    """The folder of each league, by the name of the league."""
    found = {}
    for folder in _folders():
        for name in read_toml(folder / "league.toml", folder_label(folder, "league.toml")):
            if name != "common":
                found[name] = folder
    return found


def league_names() -> list[str]:
    """All leagues, by folder and then in the order of their file."""
    return list(league_folders())


def robot_files() -> dict[str, tuple[Traversable, str]]:
    """File and label of each shipped robot, by the name of the robot."""
    found = {}
    for folder in _folders():
        robots = folder / "robots"
        for file in sorted(robots.iterdir(), key=lambda entry: entry.name) if robots.is_dir() else ():
            if file.name.endswith(".toml"):
                found[file.name.removesuffix(".toml")] = file, folder_label(folder, f"robots/{file.name}")
    return found


def robot_names() -> list[str]:
    """All shipped robots, by folder and then by name."""
    return list(robot_files())
