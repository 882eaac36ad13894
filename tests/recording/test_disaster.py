"""What is left when the process is killed, or the disk is full."""

import os
import shutil
import signal
import subprocess
import sys
import textwrap

import pytest

from robopitch.recording.reader import Recording
from robopitch.recording.resimulation import simulate_again
from robopitch.teams import TEAMS

RECORD = """
    import sys
    from pathlib import Path
    from robopitch.recording.header import describe
    from robopitch.recording.recorder import Recorder
    from robopitch.recording.sink import FileSink
    from tests.recording.scripted import commanded
    from robopitch import BodyVelocity, Team
    from robopitch.messages import Orders, RobotOrder
    import time

    match = commanded(realism=None)
    sink = FileSink(Path(sys.argv[1]), describe(match))
    recorder = Recorder(match, [sink])
    while match.world.time < float(sys.argv[2]):
        match.offer("blue", Orders(Team.BLUE, (RobotOrder(1, BodyVelocity(1.0, 0.1, 2.0)),)))
        match.advance(match.tick + 10)
        if sys.argv[3] == "slow":
            print(match.tick, flush=True)
            time.sleep(0.01)  # never faster than real time, also after a delay: what is lost is at most wall time
    recorder.close()
    sink.close()
    print("failure:", sink.failure)
    print("tick:", match.tick, match.world.fingerprint())
"""


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", textwrap.dedent(RECORD), *arguments]


def environment() -> dict[str, str]:
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    return {**os.environ, "PYTHONPATH": os.pathsep.join([root, *sys.path])}


def test_a_killed_process_loses_at_most_the_last_second(tmp_path):
    path = tmp_path / "killed.mcap"
    process = subprocess.Popen(command(str(path), "60", "slow"), stdout=subprocess.PIPE, text=True, env=environment())
    last = 0
    while last < 2200:
        last = int(process.stdout.readline())
    os.kill(process.pid, signal.SIGKILL)
    rest = process.stdout.read().split()
    process.wait()
    last = int(rest[-1]) if rest else last
    with Recording(path) as recording:
        written = (recording.end - recording.time_of(0.0)) / 1e9
        assert last / 1000 - written <= 1.0
        assert simulate_again(recording, TEAMS).same


@pytest.mark.skipif(shutil.which("unshare") is None, reason="mounting a small file system needs unshare (Linux)")
def test_a_full_disk_ends_the_recording_and_nothing_else(tmp_path):
    place = tmp_path / "tiny"
    place.mkdir()
    line = (
        f"mount -t tmpfs -o size=48k tmpfs {place} && "
        + " ".join(
            f"'{part}'" if "\n" not in part else '"$SCRIPT"' for part in command(f"{place}/full.mcap", "20", "fast")
        )
        + f"; cp {place}/full.mcap {tmp_path}/saved.mcap"
    )
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", line],
        capture_output=True,
        text=True,
        env={**environment(), "SCRIPT": textwrap.dedent(RECORD)},
        timeout=120,
        check=False,
    )
    if "Operation not permitted" in done.stderr:
        pytest.skip("this machine lets nobody mount a file system of their own")
    assert "No space left on device; the recording ends here, the match goes on" in done.stdout, done.stderr
    assert "tick: 20000" in done.stdout
    with Recording(tmp_path / "saved.mcap") as recording:
        assert recording.seconds > 1.0
        assert simulate_again(recording, TEAMS).same
