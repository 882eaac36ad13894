"""Packets of a recording, decoded by the channels of its league."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from robopitch.match import saving
from robopitch.messages import MoveEpoch
from robopitch.recording.league import channels_of
from robopitch.recording.reader import Recording, recorded_input
from robopitch.recording.topics import INPUTS

__all__ = ["DecodedPacket", "decoded_packets"]


class DecodedPacket(NamedTuple):
    """The messages of a packet: outputs of sensors, states of the game, geometry, refusals."""

    topic: str
    time: float  # s of simulated time at which it was recorded
    epoch: float  # unix time of simulated second 0 on the clock of the match at that time
    messages: Sequence[Any]


def decoded_packets(recording: Recording, start: int | None = None, end: int | None = None) -> Iterator[DecodedPacket]:
    """Packets of all channels that can be decoded, from *start* up to and without *end*, ns."""
    decoders = {
        topic: channel.decode for topic, channel in channels_of(recording.header).items() if channel.decode is not None
    }
    origin = float(recording.header["epoch"])
    epochs: list[tuple[int, float]] = []
    for time, topic, data in recording.packets(tuple(decoders), start, end):
        epochs = epochs or _epochs(recording)
        epoch = epochs[max(bisect_left(epochs, (time,)) - 1, 0)][1]  # those of the same time were sent before the move
        yield DecodedPacket(topic, time / 1e9 - origin, epoch, decoders[topic](data))


def _epochs(recording: Recording) -> list[tuple[int, float]]:
    """Epochs and the times, ns, from which on they hold; a match that goes back in time gets another epoch."""
    _, snapshot = next(recording.snapshots(), (0, b""))
    epoch = float(saving.peek(snapshot)["epoch"]) if snapshot else float(recording.header["epoch"])
    found = [(recording.start, epoch)]
    for entry in recording.messages((INPUTS,)):
        if b"MoveEpoch" in entry.data:
            input = recorded_input(entry).input
            if isinstance(input, MoveEpoch):
                found.append((entry.time, found[-1][1] + input.seconds))
    return found
