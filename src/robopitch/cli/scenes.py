"""Start scenes of a match: a file, or the name of a scene shipped with its league."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from robopitch.cli.options import DEFAULT_LEAGUE

if TYPE_CHECKING:
    from robopitch.recording.scene import Scene

__all__ = ["MatchLeague", "SceneOption", "find_scene", "league_of", "shipped_scenes"]

SceneOption = Annotated[
    str | None,
    typer.Option(
        "--scene",
        help="Begin with a scene: a TOML file, or a name such as corner, free-kick, penalty or two-v-one; "
        "`robopitch scene list` lists them.",
        metavar="NAME|FILE",
    ),
]
MatchLeague = Annotated[
    str | None,
    typer.Argument(
        help="Name of a league; `robopitch leagues` lists them.",
        metavar="LEAGUE",
        show_default=f"that of the scene, else {DEFAULT_LEAGUE}",
    ),
]


def find_scene(text: str, league: str | None) -> Scene:
    """The scene in a file, or the shipped scene of a league; raises a ValueError with suggestions if there is none."""
    from robopitch.recording.scene import load_scene, parse_scene
    from robopitch.spec import load_league
    from robopitch.spec.catalogue import default_league, scene_files
    from robopitch.spec.names import find_name, suggestion

    if text.endswith(".toml") or "/" in text:
        return load_scene(Path(text))
    name = load_league(league or default_league()).name
    known = scene_files(name)
    found = find_name(text, known)
    if found is None:
        raise ValueError(f"no scene for {name} is called {text!r}, nor is it a .toml file; {suggestion(text, known)}")
    file, label = known[found]
    return parse_scene(file.read_text(encoding="utf-8"), label)


def league_of(league: str | None, scene: Scene | None) -> str:
    """The given league, else that of the scene, else the default."""
    from robopitch.spec.catalogue import default_league

    return league or (scene.league if scene is not None else "") or default_league()


def shipped_scenes() -> list[tuple[str, str, Scene]]:
    """League, name and scene of every shipped scene."""
    from robopitch.recording.scene import parse_scene
    from robopitch.spec import league_names
    from robopitch.spec.catalogue import scene_files

    return [
        (league, name, parse_scene(file.read_text(encoding="utf-8"), label))
        for league in league_names()
        for name, (file, label) in scene_files(league).items()
    ]
