"""A server without its loop, whose time advances only on request."""

from __future__ import annotations

import time
from pathlib import Path

import robopitch
from robopitch.match import Match
from robopitch.net import NetError
from robopitch.server import Server
from robopitch.server.history import History

from .clients import DEADLINE
from .pitch import EPOCH, free_network


def match_of(league: str = "ssl-div-b", **options) -> Match:
    noise = {"command_delay": 0.004, "command_loss": 0.1}
    chosen = {"players": 2, "seed": 9, "epoch": EPOCH, "realism": "realistic", "realism_overrides": noise, **options}
    return robopitch.make_match(league, **chosen)


class Moving:
    """A server without its loop: time advances only in `step`."""

    def __init__(self, match: Match | None = None, history: History | None = None, **options) -> None:
        self.match = match or match_of(**options)
        self.history = history or History()
        for _ in range(10):  # another process may take a port between the search and the opening
            try:
                self.server = Server(
                    self.match, free_network(self.match.world.league.family), 0.0, history=self.history
                )
                break
            except NetError:
                continue
        self.history.start(self.match)
        self.step, self.go_back = self.server.step, self.server.go_back

    @property
    def fingerprint(self) -> str:
        return self.match.world.fingerprint()

    def give(self, *wishes) -> None:
        for wish in wishes:
            assert self.match.offer("test", wish) == ()
        self.match.advance(self.match.tick)

    def save(self, path: Path) -> Path:
        self.history.save(path)
        end = time.monotonic() + DEADLINE
        while self.history.saved[str(path)] == "being written" and time.monotonic() < end:
            time.sleep(0.002)
        assert self.history.saved[str(path)] == "saved"
        return path

    def close(self) -> None:
        self.server.close()
