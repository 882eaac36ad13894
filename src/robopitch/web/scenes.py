"""Scenes in a folder: listed, saved and loaded by name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from robopitch.recording.scene import Scene, load_scene, parse_scene, save_scene
from robopitch.web import words

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["listed", "load", "read", "save"]

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_ .-]{0,63}")  # nothing that leads out of the folder


def listed(folder: Path) -> words.Scenes:
    """All scenes of the folder; other files are skipped."""
    found = []
    for file in sorted(folder.glob("*.toml")):
        try:
            if not file.is_file():  # reading a FIFO would never end
                continue
            scene = load_scene(file)
        except (ValueError, OSError):
            continue
        found.append(words.SceneEntry(name=file.stem, title=scene.title, league=scene.league))
    return words.Scenes(folder=str(folder.absolute()), scenes=found)


def save(match: Match, folder: Path, name: str, title: str) -> dict[str, str]:
    """Save the positions of robots and ball."""
    file = _file(folder, name)
    save_scene(match.world, file, title)
    return {"file": str(file)}


def load(folder: Path, name: str) -> Scene:
    """A scene by its name."""
    return load_scene(_file(folder, name))


def read(text: str) -> Scene:
    """A scene in a text."""
    if not text.strip():
        raise ValueError("the scene is empty")
    return parse_scene(text, "scene")


def _file(folder: Path, name: str) -> Path:
    if not _NAME.fullmatch(name):
        raise ValueError("the name of a scene is letters, digits, spaces, dots, - and _, at most 64 of them")
    return folder / f"{name}.toml"
