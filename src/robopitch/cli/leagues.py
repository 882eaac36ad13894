"""`robopitch leagues`: lists the leagues."""

from __future__ import annotations

import json
from typing import Annotated

import typer

__all__ = ["leagues"]


def leagues(as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False) -> None:
    """List the leagues: players, field, goal and robot."""
    from robopitch.cli.table import show_table
    from robopitch.spec import league_names, load_league

    found = [load_league(name) for name in league_names()]
    if as_json:
        typer.echo(
            json.dumps(
                [
                    {
                        "name": league.name,
                        "title": league.title,
                        "family": league.family,
                        "description": league.description,
                        "team_size": league.team_size,
                        "max_ids": league.max_ids,
                        "field": {"length": league.field.length, "width": league.field.width},
                        "goal": {"width": league.field.goal.width, "height": league.field.goal.height},
                        "robot": league.blue.robot.name,
                        "engine": league.engine,
                    }
                    for league in found
                ],
                indent=2,
                ensure_ascii=False,
            )
        )
        return
    show_table(
        ["name", "players", "field", "goal", "robot", "what it is"],
        [
            [
                league.name,
                f"{league.team_size} v {league.team_size}",
                f"{league.field.length} × {league.field.width} m",
                f"{league.field.goal.width} m",
                league.blue.robot.name,
                league.description,
            ]
            for league in found
        ],
        wraps=["what it is"],
    )
