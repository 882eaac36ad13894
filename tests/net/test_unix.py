"""Unix sockets: streams at a path."""

import os
import select
import socket
import stat

import pytest

from robopitch.net import NetError, UnixAcceptor


def wait_for(readable):
    assert select.select([readable], [], [], 2.0)[0], "nothing came"


def test_bytes_go_both_ways_and_the_socket_is_gone_at_the_end(tmp_path):
    path = tmp_path / "blue-1.sock"
    with UnixAcceptor(path) as acceptor, socket.socket(socket.AF_UNIX) as peer:
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
        assert acceptor.accept() is None
        peer.connect(str(path))
        wait_for(acceptor)
        with acceptor.accept() as stream:
            assert stream.peer[0] == str(path)
            peer.sendall(b"question")
            wait_for(stream)
            assert stream.receive() == b"question"
            stream.send(b"answer")
            assert peer.recv(100) == b"answer"
            peer.shutdown(socket.SHUT_WR)
            wait_for(stream)
            assert stream.receive() is None
    assert not path.exists()


def test_a_socket_of_a_crashed_program_is_replaced_and_one_in_use_is_not(tmp_path):
    path = tmp_path / "blue-1.sock"
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    assert path.exists()
    with UnixAcceptor(path), pytest.raises(NetError, match="is in use"):
        UnixAcceptor(path)
    with pytest.raises(NetError, match="no Unix socket: the path is too long"):
        UnixAcceptor(tmp_path / ("x" * 200))
