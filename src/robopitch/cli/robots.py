"""`robopitch robots`: lists the robots."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from robopitch.spec import RobotSpec

__all__ = ["robots"]


def robots(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON schema of a robot file, for editors.")
    ] = False,
) -> None:
    """List the robots: mass, size, drive, kicker and holder."""
    from robopitch.cli.table import show_table
    from robopitch.spec import RobotSpec, load_robot, robot_names
    from robopitch.spec import schema as schema_of

    if schema:
        typer.echo(json.dumps(schema_of(RobotSpec), indent=2, ensure_ascii=False))
        return
    found = [load_robot(name) for name in robot_names()]
    if as_json:
        typer.echo(json.dumps([robot.model_dump(mode="json") for robot in found], indent=2, ensure_ascii=False))
        return
    show_table(
        ["name", "what it is", "mass", "size", "drive", "top speed", "plays with"],
        [
            [
                robot.name,
                robot.title,
                f"{robot.mass} kg",
                f"⌀ {2 * robot.outline.circumradius:.3g} × {robot.height} m",
                _drive(robot),
                f"{robot.drive.limits.speed} m/s" if robot.drive.limits.kind != "none" else "-",
                ", ".join(
                    ["kicker"] * (robot.kicker is not None) + ([robot.holder.kind] if robot.holder is not None else [])
                )
                or "-",
            ]
            for robot in found
        ],
        wraps=["what it is", "drive", "plays with"],
    )


def _drive(robot: RobotSpec) -> str:
    """How it moves: "omni, 4 wheels", "21 servos"."""
    if robot.figure is not None:
        return f"{len(robot.figure.servos)} servos"
    return f"{robot.drive.kind}, {len(robot.drive.wheels)} wheels" if robot.drive.wheels else robot.drive.kind
