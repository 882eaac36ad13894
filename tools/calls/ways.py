"""The ways that are traced: each serves a match on free ports of this machine and sends bytes to it."""

from __future__ import annotations

import json
import os
import socket
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import robopitch
from robopitch.leagues.network import Network
from robopitch.leagues.registry import network_of
from robopitch.messages import BodyVelocity, RobotOrder
from robopitch.net import NetError, ask
from robopitch.physics import state as s
from robopitch.server import Server
from tools.calls.tracer import Call, Moment, Tracer, c_call, c_return, called, changed, returned

__all__ = ["WAYS", "trace"]

HERE = "127.0.0.1"
ROUNDS = 6  # the one with the fewest calls counts: statistics of the second may fall into the others
DEADLINE = 20.0  # s
RECEIVING = ("recv", "recv_into", "recvfrom", "recvfrom_into", "recvmsg", "read")
SENDING = ("send", "sendall", "sendto", "sendmsg", "write")
TOKEN = "token"

Rounds = Iterator[tuple[Moment, Moment, Callable[[], object]]]
"""For each round, when noting begins and ends, and what to do for that."""

Way = Callable[[Tracer, ExitStack], Rounds]
"""Opens what it needs."""


def trace(name: str) -> dict[int, Call]:
    """The calls on a way, by thread."""
    tracer, found = Tracer(), []
    with ExitStack() as stack:
        rounds = WAYS[name](tracer, stack)
        for _ in range(ROUNDS):
            begin, end, act = next(rounds)
            tracer.arm(begin, end)
            act()
            if not tracer.done.wait(DEADLINE):
                raise RuntimeError(f"{name}: nothing happened within {DEADLINE:g} s")
            tracer.disarm()
            found.append(tracer.calls)
    return min(found, key=lambda calls: sum(call.calls() for call in calls.values()))


def _command(tracer: Tracer, stack: ExitStack) -> Rounds:
    """An order of the Small Size League's simulation protocol, over UDP, to the commands of the robots."""
    from robopitch.leagues.ssl.wire.simulation.team import encode_orders

    server = stack.enter_context(_served(tracer, robopitch.make_match("ssl-div-a", players=2, realism=None)))
    radio = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
    radio.connect((HERE, server.network.port("blue")))
    block, speed = server.match.world.robot_block, 0.5
    while True:
        speed += 0.1
        ask(HERE, server.network.port("console"), {"ask": "step"}, DEADLINE)  # later orders of a tick wait for its end
        order = encode_orders([RobotOrder(1, BodyVelocity(forward=speed))])
        yield c_return(*RECEIVING), _moved(block[s.COMMAND : s.COMMAND + 3]), partial(radio.send, order)


def _drag(tracer: Tracer, stack: ExitStack) -> Rounds:
    """A robot that is dragged on the page, over its websocket, to the state of the robot."""
    from websockets.sync.client import connect

    from robopitch.web.http import Page

    folder = Path(stack.enter_context(TemporaryDirectory()))
    pages = []

    def add_page(server: Server) -> None:
        pages.append(Page(server, HERE, server.network.port("page"), TOKEN, folder / "clips", folder / "scenes"))

    match = robopitch.make_match("ssl-div-a", players=2, realism=None)
    server = stack.enter_context(_served(tracer, match, add_page))
    threading.setprofile(tracer)
    try:
        stack.enter_context(pages[0])  # which starts its thread
    finally:
        threading.setprofile(None)
    key = {"Authorization": f"Bearer {TOKEN}"}
    address = f"ws://{HERE}:{pages[0].port}/ws"
    hand = stack.enter_context(connect(address, additional_headers=key, compression=None, proxy=None))
    hand.send(json.dumps({"ask": "hello"}))
    while json.loads(hand.recv(DEADLINE)).get("tell") != "drawings":  # the last of the welcome
        pass
    block, x = server.match.world.robot_block, 1.0
    while True:
        x += 0.1
        things = [{"team": "blue", "id": 1, "x": x, "y": 0.5}]
        held = json.dumps({"ask": "place", "number": 1, "gesture": 7, "held": True, "things": things})
        yield c_return(*RECEIVING), _moved(block[s.X : s.X + 1]), partial(hand.send, held)


def _detection(tracer: Tracer, stack: ExitStack) -> Rounds:
    """A camera of the Small Size League, from its sample to the packet that the socket gets."""
    match = robopitch.make_match("ssl-div-b", players=2, realism="perfect", overrides={"sensors.vision.cameras": 1})
    server = stack.enter_context(_served(tracer, match))
    step = round(1 / 60 / match.world.timestep)

    def go_on() -> None:
        ask(HERE, server.network.port("console"), {"ask": "step", "ticks": step}, DEADLINE)

    while True:
        yield called("VisionSensor.sample"), c_call(*SENDING), go_on


def _servo_read(tracer: Tracer, stack: ExitStack) -> Rounds:
    """A read of a servo over the pseudo terminal of its bus, to the bytes of the answer."""
    import tty

    from robopitch.leagues.humanoid.features import ServoBusOptions
    from robopitch.wire.dynamixel import Instruction, encode_packet

    folder = Path(stack.enter_context(TemporaryDirectory()))
    stack.enter_context(
        _served(tracer, robopitch.make_match("humanoid-kid", players=1), given=(ServoBusOptions(bus_dir=folder),))
    )
    master = os.open(folder / "blue-0", os.O_RDWR | os.O_NOCTTY)
    stack.callback(os.close, master)
    tty.setraw(master)
    while True:
        read = encode_packet(1, 1, Instruction.READ, bytes((36, 2)))
        yield c_return(*RECEIVING), c_call(*SENDING), partial(os.write, master, read)
        os.read(master, 100)


def _rtdb_frame(tracer: Tracer, stack: ExitStack) -> Rounds:
    """A frame of a robot's data base that a server hears, to its record in the history."""
    from robopitch.leagues.msl.wire.rtdb import Record, encode_v1

    server = stack.enter_context(_served(tracer, robopitch.make_match("msl", players=1, referee="none")))
    sender = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
    sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(HERE))
    sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, struct.pack("b", 0))
    there, counter = (server.network.group("rtdb_v1"), server.network.port("rtdb_v1")), 0
    while True:
        counter += 1
        frame = encode_v1(1, counter, (), [Record(1, 3, b"ab")])
        yield c_return(*RECEIVING), returned("History.packet"), partial(sender.sendto, frame, there)


WAYS: dict[str, Way] = {
    "command": _command,
    "drag": _drag,
    "detection": _detection,
    "servo-read": _servo_read,
    "rtdb-frame": _rtdb_frame,
}
"""By name; the docstring says what it is."""


@contextmanager
def _served(
    tracer: Tracer, match: Any, add: Callable[[Server], object] | None = None, **network: Any
) -> Iterator[Server]:
    """A server in a traced thread, on free ports; time stands still there. *add*: before it starts"""
    server = _open(match, network)
    crash: list[BaseException] = []

    def run() -> None:
        sys.setprofile(tracer)
        try:
            server.run(warm_up=False)
        except BaseException as error:
            crash.append(error)

    with server:
        if add is not None:
            add(server)
        thread = threading.Thread(target=run, name="server")
        thread.start()
        try:
            ask(HERE, server.network.port("console"), {"ask": "status"}, DEADLINE)  # it serves
            yield server
        finally:
            server.stop()
            thread.join(DEADLINE)
    if crash:
        raise crash[0]


def _open(match: Any, network: dict[str, Any]) -> Server:
    spec = network_of(match.world.league.family)
    for offset in range(9000, 30000, 300):
        try:
            return Server(match, Network(spec, interface=HERE, offset=offset, **network), speed=0.0)
        except (NetError, ValueError):
            continue
    raise RuntimeError("there are no free ports")


def _moved(values: Any) -> Moment:
    """Some values of the state are no longer what they are now."""
    return changed(values.tobytes)
