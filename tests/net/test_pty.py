"""Pseudo terminals: what a program that opens one as a serial port finds."""

import os
import select
import stat
import termios
from pathlib import Path

import pytest

from robopitch.net import NetError, PtyLine


def wait_for(line):
    assert select.select([line], [], [], 2.0)[0], "nothing came"


def opened(path):
    return os.open(path, os.O_RDWR | os.O_NOCTTY)


def test_bytes_go_both_ways_unchanged_and_programs_come_and_go(tmp_path):
    every = bytes(range(256))
    with PtyLine(tmp_path / "buses" / "blue-1") as line:
        assert line.receive() == []
        for _ in range(2):
            program = opened(line.path)
            os.write(program, every)
            found = b""
            while len(found) < 256:
                wait_for(line)
                found += b"".join(data for data, _ in line.receive())
            assert found == every
            assert line.send(every, ("", 0))
            answer = b""
            while len(answer) < 256:
                answer += os.read(program, 300)
            assert answer == every
            os.close(program)
            assert line.receive() == []  # nobody is there: no error
            assert select.select([line], [], [], 0)[0] == []  # and a loop is not woken
        assert line.traffic.sent_bytes == line.traffic.received_bytes == 512


def test_only_the_user_can_open_it_and_it_is_gone_at_the_end(tmp_path):
    folder = tmp_path / "buses"
    with PtyLine(folder / "blue-1") as line:
        assert stat.S_IMODE(os.stat(line.path).st_mode) == 0o600
        assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
        assert os.path.islink(line.path)
        program = opened(line.path)
        assert not termios.tcgetattr(program)[3] & (termios.ECHO | termios.ICANON)
        os.close(program)
    assert os.listdir(folder) == []
    assert line.fileno() == -1
    line.close()


def test_a_link_of_a_crashed_program_is_replaced_and_other_files_are_left_alone(tmp_path):
    path = tmp_path / "blue-1"
    path.symlink_to("/dev/pts/999999")
    with PtyLine(path) as line:
        assert os.readlink(path) == line.name
        with pytest.raises(NetError, match="is in use; another simulator may be running"):
            PtyLine(path)
        path.unlink()
        path.symlink_to("/dev/null")  # somebody else's
    assert path.is_symlink()
    path.unlink()
    path.write_text("mine")
    with pytest.raises(NetError, match="there is a file of this name"):
        PtyLine(path)
    assert path.read_text() == "mine"
    with pytest.raises(NetError, match="cannot be used: file exists"):
        PtyLine(path / "deeper")


def test_a_program_that_does_not_read_loses_bytes_and_blocks_nobody(tmp_path):
    with PtyLine(tmp_path / "blue-1") as line:
        program = opened(line.path)
        while line.send(bytes(1000), ("", 0)):
            assert line.traffic.sent < 1000
        assert line.traffic.dropped == {"the other side does not read": 1}
        os.close(program)


def test_a_folder_that_cannot_be_written_is_an_error(monkeypatch, tmp_path):
    def refuse(*_):
        raise PermissionError(13, "no")

    monkeypatch.setattr(os, "symlink", refuse)
    with pytest.raises(NetError, match="no pseudo terminal: permission denied"):
        PtyLine(Path(tmp_path) / "blue-1")
