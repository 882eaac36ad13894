"""Memory with a lock: only processes of this user that have attached it are woken, and no others."""

import os
import signal
import subprocess
import sys

import pytest

from robopitch.net import NetError
from robopitch.net.guarded import GuardedMemory
from robopitch.net.semaphore import Semaphore
from robopitch.net.sysv import SharedMemory

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="System V shared memory as Linux has it")

WOKEN = (  # says when it is ready, and each time that it was woken
    "import signal, sys\n"
    "signal.signal(signal.SIGCONT, lambda *_: print('woken', flush=True))\n"
    "from robopitch.net.sysv import SharedMemory\n"
    "key = int(sys.argv[1])\n"
    "held = SharedMemory.attach(key, 1, 'test') if key else None\n"
    "print('ready', flush=True)\n"
    "while True: signal.pause()\n"
)


@pytest.fixture
def key():
    """A key that no other test process has."""
    number = 0x52600000 + os.getpid() % 0x10000 * 16
    try:
        GuardedMemory.create(number, 1, "trial").close()
    except NetError as error:
        pytest.skip(str(error))
    return number


@pytest.fixture
def start():
    running = []

    def program(key):
        process = subprocess.Popen([sys.executable, "-u", "-c", WOKEN, str(key)], stdout=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stdout.readline() == "ready\n"
        return process

    yield program
    for process in running:
        process.kill()
        process.wait(timeout=60)
        process.stdout.close()


@pytest.fixture
def held(key):
    made = GuardedMemory.create(key, 100, "test")
    yield made
    made.close()


def test_a_lock_is_taken_by_one_at_a_time_and_never_waited_for(held, key):
    other = Semaphore.attach(key, "test")
    assert held.acquire()
    assert not other.acquire()
    held.release()
    assert other.acquire()
    assert not held.acquire()
    other.release()


def test_a_lock_of_a_program_that_ends_is_given_back(held, key):
    program = (
        "import sys; from robopitch.net.semaphore import Semaphore\n"
        "assert Semaphore.attach(int(sys.argv[1]), 'test').acquire()"
    )
    subprocess.run([sys.executable, "-c", program, str(key)], check=True, timeout=60)
    assert held.acquire()
    held.release()


def test_a_lock_that_a_program_left_behind_is_replaced_and_one_in_use_is_not(key):
    program = "import os, sys; from robopitch.net.guarded import GuardedMemory\n"
    program += "GuardedMemory.create(int(sys.argv[1]), 100, 'test').acquire(); os._exit(0)"
    subprocess.run([sys.executable, "-c", program, str(key)], check=True, timeout=60)
    made = GuardedMemory.create(key, 100, "test")
    assert made.acquire()
    with pytest.raises(NetError, match="in use by process"):
        GuardedMemory.create(key, 100, "test")
    made.release()
    made.close()
    with pytest.raises(NetError, match="there is no semaphore"):
        Semaphore.attach(key, "test")
    with pytest.raises(NetError, match="there is no shared memory"):
        SharedMemory.attach(key, 1, "test")


def test_a_process_that_has_attached_the_memory_is_woken(held, key, start):
    process = start(key)
    for _ in range(3):
        assert held.wake(process.pid)
        assert process.stdout.readline() == "woken\n"


def test_a_process_that_has_not_attached_the_memory_is_never_signalled(held, start, monkeypatch):
    process, sent = start(0), []
    monkeypatch.setattr(signal, "pidfd_send_signal", lambda *words: sent.append(words))
    for pid in (process.pid, os.getpid(), os.getppid(), 0, 1, -1, -process.pid, 2**31 - 1):
        assert not held.wake(pid)
    assert sent == []


def test_a_process_that_has_ended_is_never_signalled_even_if_another_has_its_number(held, key, start, monkeypatch):
    first, second = start(key), start(0)
    assert held.wake(first.pid)
    first.kill()
    first.wait(timeout=60)
    opens, looks = os.pidfd_open, GuardedMemory._is_attached
    monkeypatch.setattr(os, "pidfd_open", lambda pid: opens(second.pid))  # the number has passed on to a process …
    monkeypatch.setattr(GuardedMemory, "_is_attached", lambda held, pid: looks(held, second.pid))  # … without memory
    assert not held.wake(first.pid)
