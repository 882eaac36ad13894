"""Finds moves of a robot in its commands: from rest to rest, with no other robot near."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robopitch.measure.fit.sightings import Sightings
from robopitch.measure.run import Run, Signal
from robopitch.messages import BodyVelocity, Command, FieldVelocity

__all__ = ["LEAST_SPEED", "LEAST_TURN", "Move", "asked_for", "find_moves"]

Floats = NDArray[np.float64]

QUIET = 0.2  # s of rest before a move …
STIRS = (0.03, 0.03, 0.05)  # m, m, rad: … in which its place may not change by more
SETTLING = 0.8  # s after the last command of a move, in which the robot stops
LONGEST = 4.0  # s
LEAST_SPEED, LEAST_TURN = 0.5, 2.0  # m/s, rad/s: slower moves tell nothing of limits
APART = 0.25  # m: robots that come nearer than this to each other may push
FEWEST = 20  # sightings of a move


@dataclass(frozen=True)
class Move:
    """From rest to rest: what was commanded when, and what was seen."""

    start: float  # s
    pose: tuple[float, float, float]  # where it stood
    commands: tuple[tuple[float, Command], ...]  # when each new one was sent
    seen: Sightings


def find_moves(run: Run, robot: str, seen: Sightings, others: Sequence[Sightings]) -> list[Move]:
    """All moves of "blue.3" that start and end at rest and in which nobody came near."""
    told = _commands(run, robot)
    stretches: list[list[float]] = []  # from the first to the last command that is not to stand
    for n, (time, command) in enumerate(told):
        if _strength(command) > 0:
            end = told[n + 1][0] if n + 1 < len(told) else time
            if stretches and time - stretches[-1][1] < SETTLING:
                stretches[-1][1] = end
            else:
                stretches.append([time, end])
    moves = (_move(told, start, min(end + SETTLING, start + LONGEST), seen, others) for start, end in stretches)
    return [move for move in moves if move is not None]


def _commands(run: Run, robot: str) -> list[tuple[float, Command]]:
    """The commands of a robot, one row for each change."""
    told: list[tuple[float, Command]] = []
    for names, kind in ((("forward", "left", "turn"), BodyVelocity), (("x", "y", "turn"), FieldVelocity)):
        first = run.signals.get(f"command.{robot}.{names[0]}")
        if first is not None:
            columns = [_at(run.signals.get(f"command.{robot}.{name}"), first.times) for name in names]
            told += [(float(time), kind(*row)) for time, *row in zip(first.times, *columns, strict=True)]
    told.sort(key=lambda entry: entry[0])
    return [entry for n, entry in enumerate(told) if n == 0 or entry[1] != told[n - 1][1]]


def _at(signal: Signal | None, times: Floats) -> list[float]:
    """What a command was at these times; 0 where nothing was said."""
    if signal is None or len(signal.times) == 0:
        return [0.0] * len(times)
    which = np.searchsorted(signal.times, times, side="right") - 1
    return np.nan_to_num(np.where(which >= 0, signal.values[which], 0.0), posinf=0.0, neginf=0.0).tolist()


def _strength(command: Command) -> float:
    """How much of a move a command is, by the least that tells anything."""
    speed, turn = _asks(command)
    return max(speed / LEAST_SPEED, turn / LEAST_TURN)


def _asks(command: Command) -> tuple[float, float]:
    """Speed and turn rate."""
    if isinstance(command, BodyVelocity):
        return math.hypot(command.forward, command.left), abs(command.turn)
    assert isinstance(command, FieldVelocity)
    return math.hypot(command.x, command.y), abs(command.turn)


def _move(
    told: Sequence[tuple[float, Command]], start: float, end: float, seen: Sightings, others: Sequence[Sightings]
) -> Move | None:
    commands = tuple(entry for entry in told if start <= entry[0] < end)
    used = seen[(seen.times > start - QUIET) & (seen.times < end)]
    rest = used[used.times <= start]
    if len(rest) < 3 or len(used) < FEWEST or max(_strength(command) for _, command in commands) < 1:
        return None
    first, last = (np.median(part, axis=0) for part in (rest.places[: len(rest) // 2], rest.places[len(rest) // 2 :]))
    if (np.abs(last - first) > STIRS).any():
        return None
    for other in others:
        if len(other):
            which = np.minimum(np.searchsorted(other.times, used.times), len(other) - 1)
            if (np.linalg.norm(other.places[which, :2] - used.places[:, :2], axis=1) < APART).any():
                return None
    x, y, heading = np.median(rest.places, axis=0).tolist()
    return Move(start, (x, y, heading), commands, used)


def asked_for(moves: Sequence[Move]) -> dict[str, float]:
    """The most that was asked for."""
    asked = [_asks(command) for move in moves for _, command in move.commands]
    return {"speed": max(speed for speed, _ in asked), "turn_rate": max(turn for _, turn in asked)}
