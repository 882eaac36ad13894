"""Control programs at the hub of a served match: over real sockets, killed and started again, recorded and repeated."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import tty
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.leagues.humanoid.bus.test_control_program import GOAL, arms_at, open_match
from tests.server.clients import DEADLINE, HERE
from tests.server.pitch import Pitch, free_network
from tests.server.serial_master import Master

from robopitch.leagues.humanoid.features import HubOptions, ServoBusOptions
from robopitch.leagues.humanoid.wire.figure import encode_figure
from robopitch.leagues.humanoid.wire.hub import (
    Bus,
    ChangeSensors,
    Hello,
    HubError,
    Reading,
    SensorRequest,
    SensorsNow,
    Welcome,
    decode_answer,
    encode_request,
)
from robopitch.leagues.registry import network_of
from robopitch.messages import Team
from robopitch.net import NetError, user_key
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.sink import FileSink
from robopitch.server import Server
from robopitch.spec import load_robot
from robopitch.wire.dynamixel import Instruction, encode_packet
from robopitch.wire.framing import Deframer, frame

EXAMPLE = Path(__file__).parents[4] / "examples" / "20_humanoid_hub.py"


class Program:
    """A control program."""

    def __init__(self, address, *sensors, **more):
        self.socket = socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET)
        self.socket.settimeout(DEADLINE)
        self.socket.connect(address)
        self._framing, self._came = Deframer(), []
        self.say(Hello(Team.BLUE, 0, "test", sensors, **more))

    def say(self, request):
        self.socket.sendall(frame(encode_request(request)))

    def next(self, kind):
        """The next answer of that kind."""
        while True:
            while self._came:
                answer = decode_answer(self._came.pop(0))
                if isinstance(answer, kind):
                    return answer
            data = self.socket.recv(65536)
            assert data, "the connection has ended"
            self._came += self._framing.feed(data)

    def reading(self, id):
        """The next reading of a sensor."""
        while (reading := self.next(Reading)).id != id:
            pass
        return reading

    def close(self):
        self.socket.close()


def start(match, *options):
    for _ in range(9):
        try:
            return Pitch(Server(match, replace(free_network(network_of("humanoid")), given=options)))
        except NetError:
            continue
    raise AssertionError("no free ports")


def test_sensors_come_and_go_a_robot_is_exchanged_and_the_recording_repeats_bit_for_bit(tmp_path):
    match, file = open_match(), tmp_path / "match.mcap"
    sink = FileSink(file, describe(match))
    recorder = Recorder(match, [sink])
    figure = load_robot("fumanoid-2009").figure
    with closing(start(match, ServoBusOptions(bus_dir=tmp_path / "buses"))) as pitch:
        address = (HERE, pitch.ports["hub"])
        with closing(Program(address, SensorRequest("imu", True, 50.0))) as first:
            welcome = first.next(Welcome)
            assert [bus.kind for bus in welcome.buses] == ["pty", "unix", "tcp", "udp"]
            line = os.open(welcome.buses[0].path, os.O_RDWR | os.O_NOCTTY)  # its servos are where the answer says
            os.write(line, bytes.fromhex(arms_at(560)))
            os.close(line)
            reading = first.reading(1)
            assert reading.latency == pytest.approx(0.002)
            assert 8 < reading.values[5] < 12  # gravity
            first.say(ChangeSensors((SensorRequest("imu", False), SensorRequest("joints", True, 100.0)), 1))
            assert first.next(SensorsNow).number == 1
            while first.reading(4).values[2] == 0.0:  # a shoulder
                pass
        path = str(tmp_path / "buses" / "hub.sock")
        with closing(Program(path, SensorRequest("imu"), description=encode_figure(figure), key=user_key())) as second:
            assert second.next(Welcome).description == encode_figure(figure)
            second.reading(1)
        assert match.world.robot("blue", 0).spec.figure.sites[0] == figure.sites[0]
        pitch.wait(lambda: pitch.status()["endpoints"]["hub"]["programs"] == {})
        assert pitch.status()["faults"]["count"] == 0
    recorder.close()
    sink.close()
    with Recording(file) as recording:
        verdict = simulate_again(recording)
    assert verdict.differs_at is None
    assert verdict.frames > 3


def test_a_killed_program_gets_its_robot_again_and_the_match_waits_for_it():
    with closing(start(open_match(), HubOptions(pause_without=("hub",)))) as pitch:
        port = str(pitch.ports["hub"])
        for _ in range(2):
            command = [sys.executable, "-S", "-u", str(EXAMPLE), "blue", "0", port, "1000"]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
                said = [program.stdout.readline() for _ in range(5)]
                program.send_signal(signal.SIGKILL)
            assert said[0].startswith("blue 0 in humanoid-kid, steps of 0.002 s")
            assert all(" ms late: " in line for line in said[3:])
            pitch.wait(lambda: not pitch.server.moves)
            tick = pitch.match.tick
            assert pitch.status()["endpoints"]["hub"]["waits_for"] == "the control program of blue 0"
            assert any("time stands still: it waits for" in text for text in pitch.status()["warnings"])
            assert pitch.match.tick == tick
        with closing(Program((HERE, int(port)), SensorRequest("imu"))) as back:
            back.next(Welcome)
            assert back.reading(1).capture > tick * 0.002 - 0.02
            with closing(Program((HERE, int(port)))) as rival:
                error = rival.next(HubError)
                assert (error.code, "'test' at 127.0.0.1" in error.message) == ("TAKEN", True)
            back.reading(1)


def test_garbage_at_the_hub_disturbs_nobody():
    chance = random.Random(3)
    good = encode_request(Hello(Team.BLUE, 0, "x", (SensorRequest("imu", True, 20.0),)))
    with closing(start(open_match())) as pitch:
        address = (HERE, pitch.ports["hub"])
        with closing(Program(address, SensorRequest("imu"))) as calm:
            calm.next(Welcome)
            for _ in range(30):
                with socket.create_connection(address) as loud:
                    noise = [chance.randbytes(chance.choice((1, 20, 3000)))]
                    for _ in range(3):
                        damaged = bytearray(good)
                        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
                        noise.append(frame(bytes(damaged)))
                    loud.sendall(b"".join(noise[:: chance.choice((1, -1))]))
            first = calm.reading(1)
            assert calm.reading(1).capture > first.capture
            status = pitch.status()
            assert status["faults"]["count"] == 0
            assert list(status["endpoints"]["hub"]["programs"]) == ["blue 0"]


def test_a_serial_adapter_by_path_leads_to_the_bus_of_a_robot_and_may_be_unplugged(tmp_path):
    far, near = os.openpty()  # the electronics, and the adapter
    path = tmp_path / "ttyUSB0"
    path.symlink_to(os.ttyname(near))
    os.close(near)
    devices = ServoBusOptions(bus=(f"blue-0={path}",))
    with closing(start(open_match(), devices)) as pitch:
        with closing(Master(far)) as board:
            assert board.ask(3, Instruction.PING)[:4] == (1, 3, 0, b"")
            board.send(bytes.fromhex(arms_at(560)))
            pitch.wait(lambda: board.read(3, 36) > 530)  # it moves
        bus = pitch.status()["buses"][0]
        assert (bus["robot"], bus["path"], bus["protocol"]) == ("blue 0", str(path), 1.0)
        with closing(Program((HERE, pitch.ports["hub"]))) as program:
            assert program.next(Welcome).buses[0] == Bus("serial", str(path))
        far, near = os.openpty()  # the adapter was unplugged, and is back
        tty.setraw(near)  # no echo before the server has it
        path.unlink()
        path.symlink_to(os.ttyname(near))
        with closing(Master(far)) as board:
            read = encode_packet(1, 3, Instruction.READ, bytes((GOAL, 2)))
            pitch.wait(lambda: board.send(read) or not board.is_silent(0.1))  # what came before it was open is lost
            assert int.from_bytes(board.answer().data, "little") == 560
        os.close(near)
        assert pitch.status()["faults"]["count"] == 0
    names = ServoBusOptions(bus=(f"red-1={path}@9600",))
    with pytest.raises(ValueError, match="--bus red-1: no robot is called so"):
        start(open_match(), names)
    both = ServoBusOptions(bus=tuple(f"{name}={path}@9600" for name in ("blue-0", "blue-1")))
    with pytest.raises(ValueError, match="this is the bus of blue-0 already"):
        start(open_match(), both)
