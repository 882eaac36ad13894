"""Rounds a team's orders to a grid, as in a radio packet.

Teams compute with numpy, BLAS and libm, whose last bits differ between processors. An order is rounded to whole steps
of 2⁻²⁰ (about a micrometre per second), so that those bits do not affect the world.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from robopitch.messages import (
    BodyVelocity,
    Command,
    FieldVelocity,
    Kick,
    PowerKick,
    RimSpeeds,
    RobotDecision,
    Team,
    WheelSpeeds,
)

if TYPE_CHECKING:
    from robopitch.teams.observation import Action

__all__ = ["LARGEST", "STEP", "on_grid", "on_radio"]

STEP = 2.0**-20  # m/s, rad/s, rad, or a fraction
LARGEST = 2.0**30  # larger values are clamped: no robot comes near it
_SHIFT = 1.5 * 2.0**52 * STEP  # a float of this size has a last bit of one step
_STEEPEST = math.floor(math.pi / 2 / STEP) * STEP  # the last step below π/2: a kick's angle must be smaller than π/2


def on_grid(number: float) -> float:
    """The nearest multiple of STEP, ties to even; never −0.

    >>> on_grid(0.1) == 104858 * 2.0**-20 == on_grid(0.1 + 1e-16)
    True
    """
    number = float(number)
    if not -LARGEST <= number <= LARGEST:
        number = math.copysign(LARGEST, number)
    return (number + _SHIFT) - _SHIFT


def on_radio(team: Team, actions: Mapping[int, Action]) -> tuple[RobotDecision, ...]:
    """The actions of a team as its robots receive them: in the frame of the pitch, on the grid, ordered by number."""
    decisions = []
    for number in sorted(actions):
        action = actions[number]
        kick = None if action.kick is None else _kick(action.kick)
        decisions.append(RobotDecision(number, _command(team, action.command), kick, on_grid(action.dribble)))
    return tuple(decisions)


def _command(team: Team, command: Command) -> Command:
    if isinstance(command, BodyVelocity):
        return BodyVelocity(on_grid(command.forward), on_grid(command.left), on_grid(command.turn))
    if isinstance(command, FieldVelocity):
        side = 1.0 if team is Team.BLUE else -1.0  # a team sees the pitch with its own goal at −x
        return FieldVelocity(on_grid(side * command.x), on_grid(side * command.y), on_grid(command.turn))
    if isinstance(command, WheelSpeeds):
        return WheelSpeeds(tuple(map(on_grid, command.speeds)))
    if isinstance(command, RimSpeeds):
        return RimSpeeds(tuple(map(on_grid, command.speeds)))
    own: Any = command  # of a league: a dataclass
    rounded: Command = replace(own, **{part.name: _rounded(getattr(own, part.name)) for part in fields(own)})
    return rounded


def _rounded(value: Any) -> Any:
    """A value with all its floats on the grid."""
    if isinstance(value, float):
        return on_grid(value)
    if isinstance(value, tuple):
        return tuple(map(_rounded, value))
    if isinstance(value, Mapping):
        return {key: _rounded(part) for key, part in value.items()}
    return value


def _kick(kick: Kick | PowerKick) -> Kick | PowerKick:
    if isinstance(kick, Kick):
        return Kick(on_grid(kick.speed), min(on_grid(kick.angle), _STEEPEST))
    return kick
