"""Memory that was freed in between goes back to the system."""

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


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc's malloc can be asked for it")
def test_gaps_between_what_is_kept_go_back_to_the_system():
    said = subprocess.run([sys.executable, "-c", GROWN], capture_output=True, text=True, check=True, timeout=60)
    alone, trimmed = map(int, said.stdout.split())
    assert alone < 20e6  # freeing alone gives little of the 98 MB back
    assert trimmed > 60e6
