"""Receives vision over the network: every frame with its arrival time, and the regularity of frames."""

from __future__ import annotations

import math
import socket
import struct
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from robopitch.leagues.network import Network
from robopitch.leagues.registry import network_of
from robopitch.leagues.ssl.wire import message_class
from robopitch.messages import Team

__all__ = ["HERE", "Eye", "Places", "Seen", "percentiles", "regularity"]

HERE = "127.0.0.1"
MOVED = 2e-6  # m: four times the resolution of a packet, millimetres in float32, without noise
PATIENCE = 1.0  # s after which a command counts as lost
_TIMESTAMPS = getattr(socket, "SO_TIMESTAMPNS", 35)  # Linux's number, which some versions of Python do not define

Places = dict[int, tuple[float, float] | None]  # position of a robot in each camera


class Seen(NamedTuple):
    """A detection frame with the kernel's arrival time."""

    arrival: float  # s, unix
    detection: Any

    @property
    def camera(self) -> int:
        """Id of its camera."""
        return int(self.detection.camera_id)

    def place(self, team: Team, number: int) -> tuple[float, float] | None:
        """Position of a robot in it, in m."""
        robots = self.detection.robots_blue if team is Team.BLUE else self.detection.robots_yellow
        return next(((robot.x / 1000, robot.y / 1000) for robot in robots if robot.robot_id == number), None)

    def has_moved(self, team: Team, number: int, places: Places) -> bool:
        """Whether a robot has moved since the same camera saw it before."""
        before, now = places.get(self.camera), self.place(team, number)
        return before is not None and now is not None and math.dist(before, now) > MOVED


class Eye:
    """Receives vision on this machine with the arrival time of each packet."""

    def __init__(self, port: int) -> None:
        group = Network(network_of("ssl")).group("vision")
        self._packet = message_class("ssl_vision.SSL_WrapperPacket")
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
        if sys.platform == "linux":
            self._socket.setsockopt(socket.SOL_SOCKET, _TIMESTAMPS, 1)
        self._socket.bind((group, port))
        member = socket.inet_aton(group) + socket.inet_aton(HERE)
        self._socket.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def watch(self, seconds: float) -> list[Seen]:
        """All frames of a period; they are decoded afterwards, so that nothing waits."""
        start, end, came = time.time(), time.monotonic() + seconds, []
        while (rest := end - time.monotonic()) > 0:
            packet = self._receive(rest)
            if packet is not None and packet[0] >= start:  # others came before
                came.append(packet)
        return [seen for arrival, data in came if (seen := self._read(arrival, data)) is not None]

    def follow(self, seconds: float) -> Iterator[Seen]:
        """Every frame since the last call and of a following period, as soon as it arrives."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            packet = self._receive(rest)
            seen = None if packet is None else self._read(*packet)
            if seen is not None:
                yield seen

    def see_move(self, team: Team, number: int, places: Places) -> float | None:
        """Arrival of the first frame in which a robot has moved; None if there is none."""
        end = time.monotonic() + PATIENCE
        while (rest := end - time.monotonic()) > 0:
            packet = self._receive(rest)
            seen = None if packet is None else self._read(*packet)
            if seen is not None and seen.has_moved(team, number, places):
                return seen.arrival
        return None

    def _receive(self, patience: float) -> tuple[float, bytes] | None:
        self._socket.settimeout(patience)
        try:
            data, notes, _, _ = self._socket.recvmsg(1 << 16, 64)
        except TimeoutError:
            return None
        for level, kind, note in notes:
            if (level, kind) == (socket.SOL_SOCKET, _TIMESTAMPS):
                whole, billionths = struct.unpack("@ll", note[: struct.calcsize("@ll")])
                return whole + 1e-9 * billionths, data
        return time.time(), data

    def _read(self, arrival: float, data: bytes) -> Seen | None:
        packet = self._packet.FromString(data)
        return Seen(arrival, packet.detection) if packet.HasField("detection") else None


def regularity(frames: Iterable[Seen]) -> dict[str, Any]:
    """Jitter of frames, and the number of lost ones.

    Jitter is the distance of each frame from the regular grid that fits the frames of its camera best; interval jitter
    is the deviation of the time between two frames from its mean. Both are absolute values in ms.
    """
    by_camera: dict[int, list[Seen]] = {}
    for seen in frames:
        by_camera.setdefault(seen.camera, []).append(seen)
    off_grid: list[float] = []
    off_interval: list[float] = []
    factors, expected, received, hertz = [], 0, 0, []
    for camera, own in sorted(by_camera.items()):
        if len(own) < 3:
            raise RuntimeError(f"only {len(own)} frames of camera {camera} came; measure for longer")
        numbers = np.array([seen.detection.frame_number for seen in own], dtype=float)
        arrivals = np.array([seen.arrival for seen in own]) - own[0].arrival
        captures = np.array([seen.detection.t_capture for seen in own])
        slope, start = np.polyfit(numbers - numbers[0], arrivals, 1)
        off_grid += (1000 * np.abs(arrivals - start - slope * (numbers - numbers[0]))).tolist()
        off_interval += (1000 * np.abs(np.diff(arrivals) - slope * np.diff(numbers))).tolist()
        factors.append(_passed(captures) / _passed(arrivals))
        hertz.append((len(own) - 1) / arrivals[-1])
        expected += int(numbers[-1] - numbers[0]) + 1
        received += len(own)
    if not by_camera:
        raise RuntimeError(f"no frame came; may this machine send multicast over its loopback ({HERE})?")
    return {
        "real_time_factor": round(float(np.mean(factors)), 6),
        "jitter_ms": percentiles(off_grid, p50=50, p99=99, p999=99.9, most=100),
        "interval_jitter_ms": percentiles(off_interval, p50=50, p99=99, p999=99.9, most=100),
        "frames_sent": expected,
        "frames_received": received,
        "frames_lost": expected - received,
        "camera_hz": round(float(np.mean(hertz)), 2),
    }


def _passed(times: NDArray[np.float64]) -> float:
    """Time from the middle of the first tenth to the middle of the last, so that a single late frame does not
    matter.
    """
    tenth = max(1, len(times) // 10)
    return float(np.median(times[-tenth:]) - np.median(times[:tenth]))


def percentiles(values: Sequence[float], **wanted: float) -> dict[str, float]:
    """Some percentiles by name; 0 without measurements."""
    return {name: round(float(np.percentile(values or [0.0], share)), 4) for name, share in wanted.items()}
