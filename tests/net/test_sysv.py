"""System V shared memory: found by its key, gone when it is closed, and never taken from a program that uses it."""

import ctypes
import os
import subprocess
import sys

import pytest

from robopitch.net import NetError
from robopitch.net.sysv import SharedMemory

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="System V shared memory as Linux has it")


def usable(key):
    try:
        SharedMemory.create(key, 1, "test").close()
    except NetError as error:
        return f"no System V shared memory here: {error}"
    return ""


@pytest.fixture
def key():
    """A key that no other test process has."""
    number = 0x52500000 + os.getpid() % 0x10000 * 16
    if problem := usable(number):
        pytest.skip(problem)
    return number


def test_what_one_writes_the_other_reads(key):
    with SharedMemory.create(key, 100, "test") as ours, SharedMemory.attach(key, 100, "test") as theirs:
        assert bytes(ours.memory) == bytes(100)
        ours.memory[3:6] = b"abc"
        assert bytes(theirs.memory[:8]) == b"\0\0\0abc\0\0"
        assert ours.attachments == 2


def test_another_process_sees_it_too(key):
    program = (
        "import sys; from robopitch.net.sysv import SharedMemory\n"
        "with SharedMemory.attach(int(sys.argv[1]), 5, 'test') as found: found.memory[0:5] = b'hello'"
    )
    with SharedMemory.create(key, 64, "test") as ours:
        subprocess.run([sys.executable, "-c", program, str(key)], check=True, timeout=60)
        assert bytes(ours.memory[:5]) == b"hello"


def test_a_closed_segment_is_gone_and_its_memory_cannot_be_read(key):
    shared = SharedMemory.create(key, 100, "test")
    memory = shared.memory
    shared.close()
    shared.close()
    with pytest.raises(ValueError, match="released"):
        memory[0]
    with pytest.raises(NetError, match="there is no shared memory"):
        SharedMemory.attach(key, 100, "test")


def test_a_segment_that_is_in_use_is_not_taken(key):
    with SharedMemory.create(key, 100, "test"), pytest.raises(NetError, match="is in use"):
        SharedMemory.create(key, 100, "test")


def test_a_segment_that_a_crashed_program_left_is_replaced(key):
    library = ctypes.CDLL(None, use_errno=True)
    assert library.shmget(key, 50, 0o600 | 0o1000) != -1  # IPC_CREAT; nobody attaches
    with SharedMemory.create(key, 100, "test") as shared:
        assert len(shared.memory) == 100


def test_a_segment_whose_creator_is_dead_is_replaced_though_another_program_holds_it(key):
    program = "import ctypes, sys; sys.exit(ctypes.CDLL(None).shmget(int(sys.argv[1]), 50, 0o1600) == -1)"
    subprocess.run([sys.executable, "-c", program, str(key)], check=True, timeout=60)
    with SharedMemory.attach(key, 50, "test") as left, SharedMemory.create(key, 100, "test") as new:
        new.memory[0] = 1
        assert left.memory[0] == 0


def test_a_segment_that_is_too_small_is_named(key):
    with SharedMemory.create(key, 10, "test"), pytest.raises(NetError, match="smaller than expected"):
        SharedMemory.attach(key, 10_000, "test")


def test_a_size_that_is_not_possible_is_an_error_with_a_reason(key):
    with pytest.raises(NetError, match="size is not possible"):
        SharedMemory.create(key, 0, "test")
