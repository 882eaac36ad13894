"""`robopitch import`: turns a settings file of a team's own software into TOML."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from robopitch.cli.options import complaints
from robopitch.cli.outputs import check_output

__all__ = ["import_"]

MOST = 1 << 20  # bytes
_ROOT = re.compile(r"<([A-Za-z_][\w.:-]*)")
_BEFORE = re.compile(r"<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[[^\]]*\])?[^>]*>", re.DOTALL)


def import_(
    file: Annotated[Path, typer.Argument(help="For example cambada.conf.xml.", metavar="FILE")],
    out: Annotated[
        Path | None, typer.Option(help="TOML file for field, ball and robots; else it is printed.", metavar="FILE")
    ] = None,
    parameters: Annotated[Path | None, typer.Option(help="TOML file for everything else.", metavar="FILE")] = None,
) -> None:
    """Turn a settings file of a team's own software into TOML.

    Play with it by --file: robopitch run msl-2010 --file out.toml

    The root element of the file decides what it is. What is not known in it is reported with its line.
    """
    with complaints():
        from robopitch.recording.opening import league_formats
        from robopitch.spec.files import read_file, reading, writing
        from robopitch.spec.toml import write_toml

        kinds = {kind.root: kind for kind in league_formats() if kind.settings is not None}
        for option, path in (("--out", out), ("--parameters", parameters)):
            if path is not None:
                check_output(option, path, (".toml",))
        with reading(file):
            text = read_file(file, MOST).decode("utf-8", "replace")
        root = _ROOT.match(_BEFORE.sub("", text).lstrip("\ufeff \t\r\n"))
        kind = kinds.get(root[1]) if root else None
        if kind is None or kind.settings is None:
            known = ", ".join(f"{name} ({one.name})" for name, one in sorted(kinds.items()))
            what = f"its root element is {root[1]}" if root else "this is not XML"
            raise ValueError(f"{file}: {what}; known are {known}")
        found = kind.settings(text, file.name)
        for problem in found.problems:
            typer.echo(f"{file}: {problem}", err=True)
        for path, tree in ((out, found.league), (parameters, found.others)):
            if path is not None:
                with writing(path) as part:
                    part.write_text(write_toml(tree, f"from {file.name}"), encoding="utf-8")
                typer.echo(f"written to {path}")
        if out is None:
            typer.echo(write_toml(found.league, f"from {file.name}"), nl=False)
        if parameters is None and found.others:
            count = sum(len(part) for part in found.others.values())
            typer.echo(f"{file}: {count} parameters and controllers besides: --parameters FILE writes them", err=True)
