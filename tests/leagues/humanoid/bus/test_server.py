"""A league whose robots have servo buses: a control program finds them as serial ports, sockets and datagrams.

The devices are plain memory: what a server does with bytes does not depend on physics.
"""

from __future__ import annotations

import os
import random
import runpy
import select
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.clients import DEADLINE, HERE
from tests.server.pitch import Pitch, free_network
from tests.server.serial_master import Master, datagrams, serial_port, stream

import robopitch
from robopitch.leagues.humanoid.bus.endpoints import bus_endpoints
from robopitch.leagues.humanoid.features import ServoBusOptions
from robopitch.leagues.network import NetworkSpec
from robopitch.leagues.plain import PlainLeague
from robopitch.net import NetError
from robopitch.physics.servos.tables import TABLES
from robopitch.server import Server
from robopitch.server import server as module
from robopitch.wire.dynamixel import FootDevice, FootReading, ImuDevice, ImuReading, Instruction, MemoryDevice
from robopitch.wire.dynamixel import encode_packet as packet

SPEC = NetworkSpec.model_validate({"ports": {"bus_blue_0": {"number": 40000}}})
GOAL, POSITION, LED = 30, 36, 25
IMU, FOOT = 200, 111


def devices(match, robot, offer):
    servos = {id: MemoryDevice(TABLES["RX-64"], id=id, baud_rate=1, return_delay=250) for id in range(1, 22)}
    servos |= {id: MemoryDevice(TABLES["MX-28-2"], id=id) for id in (31, 32)}
    return {**servos, IMU: ImuDevice(ImuReading, id=IMU), FOOT: FootDevice(FootReading, id=FOOT)}


class LeagueOfServos(PlainLeague):
    """Declares the buses."""

    def endpoints(self, match, network):
        return bus_endpoints(match, network, devices)


@pytest.fixture
def serve(monkeypatch, tmp_path) -> Iterator[Callable[..., Pitch]]:
    monkeypatch.setattr(module, "family_of", lambda name: LeagueOfServos("servos"))
    with ExitStack() as stack:

        def start(wire_time: str = "off") -> Pitch:
            given = ServoBusOptions(bus_dir=tmp_path / "buses", wire_time=wire_time)
            for _ in range(9):
                try:
                    network = replace(free_network(SPEC), given=(given,))
                    server = Server(robopitch.make_match("msl", players=1, referee="none"), network)
                    break
                except NetError:
                    continue
            return stack.enter_context(closing(Pitch(server)))

        yield start
    assert os.listdir(tmp_path / "buses") == []  # all links and sockets are removed


def check(master: Master) -> None:
    """Ping all, read all, write all."""
    for id in (*range(1, 22), IMU, FOOT):
        assert master.ask(id, Instruction.PING)[:4] == (1, id, 0, b"")
    sync = b"".join(bytes((id,)) + (40 * id).to_bytes(2, "little") for id in range(1, 22))
    master.send(packet(1, 0xFE, Instruction.SYNC_WRITE, bytes((GOAL, 2)) + sync))
    assert [master.read(id, GOAL) for id in range(1, 22)] == [40 * id for id in range(1, 22)]
    assert master.ask(5, Instruction.WRITE, GOAL, 9, 0).code == 0
    assert master.read(5, GOAL) == 9


def test_a_bus_is_a_serial_port_a_unix_socket_a_tcp_port_and_a_udp_port(serve, tmp_path):
    pitch, folder = serve(), tmp_path / "buses"
    port = pitch.ports["bus_blue_0"]
    for master in (
        serial_port(folder / "blue-0"),
        stream(str(folder / "blue-0.sock")),
        stream((HERE, port)),
        datagrams(port),
    ):
        with closing(master):
            check(master)
    status = pitch.status()
    first = next(bus for bus in status["buses"] if bus["robot"] == "blue 0")
    assert (first["path"], first["protocol"], first["baud"]) == (str(folder / "blue-0"), 1.0, 1_000_000)
    assert first["others"] == [str(folder / "blue-0.sock"), f"tcp://{HERE}:{port}", f"udp://{HERE}:{port}"]
    assert first["packets"] == 4 * (23 + 1 + 21 + 2)
    assert status["faults"]["count"] == 0
    names = sorted(os.listdir(folder))
    assert {"blue-0", "blue-0.sock", "yellow-0", "yellow-0.sock"} <= set(names)


def patient(sdk, path):
    """A port of the library that waits as long as a test may: it shares a processor, and an interpreter, with the
    server.
    """

    port = sdk.PortHandler(str(path))
    port.baudrate, port.patience, read = 1_000_000, DEADLINE, port.readPort
    port.setPacketTimeout = lambda length: port.setPacketTimeoutMillis(1000 * port.patience)
    port.readPort = lambda length: read(length if select.select([port.ser], [], [], 0.01)[0] else 0)
    return port


def test_the_library_of_the_maker_drives_it(serve, tmp_path):
    """Ping, read, write and sync write of both protocols, sync read, and an id that does not answer."""
    sdk = pytest.importorskip("dynamixel_sdk")
    pitch = serve()
    port = patient(sdk, tmp_path / "buses" / "blue-0")
    assert port.openPort()
    try:
        one, two, model = sdk.PacketHandler(1.0), sdk.PacketHandler(2.0), TABLES["MX-28-2"].number
        for id in range(1, 22):
            assert one.ping(port, id) == (64, 0, 0)
            assert one.write2ByteTxRx(port, id, GOAL, 300 + id) == (0, 0)
            assert one.read2ByteTxRx(port, id, GOAL) == (300 + id, 0, 0)
        group = sdk.GroupSyncWrite(port, one, GOAL, 2)
        for id in range(1, 22):
            assert group.addParam(id, [id, 1])
        assert group.txPacket() == 0
        assert [one.read2ByteTxRx(port, id, GOAL)[0] for id in range(1, 22)] == [256 + id for id in range(1, 22)]
        port.patience = 0.05
        assert one.ping(port, 99)[1] == sdk.COMM_RX_TIMEOUT
        pitch.wait(lambda: {id: said[0] for id, said in two.broadcastPing(port)[0].items()} == {31: model, 32: model})
        port.patience = DEADLINE
        assert one.write2ByteTxRx(port, 1, GOAL, 30_000) == (0, 0x08)  # beyond its range
        assert two.write4ByteTxRx(port, 31, 116, 1234) == (0, 0)
        reader = sdk.GroupSyncRead(port, two, 116, 4)
        assert reader.addParam(31)
        assert reader.addParam(32)
        assert reader.txRxPacket() == 0
        assert [reader.getData(id, 116, 4) for id in (31, 32)] == [1234, 2048]
        bulk = sdk.GroupBulkRead(port, two)
        assert bulk.addParam(32, 116, 4)
        assert bulk.addParam(31, 65, 1)
        assert bulk.txRxPacket() == 0
        assert (bulk.getData(32, 116, 4), bulk.getData(31, 65, 1)) == (2048, 0)
        writer = sdk.GroupBulkWrite(port, two)
        assert writer.addParam(31, 65, 1, [1])
        assert writer.addParam(32, 116, 4, [7, 0, 0, 0])
        assert writer.txPacket() == 0
        assert (two.read1ByteTxRx(port, 31, 65)[0], two.read4ByteTxRx(port, 32, 116)[0]) == (1, 7)
        assert two.reboot(port, 31) == (0, 0)
        assert two.read1ByteTxRx(port, 31, 65) == (0, 0, 0)
        assert two.write1ByteTxRx(port, 31, 132, 1) == (0, 7)  # present position can only be read
    finally:
        port.closePort()
    assert pitch.status()["faults"]["count"] == 0


def test_the_example_pings_reads_and_moves(serve, tmp_path):
    sdk = pytest.importorskip("dynamixel_sdk")
    serve()
    example = runpy.run_path(str(Path(__file__).parents[4] / "examples" / "18_dynamixel.py"))
    port, bus = patient(sdk, tmp_path / "buses" / "blue-0"), sdk.PacketHandler(1.0)
    assert port.openPort()
    try:
        assert example["ping_all"](port, bus, last=21) == dict.fromkeys(range(1, 22), 64)
        assert example["read_all"](port, bus, [1, 21]) == {1: 512, 21: 512}
        example["move"](port, bus, {3: 600, 4: 400}, 0.0)
        assert [bus.read4ByteTxRx(port, id, GOAL)[0] for id in (3, 4)] == [600 | 100 << 16, 400 | 100 << 16]
    finally:
        port.closePort()


def test_a_robot_that_is_not_on_the_field_does_not_answer_and_a_control_program_may_come_again(serve, tmp_path):
    pitch = serve()
    with closing(serial_port(tmp_path / "buses" / "blue-3")) as absent:
        absent.send(packet(1, 1, Instruction.PING))
        assert absent.is_silent()
    path = tmp_path / "buses" / "yellow-0"
    with closing(serial_port(path)) as first:
        first.ask(1, Instruction.WRITE, LED, 1)
        first.send(b"\xff\xff\x05")  # it ends in the middle of a packet
        for _ in range(2):
            pitch.status()  # it has come
    time.sleep(0.12)  # the gap after which a device forgets it
    with closing(serial_port(path)) as second:
        assert second.ask(1, Instruction.READ, LED, 1).data == b"\x01"
    buses = {bus["robot"]: bus for bus in pitch.status()["buses"]}
    assert buses["blue 3"]["protocol"] is None


def test_with_wire_time_an_answer_comes_when_its_last_byte_would(serve, tmp_path):
    pitch = serve(wire_time="on")
    with closing(serial_port(tmp_path / "buses" / "blue-0")) as master:
        began = time.monotonic()
        for id in range(1, 22):
            master.read(id, POSITION)
        assert time.monotonic() - began > 21 * (16 * 10e-6 + 500e-6) - 0.0006  # a prompt master's first may be early
        assert pitch.status()["buses"][0]["wire_time"]


def test_noise_and_floods_on_a_bus_disturb_nobody(serve, tmp_path):
    pitch, chance = serve(), random.Random(7)
    path, port = tmp_path / "buses" / "blue-0", pitch.ports["bus_blue_0"]
    with closing(serial_port(path)) as loud, closing(datagrams(port)) as other, closing(stream((HERE, port))) as third:
        os.set_blocking(loud.fileno(), False)
        for _ in range(200):
            for master in (loud, other, third):
                noise = chance.randbytes(chance.choice((1, 10, 300))) + packet(1, chance.randrange(254), 2, b"\x00\x20")
                try:
                    master.send(noise)
                except BlockingIOError:
                    continue
        time.sleep(0.12)
        with closing(serial_port(tmp_path / "buses" / "yellow-0")) as calm:
            check(calm)
    status = pitch.status()
    assert status["faults"]["count"] == 0
    assert status["mode"] == "real time"
    assert status["buses"][0]["damaged"] > 0


def test_two_servers_do_not_share_a_folder(serve, tmp_path):
    serve()
    match, network = (
        robopitch.make_match("msl", players=1),
        replace(free_network(SPEC), given=(ServoBusOptions(bus_dir=tmp_path / "buses"),)),
    )
    with pytest.raises(NetError, match=r"blue-0 \(bus-blue-0\) is in use"):
        Server(match, network)


def test_who_floods_a_bus_over_a_stream_is_disconnected_with_a_reason_and_others_are_served(serve, tmp_path):
    pitch, port = serve(), "bus_blue_0"
    flood = packet(1, 0xFE, Instruction.SYNC_WRITE, bytes((GOAL, 2, 1, 9, 0))) * 2000
    for address, name in (
        ((HERE, pitch.ports[port]), "bus-blue-0-tcp"),
        (str(tmp_path / "buses" / "blue-0.sock"), "bus-blue-0-unix"),
    ):
        with closing(stream(address)) as loud, closing(serial_port(tmp_path / "buses" / "yellow-0")) as calm:
            with suppress(ConnectionError):  # the server closes it, sooner or later
                for _ in range(1000):
                    loud.send(flood)
                pytest.fail("25 MB were taken")
            check(calm)
        link = pitch.status()["links"][name]
        assert link["refused"]["FLOOD"] == 1
        assert "20000 messages, 150 kB or 0.4 s of processor time in a second: disconnected" in link["last_refusal"]
    with closing(stream((HERE, pitch.ports[port]))) as again:
        again.read(1, GOAL)
    assert pitch.status()["faults"]["count"] == 0


def test_who_floods_a_serial_port_is_slowed_down_and_named(serve, tmp_path):
    pitch, path = serve(), tmp_path / "buses" / "blue-0"
    flood = packet(1, 0xFE, Instruction.SYNC_WRITE, bytes((GOAL, 2, 1, 9, 0))) * 30
    with closing(serial_port(path)) as loud, closing(serial_port(tmp_path / "buses" / "yellow-0")) as calm:
        os.set_blocking(loud.fileno(), False)

        def slowed():
            for _ in range(200):
                try:
                    loud.send(flood)
                except BlockingIOError:
                    break
            status = pitch.status()
            text = f"{path} sends more than one may send to bus-blue-0, and is slowed down"
            return status["links"]["bus-blue-0"]["slowed"] == [str(path)] and text in status["warnings"]

        pitch.wait(slowed)
        check(calm)
    assert "FLOOD" not in pitch.status()["links"]["bus-blue-0"]["refused"]  # nothing is lost: it waits
