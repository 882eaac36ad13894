"""Sends a flood at a constant rate until its standard input is closed; a program of its own.

`python -m robopitch.bench.floods.senders JSON`: the arguments of `main`.
"""

from __future__ import annotations

import json
import os
import random
import select
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count

from robopitch.bench.floods.table import FLOODS
from robopitch.leagues.humanoid import wire as humanoid
from robopitch.leagues.msl.wire.can import Velocity, encode_frames, encode_message
from robopitch.leagues.ssl import wire as ssl
from robopitch.leagues.ssl.wire.simulation.team import encode_orders
from robopitch.messages import BodyVelocity, RobotOrder
from robopitch.wire.dynamixel import BROADCAST, Instruction, encode_packet
from robopitch.wire.framing import frame

__all__ = ["main"]

HERE = "127.0.0.1"
SLICE = 0.005  # s between two bursts
SERVOS = range(1, 21)
GOAL = 30  # address of the goal position, protocol 1.0
MIDDLE = 512


def sync_writes(number: int) -> Iterator[bytes]:
    """Goals of all servos, each packet with others."""
    for turn in count():
        goals = b"".join(bytes((id,)) + (MIDDLE + (turn + id) % 64).to_bytes(2, "little") for id in SERVOS)
        yield encode_packet(1, BROADCAST, Instruction.SYNC_WRITE, bytes((GOAL, 2)) + goals)


def hub_rates(number: int) -> Iterator[bytes]:
    """A program of a robot that wants all sensors as often as they can be had, and then only reads."""
    yield _hello(number, rate=500.0)
    while True:
        yield b""


def hub_requests(number: int) -> Iterator[bytes]:
    """A program of a robot that changes its sensors without end."""
    yield _hello(number)
    for turn in count():
        request = humanoid.message_class("robopitch_hub.Request")()
        request.change.sensors.add(name="imu", rate=50.0 + turn % 50)
        yield frame(request.SerializeToString())


def _hello(number: int, rate: float | None = None) -> bytes:
    request = humanoid.message_class("robopitch_hub.Request")()
    request.hello.version, request.hello.team, request.hello.number, request.hello.program = 1, 1, number, "flood"
    for name in ("imu", "joints", "left_foot", "right_foot") if rate else ():
        request.hello.sensors.add(name=name, rate=rate)
    return frame(request.SerializeToString())


def robot_specs(number: int) -> Iterator[bytes]:
    """Descriptions of robots: the simulator compiles its parameters again for each."""
    command = ssl.message_class("sslsim.SimulatorCommand")
    for turn in count():
        one = command()
        spec = one.config.robot_specs.add()
        spec.id.id, spec.id.team = turn % 6, 1 + turn % 2
        spec.mass = 2.0 + (turn % 500) / 1000
        yield one.SerializeToString()


def orders(number: int) -> Iterator[bytes]:
    """Commands of a whole team."""
    for turn in count():
        speed = (turn % 100) / 100
        yield encode_orders([RobotOrder(id, BodyVelocity(speed, 0.0, 0.0)) for id in range(6)])


def velocities(number: int) -> Iterator[bytes]:
    """Velocities of a robot over its low-level bus."""
    for turn in count():
        yield encode_frames(encode_message(Velocity((turn % 100) / 100, 0.0)))


def garbage(number: int) -> Iterator[bytes]:
    """Random bytes."""
    chance = random.Random(number)
    some = [chance.randbytes(chance.choice((0, 1, 7, 30, 200, 1400))) for _ in range(1000)]
    while True:
        yield from some


def nothing(number: int) -> Iterator[bytes]:
    """Nothing at all."""
    yield from ()


SENDERS: dict[str, Callable[[int], Iterator[bytes]]] = {
    one.__name__: one
    for one in (sync_writes, hub_rates, hub_requests, robot_specs, orders, velocities, garbage, nothing)
}


def main(name: str, number: int, places: list[str | int]) -> None:
    """Be the flooder of this number. It prints how many packets it sent, and how often it was disconnected."""
    flood = FLOODS[name]
    packets = SENDERS[flood.send](number)
    lines = [_open(flood.kind, place) for place in places]
    print("ready", flush=True)
    sent = closed = 0
    began = time.monotonic()
    while not select.select([sys.stdin], [], [], SLICE)[0]:
        due = int((time.monotonic() - began) * flood.rate)
        while sent < due and not (sent % 64 == 0 and select.select([sys.stdin], [], [], 0)[0]):
            line = lines[sent % len(lines)]
            sent += 1
            try:
                line(next(packets))
            except BlockingIOError:
                break  # it does not keep up: wait
            except OSError:  # closed by the server: come again
                closed += 1
                packets = SENDERS[flood.send](number)
                with suppress(OSError):
                    lines = [_open(flood.kind, place) for place in places]
                break
    print(json.dumps({"sent": sent, "closed": closed}), flush=True)


def _open(kind: str, place: str | int) -> Callable[[bytes], object]:
    """A function that sends a packet there, and raises a BlockingIOError if it would have to wait."""
    if kind == "pty":
        line = os.open(str(place), os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        return lambda data: os.write(line, data)
    if kind == "unix":
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        sock.connect(str(place))
    else:
        sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM if kind == "udp" else socket.SOCK_STREAM)
        sock.connect((HERE, int(place)))
    sock.setblocking(False)
    if kind == "udp":
        return lambda data: _datagram(sock, data)
    rest = bytearray()

    def send(data: bytes) -> None:
        rest.extend(data)
        while rest:
            del rest[: sock.send(rest[: 1 << 16])]
            with suppress(BlockingIOError):  # answers are read, and thrown away
                if sock.recv(1 << 16) == b"":
                    raise ConnectionResetError

    return send


def _datagram(sock: socket.socket, data: bytes) -> None:
    with suppress(ConnectionRefusedError):  # of an earlier datagram
        sock.send(data)


if __name__ == "__main__":
    main(*json.loads(sys.argv[1]))
