"""A control program brings the description of its robot: the robot of the match becomes that one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from robopitch.leagues.humanoid.wire.figure import decode_figure, encode_figure
from robopitch.messages import Body, ChangeRobot, Input, PlaceRobot, Refusal
from robopitch.physics.figures.checking import must_compile

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.spec.figure import FigureSpec

__all__ = ["Exchange", "exchange_for"]


class Exchange(NamedTuple):
    """What makes a robot the described one."""

    figure: FigureSpec
    inputs: tuple[Input, ...]


def exchange_for(match: Match, robot: Body, description: bytes) -> Exchange | Refusal:
    """The inputs that exchange the figure of a robot, and put it on its feet where the old one was.

    No inputs if it has this figure already: other bytes may say the same.
    """
    assert robot.team is not None
    figure = decode_figure(description)
    if isinstance(figure, Refusal):
        return Refusal("DESCRIPTION", f"the description of {robot} cannot be used: {figure.message}")
    now = match.world.robot(robot.team, robot.id)
    if now.spec.figure is not None and encode_figure(now.spec.figure) == encode_figure(figure):
        return Exchange(now.spec.figure, ())
    values = {"supply": "none"} | figure.model_dump(
        mode="json", exclude_none=True
    )  # the battery is not that of the old one
    if figure.mass is not None:  # of a model, only the engine knows it
        values["mass"] = float(figure.mass)
    try:
        must_compile(figure)
    except ValueError as error:
        return Refusal("DESCRIPTION", f"the description of {robot} cannot be used: {error}")
    x, y, heading = now.pose
    placed = PlaceRobot(robot.team, robot.id, float(x), float(y), float(heading))
    return Exchange(figure, (ChangeRobot(robot.team, robot.id, values), placed))
