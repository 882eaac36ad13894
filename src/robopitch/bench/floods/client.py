"""A client that behaves: it sends 50 commands a second, and each can be told from the others in the recording."""

from __future__ import annotations

import math
import socket
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

from robopitch.leagues.msl.wire.can import Velocity, encode_frames, encode_message
from robopitch.leagues.ssl.wire.simulation.team import encode_orders
from robopitch.messages import BodyVelocity, Input, MoveEpoch, Orders, RobotOrder, Team, WriteRegisters
from robopitch.recording.reader import Recording
from robopitch.wire.dynamixel import Instruction, encode_packet

__all__ = ["CLIENTS", "Client", "GoodClient", "Obeyed", "obeyed"]

HERE = "127.0.0.1"
PERIOD = 0.02  # s
EARLY = 0.25  # s: an input takes effect at the last finished tick, and timestamps follow unix time after lost time only
MERGED = 10  # commands that may have come in one tick: those of 0.2 s
GOAL = 30  # address of the goal position, protocol 1.0


class Client(NamedTuple):
    """How a client speaks: its port, the packet with a key, and the key of an input, which is None for all others."""

    port: str
    kind: int
    encode: Callable[[int], bytes]
    key: Callable[[Input], int | None]
    keys: int


def _velocity(input: Input, team: Team, unit: float) -> int | None:
    if not isinstance(input, Orders) or input.team != team:
        return None
    move = input.orders[0].command
    return round(move.forward / unit) if isinstance(move, BodyVelocity) else None


def _goal(input: Input) -> int | None:
    if not isinstance(input, WriteRegisters) or (input.team, input.robot) != (Team.YELLOW, 0):
        return None
    return int.from_bytes(input.data, "little") - 256 if input.address == GOAL else None


CLIENTS = {
    "ssl": Client(
        "blue",
        socket.SOCK_DGRAM,
        lambda key: encode_orders([RobotOrder(0, BodyVelocity(key / 1000, 0.0, 0.0))]),
        lambda input: _velocity(input, Team.BLUE, 1e-3),
        500,
    ),
    "humanoid": Client(
        "bus_yellow_0",
        socket.SOCK_STREAM,
        lambda key: encode_packet(1, 1, Instruction.WRITE, bytes((GOAL,)) + (256 + key).to_bytes(2, "little")),
        _goal,
        500,
    ),
    "msl": Client(
        "bus_yellow_0",
        socket.SOCK_DGRAM,
        lambda key: encode_frames(encode_message(Velocity(key / 1000, 0.0))),
        lambda input: _velocity(input, Team.YELLOW, 1e-3),
        500,
    ),
}


class GoodClient:
    """Sends until it is closed; `sent` are unix time and key of each command.

    It pauses for a period after each, as programs of robots do: one that was late does not send two at once.
    """

    def __init__(self, client: Client, port: int) -> None:
        self.client = client
        self.sent: list[tuple[float, int]] = []
        self._line = socket.socket(socket.AF_INET, client.kind)
        self._line.connect((HERE, port))
        self._line.setblocking(False)
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._done.wait(PERIOD):
            key = 1 + len(self.sent) % (self.client.keys - 1)
            self.sent.append((time.time(), key))
            with suppress(OSError):  # what is not sent is not obeyed
                self._line.send(self.client.encode(key))
            with suppress(BlockingIOError, ConnectionError):
                self._line.recv(1 << 16)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()
        self._line.close()


class Obeyed(NamedTuple):
    """What became of commands."""

    sent: int
    obeyed: int
    late: Sequence[float]  # ticks from the sending to the tick at which it took effect
    superseded: int  # of those obeyed: came in one tick with the next one, which alone is in the recording


def obeyed(sent: Sequence[tuple[float, int]], client: Client, recording: Path, start: float, end: float) -> Obeyed:
    """Which of the commands sent between two unix times took effect according to the recording, and how late."""
    found: dict[int, list[float]] = defaultdict(list)
    with Recording(recording) as recorded:
        timestep = float(recorded.header["timestep"])
        for time_, input in _timed(recorded, timestep):
            if (key := client.key(input)) is not None:
                found[key].append(time_)
    cycle = (client.keys - 1) * PERIOD  # after which a key comes again

    def took(when: float, key: int) -> float:
        """The time from *when* until a command took effect, s."""
        return min((time_ - when for time_ in found[key] if -EARLY <= time_ - when < 0.9 * cycle), default=math.inf)

    late, superseded = [], 0
    window = [at for at, (when, _) in enumerate(sent) if start <= when < end]
    for at in window:
        when, key = sent[at]
        delay = took(when, key)
        for _, newer in sent[at + 1 : at + 1 + MERGED] if delay == math.inf else ():
            # The newer one was sent a period later: if it took effect before, time stood still, and both were there.
            if (delay := took(when, newer)) < PERIOD / 2:
                superseded += 1
                break
            delay = math.inf
        if delay < math.inf:
            late.append(delay / timestep)
    return Obeyed(len(window), len(late), sorted(late), superseded)


def _timed(recording: Recording, timestep: float) -> Iterable[tuple[float, Input]]:
    """The inputs with the unix time of their ticks."""
    epoch = float(recording.header["epoch"])
    for one in recording.inputs():
        if isinstance(one.input, MoveEpoch):
            epoch += one.input.seconds
        yield epoch + one.tick * timestep, one.input
