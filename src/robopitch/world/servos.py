"""Access to the servos of a world's robots by team, robot and id."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from robopitch.messages import Body
from robopitch.physics.engine import Engine
from robopitch.physics.layout import SERVOS, FacetError
from robopitch.physics.scalar import Floats
from robopitch.physics.servos.noise import set_noise_keys
from robopitch.physics.servos.params import ServoParams
from robopitch.physics.servos.power import hold, switch_on
from robopitch.physics.servos.table import Table

__all__ = ["ServoRow", "install_servos", "servo_ids", "servo_row"]


class ServoRow(NamedTuple):
    """The control table of a servo, and its numbers as in `physics/servos/rows.py`."""

    table: Table
    numbers: Floats


def servo_params(engine: Engine) -> ServoParams | None:
    """The servos of the robots of an engine; None for an engine without them."""
    return getattr(engine, "servos", None)


def install_servos(engine: Engine, state: Floats, seed: int, bodies: Sequence[Body]) -> None:
    """Switch all servos of an empty state on, where the robots stand; seed: of the noise of their readings."""
    params = servo_params(engine)
    if params is not None and SERVOS in engine.layout.facets:
        switch_on(params, engine.layout, engine.which, state)
        hold(params, engine.layout, engine.which, state)
        set_noise_keys(params, engine.which, engine.layout.servo_block(state), seed, [str(body) for body in bodies])


def servo_ids(engine: Engine, column: int) -> tuple[int, ...]:
    """The ids of a robot's servos in its description; empty if it has none."""
    params = servo_params(engine)
    return () if params is None else params.ids[int(engine.which[column])]


def servo_row(engine: Engine, state: Floats, body: Body, column: int, servo: int) -> ServoRow:
    """A servo by its id in the description of the robot; a FacetError if there is none. Its numbers are not a copy."""
    ids, params = servo_ids(engine, column), servo_params(engine)
    if params is None or not ids:
        raise FacetError(f"{body}: this robot has no servos")
    if servo not in ids:
        raise FacetError(f"{body}: there is no servo {servo}, but {', '.join(map(str, ids))}")
    index = ids.index(servo)
    model = params.models[int(engine.which[column])][index]
    return ServoRow(model.table, engine.layout.servo_block(state)[column, index])
