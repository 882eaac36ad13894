"""A match without a network: both teams drive at random, and all packets are encoded as by a server."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

from robopitch.leagues.making import make_match
from robopitch.leagues.publishing import Publishers
from robopitch.leagues.registry import family_of
from robopitch.leagues.ssl.wire.simulation import decode_team, encode_team
from robopitch.leagues.ssl.wire.simulation.team import encode_orders
from robopitch.match import Match
from robopitch.messages import BodyVelocity, RobotOrder, Team
from robopitch.recording.header import describe
from robopitch.recording.memory import MemorySink
from robopitch.recording.recorder import Recorder, chunk_of
from robopitch.recording.sink import FileSink, Sink

__all__ = ["DrivenMatch", "random_driving"]

LEAGUE = "ssl-div-a"
ROBOTS = 11  # in each team
TIMESTEP = 0.001  # s
REALISM, TRACKER = "realistic", "truth"
CAMERAS, RATE = 4, 100.0  # Hz: of cameras and of commands
TRUTH = 50.0  # Hz
HOLD = 0.2  # s between two changes of commands
FAST, TURN = 2.0, 3.0  # m/s and rad/s: largest commands
DRIBBLER = 100.0  # rad/s


def measured_match() -> Match:
    """The match of all measurements."""
    vision = {"sensors.vision.cameras": CAMERAS, "sensors.vision.rate": RATE}
    return make_match(
        LEAGUE, realism=REALISM, tracker=TRACKER, players=ROBOTS, timestep=TIMESTEP, overrides=vision, epoch=1e9
    )


def random_driving(seconds: float) -> list[dict[Team, bytes]]:
    """Random commands of both teams, one set per hold time, with dribblers on."""
    chance = random.Random(0)

    def order(number: int) -> RobotOrder:
        velocity = (chance.uniform(-most, most) for most in (FAST, FAST, TURN))
        return RobotOrder(number, BodyVelocity(*velocity), dribbler=DRIBBLER)

    turns = round(seconds / HOLD) + 1
    return [{team: encode_orders([order(number) for number in range(ROBOTS)]) for team in Team} for _ in range(turns)]


class Counted(FileSink):
    """A sink that counts its messages, so that a caller can wait until they are written."""

    def __init__(self, path: Path, match: Match, packets: bool) -> None:
        super().__init__(path, describe(match), chunk_of(match, TRUTH, packets), overwrite=True)
        self._taken = 0

    def put(self, topic: str, time: int, content: bytes | Callable[[], bytes], outcome: bool = False) -> None:
        """Add a message."""
        self._taken += 1
        super().put(topic, time, content, outcome)

    def settle(self) -> None:
        """Wait until everything is written; an error if a message could not be written."""
        while self.written < self._taken and self.failure is None:
            time.sleep(0.005)
        if self.failure is not None:
            raise ValueError(self.failure)


class DrivenMatch:
    """A running match with commands, packets and answers as by a server, with or without recording."""

    def __init__(
        self, driving: list[dict[Team, bytes]], path: Path | None = None, packets: bool = True, memory: float = 0.0
    ) -> None:
        self.match = measured_match()
        self.cpu: list[float] = []  # s of processor time per slice
        self._driving = driving
        self._league = family_of(self.match.world.league.family)
        self._publishers = Publishers(self.match, self._league)
        self._last = dict.fromkeys(Team, -1)  # tick of the last feedback to a team
        self._turn = 0
        self._file = None if path is None else Counted(path, self.match, packets)
        sinks: list[Sink] = [] if self._file is None else [self._file]
        sinks += [MemorySink(memory)] if memory else []
        self._recorder = Recorder(self.match, sinks, TRUTH, packets) if sinks else None

    def go(self, seconds: float) -> None:
        """Advance for a time; wait until the file is written, so that other slices do not pay for it."""
        start = time.process_time()
        for _ in range(round(seconds * RATE)):
            self._exchange()
        if self._file is not None:
            self._file.settle()
        self.cpu.append(time.process_time() - start)

    def close(self) -> None:
        """Write the rest."""
        if self._recorder is not None:
            self._recorder.close()
        if self._file is not None:
            self._file.close()
            self._file.settle()

    def _exchange(self) -> None:
        match = self.match
        for team, data in self._driving[int(self._turn / (RATE * HOLD))].items():
            self._keep(f"/in/{team}", data)
            request = decode_team(data, team)
            refusals = request.refusals
            if request.orders is not None:
                refusals += match.offer(team.value, request.orders)
            feedback = match.feedback(team, self._last[team], self._turn + 1)
            self._last[team] = match.tick
            self._keep(f"/out/{team}", encode_team(refusals, feedback))
        self._turn += 1
        for published in self._publishers.go(match.tick + round(1 / (RATE * TIMESTEP))):
            for packet in published.packets:
                self._keep(self._league.channels[packet.channel].topic, packet.data, sent=True)

    def _keep(self, topic: str, data: bytes, sent: bool = False) -> None:
        if self._recorder is not None:
            self._recorder.packet(topic, data, sent)
