"""Requests about time: speed, steps, and going back."""

from __future__ import annotations

import math
from typing import Annotated, Literal, cast

from annotated_types import Ge, Le
from pydantic import BeforeValidator
from typing_extensions import TypedDict

from robopitch.server.api.ask import Ask, Moment, Number, Whole
from robopitch.server.api.caller import Caller
from robopitch.server.api.registry import Control, request

MOST_SPEED = 20.0  # times real time, for pages
MOST_TICKS = 10000


class SetSpeed(Ask):
    """Set the speed as a multiple of real time; 0 is a pause."""

    ask: Literal["speed"] = "speed"
    speed: Annotated[Number, Ge(0), Le(MOST_SPEED)]


class SetAnySpeed(SetSpeed):
    """Any speed; "inf" runs as fast as possible."""

    speed: Annotated[float, BeforeValidator(float)]


class Speed(TypedDict):
    """The answer to `speed`: the multiple of real time."""

    speed: float


@request(SetSpeed, needs=Control, runs="match", costs=0, console=SetAnySpeed, shows=True)
def set_speed(caller: Caller, ask: SetSpeed) -> Speed:
    caller.check_time()
    caller.server.set_speed(ask.speed)
    return Speed(speed=ask.speed) if math.isfinite(ask.speed) else cast(Speed, {"speed": "inf"})  # as JSON has no other


def _ticks(value: float | str) -> int:
    ticks = int(value)
    if not 1 <= ticks <= MOST_TICKS:
        raise ValueError(f"{ticks} ticks; from 1 to {MOST_TICKS} are possible")
    return ticks


class Step(Ask):
    """Pause, and advance the match by ticks."""

    ask: Literal["step"] = "step"
    ticks: Annotated[Whole, Ge(1), Le(MOST_TICKS)]


class StepFromConsole(Step):
    """One tick if none is given."""

    ticks: Annotated[int, BeforeValidator(_ticks)] = 1


class Tick(TypedDict):
    """The answer to `step`."""

    tick: int


@request(Step, needs=Control, runs="match", costs=0, console=StepFromConsole, shows=True)
def step(caller: Caller, ask: Step) -> Tick:
    caller.check_time()
    caller.server.step(ask.ticks)
    return Tick(tick=caller.match.tick)


class Reset(Ask):
    """Start the match again."""

    ask: Literal["reset"] = "reset"


@request(Reset, needs=Control, runs="match", costs=0, shows=True)
def reset(caller: Caller, ask: Reset) -> None:
    caller.server.restart()


class Branch(Ask):
    """Continue from another moment, of the match or of the recording that the page watches."""

    ask: Literal["branch"] = "branch"
    at: Moment


class Time(TypedDict):
    """The answer to `branch`: the moment from which the match continues."""

    time: float


@request(Branch, needs=Control, runs="match", costs=0, shows=True)
def branch(caller: Caller, ask: Branch) -> Time:
    caller.server.go_back(round(ask.at / caller.match.world.timestep))
    return Time(time=caller.match.world.time)
