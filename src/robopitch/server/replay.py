"""Replay: sends recorded packets again, to the same groups as the live server."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from robopitch.net import REAL, Console, Poller, Sender, System
from robopitch.net.faults import Faults
from robopitch.server.broadcast import open_senders

if TYPE_CHECKING:
    from robopitch.leagues.channel import Channel
    from robopitch.leagues.network import Network

__all__ = ["Replay"]

LONGEST_WAIT = 0.2  # s between two checks whether to stop
PATIENCE = 0.1  # s: a replay that is further behind does not catch up

Packets = Iterator[tuple[int, str, bytes]]  # ns, topic, packet


class Replay:
    """Sends packets at their times, at any speed, from any time, in a loop if wanted.

    packets:    the packets from a time on, in ns
    start, end: of the recording, ns
    channels:   of the league, by name; packets of others are not sent
    """

    def __init__(
        self,
        packets: Callable[[int], Packets],
        start: int,
        end: int,
        channels: Mapping[str, Channel],
        network: Network,
        speed: float = 1.0,
        loop: bool = False,
        system: System = REAL,
    ) -> None:
        self._monotonic = system.clock.monotonic
        self._packets, self._start, self._end, self._loop = packets, start, end, loop
        self._senders: dict[str, Sender] = {  # by topic
            channels[name].topic: sender for name, sender in open_senders(channels, network, system).items()
        }
        try:
            self._console = Console(network.host, network.port("console"), system=system)
        except ValueError:
            self.close()
            raise
        self.network = network
        self.faults = Faults(system.clock.monotonic)
        self._poller = Poller(system)
        self._stopping = False  # no Event: a signal handler that sets one can deadlock
        self.sent = dict.fromkeys(self._senders, 0)
        self.rounds = 0
        self._speed = _checked(speed)
        self._waiting: tuple[int, str, bytes] | None = None
        self.seek(start)

    @property
    def notices(self) -> list[str]:
        """Notices about the network, for the user."""
        return [sender.notice for sender in self._senders.values() if sender.notice is not None][:1]

    def seek(self, at: int) -> None:
        """Continue at a time, ns."""
        self._at = min(max(at, self._start), self._end)
        self._queue = self._packets(self._at)
        self._waiting = None
        self._rebase()

    def set_speed(self, speed: float) -> None:
        """Set the speed; 0 pauses."""
        self._at = self._now()
        self._speed = _checked(speed)
        self._rebase()

    def run(self) -> None:
        """Send until the end, or until `stop`."""
        self._rebase()
        while not self._stopping:
            if self._waiting is None:
                self._waiting = next(self._queue, None)
            if self._waiting is None:
                if not self._loop or self._end <= self._start:
                    return
                self.rounds += 1
                self.seek(self._start)
                continue
            wait = self._wait(self._waiting[0])
            if wait > 0 or self._speed == 0:
                self._attend(min(wait, LONGEST_WAIT))
                continue
            if wait < -PATIENCE and math.isfinite(self._speed):
                self._at = self._waiting[0]  # the machine was busy, or reading took long
                self._rebase()
            _, topic, data = self._waiting
            self._waiting = None
            sender = self._senders.get(topic)
            if sender is not None:
                self.sent[topic] += sender.send(data)

    def stop(self) -> None:
        """Request the end; callable from any thread and from a signal handler."""
        self._stopping = True

    def close(self) -> None:
        """Close the sockets."""
        for sender in self._senders.values():
            sender.close()
        for part in ("_console", "_poller"):
            if hasattr(self, part):
                getattr(self, part).close()

    def __enter__(self) -> Replay:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- inside ------------------------------------------------------------------------------------------------

    def _rebase(self) -> None:
        self._began = self._monotonic()

    def _now(self) -> int:
        if math.isinf(self._speed):
            return self._waiting[0] if self._waiting is not None else self._at
        return self._at + round((self._monotonic() - self._began) * self._speed * 1e9)

    def _wait(self, due: int) -> float:
        """Seconds until a packet is due."""
        if self._speed == 0:
            return LONGEST_WAIT
        if math.isinf(self._speed):
            return 0.0
        return self._began + (due - self._at) / 1e9 / self._speed - self._monotonic()

    def _attend(self, wait: float) -> None:
        """Wait, and answer requests on the console meanwhile."""
        console = self._console
        self._poller.watch(console.readers(), console.writers())
        if not self._poller.wait(0.0 if console.pending else wait) and not console.pending:
            console.tidy()
            return
        for client, request in console.poll():
            try:
                answer = self._answer(request)
            except KeyError as error:
                answer = {"error": f"{error} is missing in the request"}
            except (ValueError, TypeError, OverflowError) as error:
                answer = {"error": str(error)}
            except Exception as error:
                answer = {"error": f"a fault of the replay, which goes on: {self.faults.note('console', error)}"}
            console.answer(client, answer)

    def _answer(self, request: dict[str, Any]) -> dict[str, Any]:
        asked = request.get("ask")
        if asked == "status":
            return self.status()
        if asked == "speed":
            self.set_speed(float(request["speed"]))
            return {"speed": request["speed"]}
        if asked == "seek":
            self.seek(self._start + round(float(request["seconds"]) * 1e9))
            return {"seconds": request["seconds"]}
        raise ValueError(f"a replay does not understand {asked!r}; ask status, speed or seek")

    def status(self) -> dict[str, Any]:
        """The status as plain data."""
        return {
            "mode": "replay",
            "seconds": round((self._now() - self._start) / 1e9, 3),
            "of": round((self._end - self._start) / 1e9, 3),
            "speed": None if math.isinf(self._speed) else self._speed,
            "rounds": self.rounds,
            "sent": {topic: count for topic, count in self.sent.items()},
        }


def _checked(speed: float) -> float:
    if not speed >= 0:
        raise ValueError(f"a speed of {speed} times real time; from 0, which is a pause, up is possible")
    return speed
