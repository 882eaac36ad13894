"""In real time, sent timestamps are unix time: from the first frame on, after a pause, and after lost time."""

from __future__ import annotations

import os
import signal
import time
from contextlib import closing
from itertools import pairwise

import robopitch
from robopitch.leagues.publishing import Publishers
from robopitch.leagues.registry import family_of
from robopitch.leagues.ssl.wire.referee import decode_referee
from robopitch.messages import MoveEpoch

from .pitch import DistantPitch


class Clock:
    """Receives frames of a server, and measures the time since their capture."""

    def __init__(self, pitch) -> None:
        self._vision, self.captures = pitch.group("vision"), []

    def lateness(self, count: int = 1) -> float:
        """The smallest delay of some frames."""
        least = 1e9
        while count > 0:
            frames = self._vision.frames()
            now = time.time()
            for frame in frames:
                self.captures.append(frame.capture)
                least = min(least, abs(now - frame.capture))
            count -= len(frames)
        return least

    def is_right(self) -> bool:
        """Whether a frame came at once: a slow machine is late with some, but not with all of them."""
        return self.lateness() < 0.02


def test_frames_carry_unix_time_from_the_start_and_after_a_pause(serve):
    pitch = serve(lockstep=False, unix_time=True, epoch=time.time() - 2.0)  # as if starting had taken two seconds
    clock = Clock(pitch)
    pitch.wait(clock.is_right)
    pitch.ask(ask="speed", speed=0)
    time.sleep(0.3)
    pitch.ask(ask="speed", speed=1)
    clock.lateness(8)  # frames sent before the pause
    pitch.wait(clock.is_right)
    assert all(a <= b for a, b in pairwise(clock.captures))


def test_time_that_was_lost_is_made_up_for_in_the_times_that_are_sent():
    with closing(DistantPitch(league="ssl-div-b", players=2, realism="perfect", own={"unix_time": True})) as pitch:
        clock = Clock(pitch)
        pitch.wait(clock.is_right)
        os.kill(pitch.process.pid, signal.SIGSTOP)
        time.sleep(0.5)
        os.kill(pitch.process.pid, signal.SIGCONT)
        pitch.wait(lambda: pitch.status()["times_lost"] > 0)
        clock.lateness(100)  # frames sent before it had caught up
        pitch.wait(clock.is_right)
        assert all(a <= b for a, b in pairwise(clock.captures))
        assert any("real time was lost" in warning for warning in pitch.status()["warnings"])


def test_the_time_of_a_command_stays_when_the_epoch_moves():
    match = robopitch.make_match("ssl-div-b", players=1)
    publishers = Publishers(match, family_of("ssl-div-b"))

    def said(until):
        packets = [packet for _, packets in publishers.go(until) for packet in packets]
        return [decode_referee(packet.data) for packet in packets if packet.channel == "referee"]

    sent = said(100)
    match.offer("time", MoveEpoch(5.0))
    moved = said(200)
    assert moved[0].command_time == sent[0].command_time
    assert moved[0].time == sent[-1].time + 5.025
