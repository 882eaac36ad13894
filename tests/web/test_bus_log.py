"""The packets on the servo bus of a robot, told to pages with the key while they ask."""

import socket

import pytest

from robopitch.leagues.humanoid.bus.log import MOST, PATIENCE, BusLog
from robopitch.web import schema
from robopitch.wire.dynamixel import DynamixelPacket, Instruction, encode_packet

from .promises import problems
from .stand import HERE, RefusedError, Stand, until

BLUE = {"team": "blue", "id": 0}


@pytest.fixture(scope="module")
def stand(tmp_path_factory):
    options = {"players": 1, "blue": "external", "yellow": "still", "referee": "none"}
    with Stand(tmp_path_factory.mktemp("stand"), "humanoid-kid", **options) as stand:
        yield stand


def asked(visitor, **values):
    found = {key: value for key, value in visitor.ask("bus_log", **values).items() if key != "answer"}
    assert problems(found, schema.BusLog) == []
    return found


def said(line):
    way = ">" if line["to_device"] else "<"
    return f"{way} {line['id']} {line['instruction']} {line['text']} {line['error']}".strip()


def test_what_a_program_says_to_its_servos_is_read_in_words(stand):
    visitor = stand.visit()
    assert asked(visitor, **BLUE)["lines"] == []
    with socket.create_connection((HERE, stand.network.port("bus_blue_0"))) as bus:
        damaged = encode_packet(1, 3, Instruction.PING)[:-1] + b"\0"
        bus.sendall(encode_packet(1, 3, Instruction.READ, b"\x1e\x02") + damaged)
        bus.sendall(encode_packet(1, 100, Instruction.WRITE, b"\x19\x01"))
        first = until(lambda: len(lines := asked(visitor, **BLUE)["lines"]) >= 5 and lines)
        assert [said(line) for line in first] == [
            "> 3 read goal_position",
            "< 3 status goal_position = 512",
            "> 3 ping  wrong checksum",
            "< 3 status  checksum",
            "> 100 write 01 at 25",
        ]
        bus.sendall(encode_packet(1, 3, Instruction.PING))
        more = until(lambda: len(lines := asked(visitor, **BLUE, after=first[-1]["number"])["lines"]) == 2 and lines)
        assert [said(line) for line in more] == ["> 3 ping", "< 3 status"]
    assert asked(visitor, team="yellow", id=0) == {"robots": [f"blue {id}" for id in range(6)], "lines": []}
    with pytest.raises(RefusedError, match="only pages with the key"):
        stand.visit(key=None).ask("bus_log", **BLUE)


class SilentBus:
    """A bus to which somebody may listen."""

    time, now, bus, tap = 0.0, 0.0, None, None

    def listen(self, tap):
        self.tap = tap


def test_nothing_is_kept_while_nobody_looks_and_not_more_than_fits():
    bus = SilentBus()
    log = BusLog(bus)
    assert bus.tap is None
    assert log.read(0) == []
    for _ in range(MOST + 10):
        bus.tap(DynamixelPacket(1, 3, Instruction.PING, b""))
    lines = log.read(0)
    assert [line.number for line in lines] == list(range(11, MOST + 11))
    bus.tap(b"\xff\xff")
    bus.now += PATIENCE + 1
    bus.tap(b"\xff\xff")
    assert bus.tap is None
    assert log.read(0) == []
