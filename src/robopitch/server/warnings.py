"""Warnings about a running server: what is wrong, and since when. They also go to the log "robopitch"."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from robopitch.leagues.link_stats import Activity
from robopitch.match import EXTERNAL
from robopitch.messages import Team
from robopitch.server.waiting import IDLE

if TYPE_CHECKING:
    from robopitch.server.server import Server

__all__ = ["Condition", "Warnings"]

SILENT = 2.0  # s without commands of a team, or without a message of the game controller, which sends 40 per second
LAGGING = 2.0  # s for which the speed is not reached
REACHED = 0.95  # fraction of the wanted speed that counts as reached
AHEAD = 0.01  # s

log = logging.getLogger("robopitch")


class Condition(NamedTuple):
    """Something that is wrong now."""

    key: str  # constant while the condition lasts
    text: str
    since: float | None = None  # monotonic time; None: from the start, or not relevant


class Warnings:
    """Checks once a second what is wrong, and logs when each condition begins and ends."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._known: dict[str, Condition] = {}
        self._clock = server.system.clock
        self._moves_since = self._clock.monotonic()  # simulated time stood still until then: no commands were expected
        self._lags_since: float | None = None
        self._dropped: dict[str, tuple[int, float]] = {}  # by label: number so far, and time of the last increase

    def look(self, now: float) -> None:
        """Check all conditions, and log the changes; to be called about once a second."""
        self._measure(now)
        found = {condition.key: condition for condition in self._conditions(now)}
        for key, condition in found.items():
            if key not in self._known:
                log.warning("%s", self._sentence(condition, now))
        for key, condition in self._known.items():
            if key not in found:
                log.warning("no longer: %s", condition.text)
        self._known = found

    def sentences(self, now: float) -> list[str]:
        """All current warnings."""
        return [self._sentence(condition, now) for condition in self._conditions(now)]

    def _sentence(self, condition: Condition, now: float) -> str:
        if condition.since is None:
            return condition.text
        ago = now - condition.since
        clock = datetime.fromtimestamp(self._clock.unix() - ago)
        return f"{condition.text}; since {clock:%H:%M:%S}, {ago:.0f} s ago"

    def _measure(self, now: float) -> None:
        """Update the measurements that need a second."""
        server = self._server
        if not server.moves or server.mode == "lockstep":
            self._moves_since = now
        wanted = server.clock.speed
        lags = server.mode == "real time" and 0 < server.pacing.real_time_factor < REACHED * wanted
        self._lags_since = (self._lags_since or now - 1.0) if lags else None
        for label, reasons in server.broadcast.dropped.items():
            count = reasons.total()
            if count > self._dropped.get(label, (0, 0.0))[0]:
                self._dropped[label] = count, now

    # ---- what can be wrong ---------------------------------------------------------------------------------------

    def _conditions(self, now: float) -> Iterator[Condition]:
        server = self._server
        for notice in server.broadcast.notices:
            yield Condition(notice, notice)
        for port in server.ports:
            if text := port.senders.warning(now):
                yield Condition(f"senders of {port.link.name}", f"{port.link.name}: {text}")
        yield from self._two_clients(now)
        yield from self._held_up(now)
        yield from self._silence(now)
        yield from self._floods(now)
        yield from self._lost_packets(now)
        failure = server.history.status()["failure"]
        if failure is not None:
            yield Condition("history", failure)
        yield from self._time(now)

    def _two_clients(self, now: float) -> Iterator[Condition]:
        links = {link.name: link for link in self._server.all_links()}
        for team in Team:
            talking = links[team.value].peers(now) if team.value in links else []
            clients = [*talking, *self._server.lockstep.clients(team)]
            if len(clients) > 1:
                text = f"{len(clients)} clients command {team}: {', '.join(clients)}; the last word wins"
                yield Condition(f"clients of {team}", text)

    def _held_up(self, now: float) -> Iterator[Condition]:
        for name, peer, since in self._server.lockstep.holders:
            if now - since > IDLE:
                text = f"time stands still: it waits for {peer} ({name}), which is connected and asks for no step"
                yield Condition(f"idle {peer}", text, since)
        for text in self._server.waits_for:
            yield Condition(text, f"time stands still: it waits for {text}")

    def _silence(self, now: float) -> Iterator[Condition]:
        server, match = self._server, self._server.match
        activities = [(team, one) for port in server.ports for team, one in port.activities.items()]
        if match.game.external:
            for since in _silent([one for team, one in activities if team is None], now):
                command = match.game.detail.get("name", match.game.phase)
                text = f"the game controller is silent; its last command, {command}, still holds"
                yield Condition("game controller", f"{text} (robopitch referee … takes over)", since)
        if not server.moves or server.mode == "lockstep":
            return  # teams that wait for vision send no commands
        for team in Team:
            if match.players[team] == EXTERNAL:
                for since in _silent([one for whose, one in activities if whose is team], now):
                    if now - self._moves_since > SILENT:
                        yield Condition(f"silent {team}", f"no commands for {team}", since)

    def _floods(self, now: float) -> Iterator[Condition]:
        for link in self._server.all_links():
            if held := link.held_back(now):
                text = f"{', '.join(held)} sends more than one may send to {link.name}, and is slowed down"
                yield Condition(f"flood {link.name}", text)

    def _lost_packets(self, now: float) -> Iterator[Condition]:
        for label, reasons in self._server.broadcast.dropped.items():
            count, last = self._dropped.get(label, (0, 0.0))
            if count and now - last < SILENT:
                why = max(reasons, key=lambda reason: reasons[reason])
                to = self._server.broadcast.status()[label]["to"]
                since = self._known[label].since if label in self._known else last
                yield Condition(label, f"{label} does not get out: packets to {to} could not be sent ({why})", since)

    def _time(self, now: float) -> Iterator[Condition]:
        server, clock = self._server, self._server.clock
        if self._lags_since is not None and now - self._lags_since > LAGGING:
            text = f"{server.pacing.real_time_factor:.2g} times real time is reached, {clock.speed:g} was wanted"
            yield Condition("speed", f"{text}: the machine is too slow or busy", self._lags_since)
        if server.pacing.ahead > AHEAD:
            text = f"times that are sent are {server.pacing.ahead:.3g} s ahead of unix time"
            yield Condition("ahead", f"{text}: time ran faster before, or this machine's clock was set back")
        if clock.times_lost:
            text = f"real time was lost {clock.times_lost} times, {clock.lost:.3f} s in all"
            yield Condition("lost", f"{text}: the machine is too slow or was busy")


def _silent(activities: list[Activity], now: float) -> Iterator[float]:
    """Yield the time since when all are silent, if that is too long ago and one of them has sent regularly."""
    last = max((one.last for one in activities), default=now)
    if any(one.regular for one in activities) and now - last > SILENT:
        yield last
