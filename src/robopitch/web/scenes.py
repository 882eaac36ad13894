"""Scenes in a folder, and those shipped with a league: listed, saved and loaded by name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from robopitch.recording.scene import Scene, load_scene, parse_scene, save_scene
from robopitch.spec.catalogue import scene_files
from robopitch.web import schema

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["listed", "load", "read", "save"]

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_ .-]{0,63}")  # nothing that leads out of the folder


def listed(folder: Path, league: str = "") -> schema.Scenes:
    """All scenes of the folder, then those shipped with the league under other names; other files are skipped."""
    found = []
    for file in sorted(folder.glob("*.toml")):
        try:
            if not file.is_file():  # reading a FIFO would never end
                continue
            scene = load_scene(file)
        except (ValueError, OSError):
            continue
        found.append(schema.SceneEntry(name=file.stem, title=scene.title, league=scene.league))
    own = {entry["name"] for entry in found}
    for name in sorted(set(scene_files(league)) - own):
        found.append(schema.SceneEntry(name=name, title=_shipped(league, name).title, league=league))
    return schema.Scenes(folder=str(folder.absolute()), scenes=found)


def save(match: Match, folder: Path, name: str, title: str) -> dict[str, str]:
    """Save the positions of robots and ball."""
    file = _file(folder, name)
    save_scene(match.world, file, title)
    return {"file": str(file)}


def load(folder: Path, name: str, league: str = "") -> Scene:
    """A scene by its name: from the folder, else the one shipped with the league."""
    file = _file(folder, name)
    return load_scene(file) if file.exists() or name not in scene_files(league) else _shipped(league, name)


def _shipped(league: str, name: str) -> Scene:
    file, label = scene_files(league)[name]
    return parse_scene(file.read_text(encoding="utf-8"), label)


def read(text: str) -> Scene:
    """A scene in a text."""
    if not text.strip():
        raise ValueError("the scene is empty")
    return parse_scene(text, "scene")


def _file(folder: Path, name: str) -> Path:
    if not _NAME.fullmatch(name):
        raise ValueError("the name of a scene is letters, digits, spaces, dots, - and _, at most 64 of them")
    return folder / f"{name}.toml"
