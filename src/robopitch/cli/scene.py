"""`robopitch scene`: an instant of a recording as a scene, which can be loaded again."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from robopitch.cli.options import complaints

__all__ = ["scene"]


class What(StrEnum):
    """What can be done with scenes."""

    SAVE = "save"
    CHECK = "check"


def scene(
    what: Annotated[What, typer.Argument(help="save: from a recording; check: whether a scene can be used.")],
    file: Annotated[Path, typer.Argument(help="save: a recording, a log or a table; check: a scene.", metavar="FILE")],
    at: Annotated[float | None, typer.Option(help="save: which instant, s.", metavar="SECONDS")] = None,
    out: Annotated[Path | None, typer.Option(help="save: the scene's file.", metavar="FILE.toml")] = None,
    title: Annotated[str, typer.Option(help="save: what it is, in a few words.")] = "",
) -> None:
    """Save an instant of a recording as a scene: a small TOML file that people can read, change and play on from."""
    from robopitch.recording.scene import load_scene, save_scene, scene_of

    with complaints():
        if what is What.CHECK:
            found, where = load_scene(file), file
        else:
            from robopitch.cli.opening import open_run

            if at is None or out is None:
                raise ValueError("save wants an instant and a file: robopitch scene save m.mcap --at 12.5 --out s.toml")
            found, where = scene_of(open_run(file), at), out
            save_scene(found, out, title)
    sides = f"{len(found.blue)} blue and {len(found.yellow)} yellow robots"
    typer.echo(f"{where}: {found.league or 'any league'}, {sides}, ball at ({found.ball.x:.3f}, {found.ball.y:.3f}) m")
