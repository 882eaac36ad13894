"""Serial devices by path. One end of a pseudo terminal stands for a USB adapter, the other for what is behind it."""

from __future__ import annotations

import fcntl
import os
import select
import struct
import termios
from pathlib import Path

import pytest

from robopitch.net import NetError, Poller, SerialLine


class Adapter:
    """A USB adapter at a path, and the electronics behind it."""

    def __init__(self, path):
        self.path = path
        self.plug_in()

    def plug_in(self):
        self.far, near = os.openpty()
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(near))
        os.close(near)

    def unplug(self):
        os.close(self.far)
        self.path.unlink()


@pytest.fixture
def adapter(tmp_path):
    return Adapter(tmp_path / "ttyUSB0")


def ready(line, seconds=5.0):
    with Poller() as poller:
        poller.watch([line])
        return line in poller.wait(seconds)


def test_bytes_pass_as_they_are_in_both_directions_at_the_baud_rate(adapter):
    every = bytes(range(256))
    with SerialLine(adapter.path, 57600) as line:
        mode = termios.tcgetattr(adapter.far)  # a pair has one mode
        assert mode[4:6] == [termios.B57600] * 2
        os.write(adapter.far, every)
        assert ready(line)
        ((data, sender),) = line.receive()
        assert (data, sender) == (every, (str(adapter.path), 0))
        assert line.receive() == []
        assert line.send(every, sender)
        assert os.read(adapter.far, 1000) == every
        assert (line.traffic.received_bytes, line.traffic.sent_bytes) == (256, 256)
    assert line.fileno() == -1


def test_a_rate_that_has_no_name_is_set_as_it_is(adapter):
    tcgets2 = 0x802C542A  # from asm-generic/ioctls.h
    with SerialLine(adapter.path, 2_250_000):  # of a Dynamixel bus; termios knows two millions and two and a half
        found = struct.unpack_from("4I20B2I", fcntl.ioctl(adapter.far, tcgets2, bytes(64)))
        assert found[-2:] == (2_250_000, 2_250_000)


def test_a_line_without_bytes_is_not_taken_for_one_that_is_gone(adapter):
    with SerialLine(adapter.path, 57600) as line:
        for _ in range(3):
            assert line.receive() == []
        assert line.is_open


def test_closing_leaves_no_file_open(adapter):
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        SerialLine(adapter.path, 57600).close()
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_lost_device_keeps_its_place_in_the_poller_and_works_again_when_it_is_back(adapter):
    with SerialLine(adapter.path, 1_000_000) as line, Poller() as poller:
        poller.watch([line])
        for _ in range(2):
            adapter.unplug()
            assert line in poller.wait(5.0)
            assert line.receive() == []
            assert not line.is_open
            assert poller.wait(0.0) == set()  # it does not wake the loop again and again
            assert not line.send(b"lost", ("", 0))
            assert not line.tend()
            adapter.plug_in()
            assert line.tend()
            os.write(adapter.far, b"hello")
            assert line in poller.wait(5.0)
            assert [data for data, _ in line.receive()] == [b"hello"]


def test_what_nobody_reads_is_lost_and_what_is_no_device_is_refused(adapter, tmp_path):
    with SerialLine(adapter.path, 1_000_000) as line:
        while line.send(bytes(4096), ("", 0)):
            pass
        assert select.select([adapter.far], [], [], 0)[0]
        assert line.is_open
    (tmp_path / "file").touch()
    for path, baud, text in (
        (tmp_path / "none", 9600, "cannot be opened: no such file"),
        (tmp_path / "file", 9600, "is no serial device"),
        (Path("/dev/null"), 9600, "is no serial device"),
        (adapter.path, 0, "0 baud is no rate of a serial device"),
    ):
        with pytest.raises(NetError, match=text):
            SerialLine(path, baud, "bus")
