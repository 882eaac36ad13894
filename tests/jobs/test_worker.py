"""The processes of a batch."""

import os
import subprocess
import sys
from pathlib import Path

from tests.web.stand import until

POOL = """
import multiprocessing, os, time
from concurrent.futures import ProcessPoolExecutor
from robopitch.jobs.worker import end_with_parent

with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=end_with_parent) as pool:
    print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(60)
"""


def runs(number):
    """Whether there is such a process, dead ones that nobody waited for aside."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_killed_batch_leaves_no_process_behind():
    parent = subprocess.Popen(
        [sys.executable, "-c", POOL], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    with parent:
        worker = int(parent.stdout.readline())
        assert runs(worker)
        os.kill(parent.pid, 9)
    until(lambda: not runs(worker))
