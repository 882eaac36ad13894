"""A server encodes hundreds of frames a second for hours: no encoder may keep memory for them."""

import json
import subprocess
import sys

import pytest

# In a process of its own: the memory of this one is full of other tests.
PROGRAM = """
import json
from pathlib import Path

from robopitch.messages import Body, CameraFrame, KickedBall, SeenBall, SeenRobot, Team, TrackedBall, TrackedRobot
from robopitch.messages import TrackerFrame
from robopitch.leagues.ssl.wire.tracker import TrackedEncoder
from robopitch.leagues.ssl.wire.vision import encode_frame

robots = tuple(TrackedRobot(Body(team, n), 1.0, 2.0, 0.5, -1.0, -2.0, 4.0, 1.0) for team in Team for n in range(11))
ball = TrackedBall((0.5, -0.25, 0.125), (1.0, 2.0, -3.0), 0.75)
kick = KickedBall((0.5, 0.25), (4.0, 0.0, 1.0), 1.5, 6.0, (5.0, 0.25), Body(Team.YELLOW, 7))
still = TrackerFrame("truth", 1, 2.5, (ball,), robots, None)
lively = [TrackerFrame("truth", 1, 2.5, (ball,), robots[n % 2 :], kick) for n in range(2)]
seen = tuple(SeenRobot(n, 1.0, 2.0, 0.5, 300.0, 200.0, 0.14, 0.9) for n in range(11))
camera = CameraFrame(0, 1, 2.5, 2.6, (SeenBall(0.1, 0.2, 30.0, 40.0, 80.0, 0.9),), seen, seen)
quiet, busy = TrackedEncoder(1.7e9, "uuid"), TrackedEncoder(1.7e9, "uuid")


def resident():
    return 4096 * int(Path("/proc/self/statm").read_text().split()[1]) / 1e6


def grown(encode, count):
    for n in range(1000):
        encode(n)
    before = resident()
    for n in range(count):
        encode(n)
    return resident() - before


print(json.dumps({
    "tracker": grown(lambda n: quiet.encode(still), 50_000),
    "tracker, robots that come and go": grown(lambda n: busy.encode(lively[n % 2]), 5_000),
    "vision": grown(lambda n: encode_frame(camera, 1.7e9), 10_000),
}))
"""
BOUND = 2.0  # MB; an encoder that keeps 100 bytes of each frame grows by 5


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_encoding_many_frames_takes_no_more_memory_than_encoding_a_few():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert {name: size for name, size in json.loads(done.stdout).items() if size > BOUND} == {}
