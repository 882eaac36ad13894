"""What a server of the Small Size League sends to groups: vision, tracker and referee packets."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from robopitch.leagues.channel import Packet
from robopitch.leagues.ssl.referee.game_events import game_events
from robopitch.leagues.ssl.referee.messages import SOURCE, has_clocks, message_of
from robopitch.leagues.ssl.wire.referee import encode_game, encode_referee, encode_time
from robopitch.leagues.ssl.wire.tracker import TrackedEncoder
from robopitch.leagues.ssl.wire.vision import encode_frame, encode_frames, geometry_packets
from robopitch.messages import CameraFrame, Output, TrackerFrame
from robopitch.messages.camera_frame import CameraFrames

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["REFEREE", "TRACKER", "VISION", "Frames", "Geometry", "RefereeMessages", "tracker_uuid"]

VISION, TRACKER, REFEREE = "vision", "tracker", "referee"


def tracker_uuid(match: Match) -> str:
    """The tracker's name on the wire: the same when the match is simulated again, another for another match."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"robopitch {match.world.seed} {match.origin!r}"))


class Frames:
    """Frames of cameras and tracker, as soon as the match outputs them."""

    rate = 0.0

    def __init__(self, match: Match) -> None:
        self._match = match
        self._tracker = TrackedEncoder(match.epoch, tracker_uuid(match))

    @property
    def about(self) -> Mapping[str, str]:
        """Number and rate of the cameras, and the source of the tracker."""
        match = self._match
        vision = match.world.league.sensors.vision
        if vision is None:
            return {}
        tracker = match.options.tracker
        return {
            VISION: f"SSL-Vision, {len(match.cameras)} cameras at {vision.rate:g} Hz",
            TRACKER: f"{tracker}, {vision.tracker_rate:g} Hz" if tracker != "none" else "none",
        }

    def packets(self, outputs: Sequence[Output], due: bool) -> Sequence[Packet]:
        """One packet per frame, in their order."""
        epoch = self._match.epoch
        if type(outputs) is CameraFrames:
            return [Packet(VISION, data) for data in encode_frames(outputs, epoch)]
        packets = []
        self._tracker.epoch = epoch
        for output in outputs:
            if isinstance(output, TrackerFrame):
                packets.append(Packet(TRACKER, self._tracker.encode(output)))
            elif isinstance(output, CameraFrame):
                packets.append(Packet(VISION, encode_frame(output, epoch)))
        return packets


class Geometry:
    """Field and cameras, every `geometry_interval`, in the group of vision."""

    about: Mapping[str, str] = {}

    def __init__(self, match: Match) -> None:
        self._match = match
        self._encoded: tuple[object, object, list[Packet]] = (None, None, [])
        self._rate: tuple[object, float] = (None, 0.0)  # of a league

    @property
    def rate(self) -> float:
        """As the league's description says."""
        league = self._match.world.league
        if self._rate[0] is not league:
            vision = league.sensors.vision
            self._rate = league, 1 / float(vision.geometry_interval) if vision is not None else 0.0
        return self._rate[1]

    def packets(self, outputs: Sequence[Output], due: bool) -> Sequence[Packet]:
        """The geometry packets, encoded again only when the league or the cameras have changed."""
        if not due:
            return ()
        league, cameras = self._match.world.league, self._match.cameras
        if self._encoded[0] is not league or self._encoded[1] is not cameras:
            packets = [Packet(VISION, data, counts=False) for data in geometry_packets(league, cameras)]
            self._encoded = (league, cameras, packets)
        return self._encoded[2]


class RefereeMessages:
    """Messages of the built-in referee, as long as no external referee is heard."""

    rate = 40.0  # Hz, as the game controller sends them

    def __init__(self, match: Match) -> None:
        self._match = match
        self._encoded: tuple[object, object, object, bytes] = (None, None, None, b"")  # of a game without clocks

    @property
    def about(self) -> Mapping[str, str]:
        """Whether there is a built-in referee."""
        return {REFEREE: f"{self.rate:g} Hz until another one is heard" if self._match.options.built_in else "silent"}

    def packets(self, outputs: Sequence[Output], due: bool) -> Sequence[Packet]:
        """One message, about the game as it was when the sensors sampled this tick."""
        match = self._match
        game = match.sampled_game
        if not due or game.external or not match.options.built_in:
            return ()
        epoch, names, time = match.epoch, match.names, match.world.time
        if has_clocks(game):
            events = game_events(match.stoppage, epoch, SOURCE)
            return (Packet(REFEREE, encode_referee(message_of(game, time, epoch, names, events))),)
        if self._encoded[0] is not game or self._encoded[1:3] != (epoch, names):
            self._encoded = game, epoch, names, encode_game(message_of(game, time, epoch, names))
        return (Packet(REFEREE, encode_time(time + epoch) + self._encoded[3]),)
