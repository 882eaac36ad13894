"""All programs on MI20's network: who takes part, frames for them, and events from one to the others [MI20 §2.6.3]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robopitch.leagues.connection import ClockStepTo, Io
from robopitch.leagues.mirosot.channels import ENVIRONMENT
from robopitch.leagues.mirosot.mi20.frames import snapshot_of, snapshot_of_frame, world_of
from robopitch.leagues.mirosot.mi20.view import EventTimes
from robopitch.leagues.mirosot.sensors.image_vision import VISION
from robopitch.leagues.mirosot.wire.mi20 import Snapshot
from robopitch.leagues.mirosot.wire.mi20_events import (
    EVENT_NAMES,
    OWN_NAMES,
    Hello,
    ModuleStart,
    NewSnapshot,
    NewWorldData,
    SettingChanged,
    WireEvent,
    encode_event,
    event_data,
    event_id,
    names_by_id,
)
from robopitch.messages import CameraFrame, Decision, Event, Input, Output, Team

if TYPE_CHECKING:
    from robopitch.leagues.mirosot.mi20.endpoint import Mi20Connection
    from robopitch.match import Match
    from robopitch.sensors.sensor import Sensor

__all__ = ["KNOWN", "RATE", "SNAPSHOT", "WORLD", "Mi20Hub", "encode_frame"]

RATE = 60.0  # Hz, as FIRASim's frames
KNOWN = names_by_id((*EVENT_NAMES, *OWN_NAMES))
SNAPSHOT, WORLD = event_id("new_snapshot"), event_id("new_worlddata")


class Mi20Hub:
    """All connected programs. An observer of the match while there is one."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.peers: list[Mi20Connection] = []  # that were accepted
        self.times = EventTimes()
        self._frame_tick = -1  # of the last frame that was sent
        self._done: set[Team] = set()
        self._lockstep = False  # time waits for the teams
        self._seen: CameraFrame | None = None  # by image vision …
        self._is_new = False  # … since the last frame that was sent

    def join(self, peer: Mi20Connection, hello: Hello) -> str | None:
        """Let a program take part; returns why it may not."""
        if hello.team is not None and hello.team not in self._match.teams.external:
            return f"{hello.team} is not commanded from outside in this match"
        for other in self.peers:
            shared = set(hello.modules) & set(other.hello.modules) if other.hello.team is hello.team else set()
            if shared and hello.team is not None:
                where = "{}:{}".format(*other.address)
                return f"{', '.join(sorted(shared))} of {hello.team} runs already in {other.hello.name!r} at {where}"
        if not self.peers:
            self._match.observe(self, RATE)
            self._match.sensors.listeners.append(self._on_reports)
        self.peers.append(peer)
        return None

    def leave(self, peer: Mi20Connection) -> None:
        """A program has left: the others learn that its modules do not run any more."""
        if peer not in self.peers:
            return
        self.peers.remove(peer)
        for module in peer.hello.modules:
            self.relay(peer, ModuleStart(module, False))
        if not self.peers:
            self._match.forget(self)
            self._match.sensors.listeners.remove(self._on_reports)
            self._seen, self._is_new, self._lockstep = None, False, False
        else:
            self._step(peer.io)  # the others do not wait for it

    def relay(self, sender: Mi20Connection, event: WireEvent) -> None:
        """Pass an event on to the other programs of the team, or of all teams, that want it."""
        name, _ = event_data(event)
        identifier, data = event_id(name), b""
        for peer in self._others(sender):
            if identifier in peer.wants:
                data = data or encode_event(event)
                peer.io.send(data)

    def pass_setting(self, sender: Mi20Connection, setting: SettingChanged) -> None:
        """Pass a setting on to the other programs of the team."""
        for peer in self._others(sender):
            peer.io.send(setting.encode())

    def _others(self, sender: Mi20Connection) -> list[Mi20Connection]:
        team = sender.hello.team
        return [
            peer
            for peer in self.peers
            if peer is not sender and (team is None or peer.hello.team is None or peer.hello.team is team)
        ]

    def done(self, peer: Mi20Connection) -> None:
        """A team has answered the last frame: in lockstep, time goes on when all have."""
        if peer.hello.team is not None:
            self._done.add(peer.hello.team)
            self._step(peer.io)

    def _step(self, io: Io) -> None:
        teams = {peer.hello.team for peer in self.peers if peer.hello.team is not None}
        if teams and self._done >= teams:
            self._done.clear()
            self._lockstep = True  # before: the step may be made at once, and its frame sent
            self._lockstep = io.request(ClockStepTo(ENVIRONMENT)) is None
            if self._lockstep and self._frame_tick != self._match.tick:
                self.on_sample(self._match)

    def report(self) -> Mapping[str, Any]:
        """Who takes part, for the status."""
        return {
            "{}:{}".format(*peer.address): {
                "name": peer.hello.name,
                "team": "" if peer.hello.team is None else peer.hello.team.value,
                "modules": list(peer.hello.modules),
                "events": sorted(KNOWN[one] for one in peer.wants),
                "text": f"{peer.hello.name} ({peer.hello.team or 'watches'})",
            }
            for peer in self.peers
        }

    # ---- the observer of the match -----------------------------------------------------------------------------

    def on_sample(self, match: Match) -> None:
        """Send the frame, and what has changed."""
        self._frame_tick = match.tick
        frames: dict[tuple[Team, int], bytes] = {}
        # A camera is slower than the frames. In lockstep each frame is answered: the last snapshot comes again.
        has_snapshot = self._is_new or self._lockstep or not self.looks(match)
        self._is_new = False
        for peer in self.peers:
            peer.tell_game(match)
            for identifier in (SNAPSHOT, WORLD):
                if identifier in peer.wants and (has_snapshot or identifier != SNAPSHOT):
                    key = peer.side, identifier
                    if key not in frames:
                        frames[key] = self.frame(match, *key)
                    peer.io.send(frames[key])

    # ---- image vision ------------------------------------------------------------------------------------------

    def looks(self, match: Match) -> bool:
        """Whether snapshots are those of the image vision: while that sensor is on."""
        return any(sensor.name == VISION and sensor.settings.on for sensor in match.sensors.suite)

    def frame(self, match: Match, team: Team, identifier: int) -> bytes:
        """The packet with the snapshot, or the world data, of a team at present."""
        if identifier != SNAPSHOT or not self.looks(match):
            return encode_frame(match, team, identifier)
        if self._seen is None:  # there was no image yet
            return encode_event(NewSnapshot(Snapshot(match.world.time, (), (), ())))
        return encode_event(NewSnapshot(snapshot_of_frame(self._seen, team, match.world.league)))

    def _on_reports(self, sensor: Sensor, reports: Sequence[Output]) -> None:
        if sensor.name == VISION:
            for report in reports:
                if isinstance(report, CameraFrame):
                    self._seen, self._is_new = report, True

    def on_input(self, source: str, sequence: int, input: Input) -> None:
        """Nothing."""

    def on_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """Nothing."""

    def on_decision(self, decision: Decision) -> None:
        """Nothing."""

    def on_events(self, events: Sequence[Event]) -> None:
        """Nothing."""


def encode_frame(match: Match, team: Team, identifier: int) -> bytes:
    """The packet with the true snapshot, or the world data, of a team."""
    if identifier == SNAPSHOT:
        return encode_event(NewSnapshot(snapshot_of(match, team)))
    return encode_event(NewWorldData(world_of(match, team)))
