"""A control program with the maker's library drives a robot with a simulated body over its serial port."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.pitch import Pitch, free_network
from tests.server.serial_master import serial_port

import robopitch
from robopitch.leagues.humanoid.features import ServoBusOptions
from robopitch.leagues.registry import network_of
from robopitch.net import NetError
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.sink import FileSink
from robopitch.server import Server
from robopitch.wire.dynamixel import Instruction, encode_packet

from .test_server import patient

GOAL, POSITION, IMU, LEFT_FOOT = 30, 36, 200, 112
SHOULDERS = (3, 4)

# Writes packets in turn, 50 times a second, until it is killed
PROGRAM = """
import itertools, os, sys, time
line = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)
for packet in itertools.cycle(map(bytes.fromhex, sys.argv[2:])):
    os.write(line, packet)
    print("written", flush=True)
    time.sleep(0.02)
"""


def arms_at(goal):
    """A packet that sends both shoulders to a position, in hexadecimal digits."""
    goals = b"".join(bytes((id,)) + goal.to_bytes(2, "little") for id in SHOULDERS)
    return encode_packet(1, 254, Instruction.SYNC_WRITE, bytes((GOAL, 2)) + goals).hex()


def open_match():
    return robopitch.make_match(
        "humanoid-kid", players={"blue": 1, "yellow": 0}, timestep=0.002, referee="none", watchdog=0.0
    )


def start(match, folder):
    for _ in range(9):
        try:
            return Pitch(
                Server(match, replace(free_network(network_of("humanoid")), given=(ServoBusOptions(bus_dir=folder),)))
            )
        except NetError:
            continue
    raise AssertionError("no free ports")


def test_a_robot_moves_its_arms_a_program_is_killed_and_another_goes_on_and_the_recording_repeats(tmp_path):
    sdk = pytest.importorskip("dynamixel_sdk")
    match, file = open_match(), tmp_path / "match.mcap"
    sink = FileSink(file, describe(match))
    recorder = Recorder(match, [sink])
    example = runpy.run_path(str(Path(__file__).parents[4] / "examples" / "18_dynamixel.py"))
    with closing(start(match, tmp_path / "buses")) as pitch:
        path = tmp_path / "buses" / "blue-0"
        command = [sys.executable, "-S", "-c", PROGRAM, str(path), arms_at(530), arms_at(560), arms_at(545)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as program:
            for _ in range(10):
                program.stdout.readline()
            program.kill()  # wherever it is
        port, bus = patient(sdk, path), sdk.PacketHandler(1.0)
        assert port.openPort()
        try:
            port.patience = 5.0
            models = example["ping_all"](port, bus, last=21)
            assert sorted(models.values()) == [28] * 7 + [64] * 14
            example["move"](port, bus, dict.fromkeys(SHOULDERS, 600), 0.0)
            pitch.wait(lambda: all(bus.read2ByteTxRx(port, id, POSITION)[0] > 590 for id in SHOULDERS))
            assert sum(bus.read2ByteTxRx(port, LEFT_FOOT, 26 + 2 * n)[0] for n in range(4)) > 1000  # 10 N
            assert bus.read2ByteTxRx(port, IMU, 34)[0] == pytest.approx(981, abs=80)  # upward, 0.01 m/s²
        finally:
            port.closePort()
        figure = match.world.robot("blue", 0).spec.figure
        raised = match.world.robot("blue", 0).joints[figure.joints.index("shoulder_left_pitch")]
        assert abs(raised) > 0.35  # 23 degrees of joint, not only a number in a register
        assert match.world.robot("blue", 0).position3[2] > 0.4  # it still stands
        assert pitch.status()["faults"]["count"] == 0
    recorder.close()
    sink.close()
    with Recording(file) as recording:
        verdict = simulate_again(recording)
    assert verdict.differs_at is None
    assert verdict.frames > 10


def test_a_program_that_comes_back_finds_the_registers_as_it_left_them(tmp_path):
    with closing(start(open_match(), tmp_path / "buses")):
        path = tmp_path / "buses" / "blue-0"
        with closing(serial_port(path)) as first:
            first.ask(7, 0x03, GOAL, *(500).to_bytes(2, "little"))
        with closing(serial_port(path)) as second:
            assert second.read(7, GOAL) == 500
    assert os.listdir(tmp_path / "buses") == []
