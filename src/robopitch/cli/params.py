"""`robopitch params`: lists the parameters of a league with value, range and source."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from robopitch.cli.options import AsJson, Change, File, League, complaints, overrides_of

__all__ = ["params"]


def params(
    league: League,
    as_json: AsJson = False,
    change: Change = None,
    file: File = None,
    search: Annotated[
        str, typer.Option(help="Show only what has this text in its path, meaning or source.", metavar="TEXT")
    ] = "",
) -> None:
    """List the parameters of a league, with range and source.

    Use the path with --set. Paths that start with `robot` apply to the robots of both teams.
    """
    from robopitch.cli.table import show_table
    from robopitch.spec import load_league, parameters

    with complaints():
        spec = load_league(league, overrides=overrides_of("--set", change), files=file or [])
    wanted = search.casefold()
    found = [
        parameter
        for parameter in parameters(spec)
        if any(wanted in text.casefold() for text in (parameter.path, parameter.doc, parameter.source))
    ]
    if not found:
        typer.echo(f"no parameter of {spec.name} has {search!r} in its path, meaning or source", err=True)
    if as_json:
        typer.echo(json.dumps([asdict(parameter) for parameter in found], indent=2, ensure_ascii=False))
        return
    if not found:
        raise typer.Exit(1)
    show_table(
        ["path", "value", "range", "meaning", "source"],
        [
            [
                parameter.path,
                f"{_text(parameter.value)} {parameter.unit}".rstrip(),
                parameter.range,
                parameter.doc,
                parameter.source,
            ]
            for parameter in found
        ],
        wraps=["meaning", "source"],
    )


def _text(value: object) -> str:
    """A value as written in a TOML file, without quotes."""
    if isinstance(value, bool):
        return str(value).lower()
    return "none" if value is None else str(value)
