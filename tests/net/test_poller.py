"""Waiting for many sockets."""

import socket
import time

import pytest

from robopitch.net import Poller


@pytest.fixture
def poller():
    with Poller() as poller:
        yield poller


@pytest.fixture
def pair():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def test_it_names_those_that_have_something_to_do(poller, pair):
    ours, theirs = pair
    poller.watch([ours])
    assert poller.wait(0.0) == set()
    theirs.send(b"!")
    assert poller.wait(2.0) == {ours}
    assert poller.wait(2.0) == {ours}  # until it is read
    poller.watch([], [ours])
    assert poller.wait(2.0) == {ours}
    ours.recv(1)
    poller.watch([ours])
    assert poller.wait(0.0) == set()


@pytest.mark.timing
def test_it_waits_for_parts_of_a_millisecond(poller, pair):
    poller.watch(pair[:1])
    waits = []
    for _ in range(200):
        began = time.perf_counter()
        poller.wait(0.0002)
        waits.append(time.perf_counter() - began)
    assert 0.0002 <= min(waits) < 0.001


def test_it_knows_since_when_something_can_have_been_there(poller, pair):
    poller.watch(pair[:1])
    poller.wait(0.0)
    looked = time.monotonic()
    pair[1].send(b"!")
    time.sleep(0.02)
    assert poller.wait(0.1) == {pair[0]}  # at once: it came at some time after the last look
    assert poller.since <= looked
    pair[0].recv(1)
    before = time.monotonic()
    assert poller.wait(0.02) == set()
    assert poller.since >= before + 0.02


def test_a_new_socket_with_the_number_of_a_closed_one_is_watched(poller):
    for _ in range(3):
        ours, theirs = socket.socketpair()
        with ours, theirs:
            poller.watch([ours])
            theirs.send(b"!")
            assert poller.wait(2.0) == {ours}


def test_what_is_closed_is_left_out(poller, pair):
    closed, other = socket.socketpair()
    poller.watch([closed, pair[0]])
    closed.close()
    other.close()
    poller.watch([closed, pair[0]])
    pair[1].send(b"!")
    assert poller.wait(2.0) == {pair[0]}


def test_a_closed_socket_of_which_another_process_has_a_copy_is_left_out(poller, pair):
    closed, other = socket.socketpair()
    with other, closed.dup():
        poller.watch([closed])
        other.send(b"!")
        closed.close()
        poller.watch(pair[:1])
        assert poller.wait(0.01) == set()
        pair[1].send(b"!")
        assert poller.wait(2.0) == {pair[0]}
