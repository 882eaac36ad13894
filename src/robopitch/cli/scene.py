"""`robopitch scene`: lists shipped scenes, checks a scene, saves an instant of a recording as a scene."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from robopitch.cli.options import complaints
from robopitch.cli.outputs import check_output
from robopitch.cli.scenes import shipped_scenes

if TYPE_CHECKING:
    from robopitch.recording.scene import Scene

__all__ = ["scene"]


class What(StrEnum):
    """The actions on scenes."""

    LIST = "list"
    SAVE = "save"
    CHECK = "check"


def scene(
    what: Annotated[
        What,
        typer.Argument(
            help="list: scenes that are shipped; save: from a recording; check: whether a scene can be used.",
            case_sensitive=False,
        ),
    ],
    file: Annotated[
        Path | None, typer.Argument(help="save: a recording, a log or a table; check: a scene.", metavar="FILE")
    ] = None,
    at: Annotated[float | None, typer.Option(help="save: which instant, in seconds.", metavar="S")] = None,
    out: Annotated[Path | None, typer.Option(help="save: the scene's file.", metavar="FILE.toml")] = None,
    title: Annotated[str, typer.Option(help="save: a title of a few words.", metavar="TEXT")] = "",
) -> None:
    """List scenes, or save an instant of a recording as a scene.

    A scene is a small TOML file that people can edit. `robopitch run --scene NAME` begins a match with it.
    """
    with complaints():
        if what is What.LIST:
            _refuse({"FILE": file is not None, "--at": at is not None, "--out": out is not None, "--title": title})
            _list()
        elif file is None:
            raise ValueError(f"{what} wants a file: robopitch scene {what} FILE")
        elif what is What.CHECK:
            _refuse({"--at": at is not None, "--out": out is not None, "--title": title})
            _check(file)
        else:
            if at is None or out is None:
                raise ValueError("save wants an instant and a file: robopitch scene save m.mcap --at 12.5 --out s.toml")
            check_output("--out", out, (".toml",))
            _save(file, at, out, title)


def _refuse(given: dict[str, object]) -> None:
    wrong = ", ".join(name for name, is_given in given.items() if is_given)
    if wrong:
        raise ValueError(f"{wrong}: only for robopitch scene save")


def _list() -> None:
    from robopitch.cli.table import show_table

    rows = [
        [league, name, f"{len(found.blue)} v {len(found.yellow)}", found.title]
        for league, name, found in shipped_scenes()
    ]
    show_table(["league", "scene", "robots", "title"], rows, wraps=["title"])
    if rows:
        league, name, *_ = rows[0]
        typer.echo(f"to play one: robopitch run {league} --scene {name}")


def _check(file: Path) -> None:
    from robopitch.recording.scene import load_scene

    _describe(file, load_scene(file))


def _save(file: Path, at: float, out: Path, title: str) -> None:
    from robopitch.cli.opening import open_run
    from robopitch.recording.scene import save_scene, scene_of

    found = scene_of(open_run(file), at)
    save_scene(found, out, title)
    _describe(out, found)


def _describe(file: Path, found: Scene) -> None:
    sides = f"{len(found.blue)} blue and {len(found.yellow)} yellow robots"
    typer.echo(f"{file}: {found.league or 'any league'}, {sides}, ball at ({found.ball.x:.3f}, {found.ball.y:.3f}) m")
