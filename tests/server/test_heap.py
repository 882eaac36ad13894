"""Freed memory between live objects goes back to the system, and all threads share one heap."""

import platform
import subprocess
import sys

import pytest

GROWN = """
from robopitch.server.heap import trim_heap
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
kept = [bytes(1000) for _ in range(100_000)]
full = resident()
kept = kept[::50]  # what is left lies between the gaps
before = resident()
assert trim_heap()
print(full - before, before - resident())
"""

THREADED = """
import ctypes, sys, threading
from robopitch.server.heap import use_one_heap
if sys.argv[1] == "one":
    assert use_one_heap()
malloc = ctypes.CDLL(None).malloc
malloc.restype = ctypes.c_void_p
found = []
thread = threading.Thread(target=lambda: found.append(malloc(ctypes.c_size_t(4000))))
thread.start()
thread.join()
with open("/proc/self/maps") as file:
    heap = next(line for line in file if "[heap]" in line)
start, end = (int(text, 16) for text in heap.split()[0].split("-"))
print(start <= found[0] < end)
"""
glibc = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc's malloc can be asked for it")


@glibc
def test_gaps_between_what_is_kept_go_back_to_the_system():
    said = subprocess.run([sys.executable, "-c", GROWN], capture_output=True, text=True, check=True, timeout=60)
    alone, trimmed = map(int, said.stdout.split())
    assert alone < 20e6  # freeing alone returns little of the 98 MB
    assert trimmed > 60e6


@glibc
@pytest.mark.parametrize(("heaps", "shared"), [("one", "True"), ("many", "False")])
def test_a_thread_allocates_from_the_one_heap(heaps, shared):
    done = subprocess.run([sys.executable, "-c", THREADED, heaps], capture_output=True, text=True, timeout=60)
    assert (done.stdout.strip(), done.stderr) == (shared, "")
