"""Module vision: from datagrams to snapshots, states of the game and feedback."""

from __future__ import annotations

from collections.abc import Callable

from robopitch.client.absence import Absence
from robopitch.client.estimator import MOST_CAMERAS
from robopitch.client.events import (
    Datagrams,
    FieldChanged,
    GameStateChange,
    Heard,
    NewSnapshot,
)
from robopitch.client.frame_sets import FrameSets
from robopitch.client.framework import Registry
from robopitch.client.link import Report, StreamLink, TeamLink
from robopitch.messages import CameraFrame, ChangeCameras, ChangeSpec, Feedback, Refusal
from robopitch.messages.game_state import GameState
from robopitch.net import Faults

__all__ = ["VisionModule"]

BUDGET = 0.002  # s


class VisionModule:
    """Reads datagrams through the link of a league.

    refuse: called with the source and the refusal of a datagram that could not be read
    """

    def __init__(
        self,
        link: TeamLink,
        clock: Callable[[], float],
        faults: Faults,
        refuse: Callable[[str, Refusal], None],
        absence: Absence,
    ) -> None:
        self._link, self._clock, self._faults = link, clock, faults
        self._refuse, self._absence = refuse, absence
        # Frames that come over a stream are answered one by one: in lockstep the next one waits for the answer.
        self._sets = FrameSets(0.0) if isinstance(link, StreamLink) else FrameSets()

    def start(self, registry: Registry) -> None:
        """Listen to datagrams."""
        self._registry = registry
        registry.work(Datagrams, self._on_datagrams, BUDGET)

    def stop(self) -> None:
        """Forget the geometry of the field: the next vision reads it anew."""
        self._link.reset()

    def _on_datagrams(self, event: Datagrams) -> None:
        for data in event.data:
            with self._faults.caught(event.source):
                for report in self._link.read(event.source, data):
                    self._take(event.source, report)

    def _take(self, source: str, report: Report) -> None:
        send = self._registry.send
        if isinstance(report, CameraFrame):
            if report.camera < MOST_CAMERAS:
                now = self._clock()
                self._sets.add(report, now)
                self._absence.heard(now)
        elif isinstance(report, GameState):
            send(GameStateChange(report))
        elif isinstance(report, Feedback):
            send(Heard((report,)))
        elif isinstance(report, ChangeSpec | ChangeCameras):
            send(FieldChanged(report))
        elif isinstance(report, Refusal):
            self._refuse(source, report)
        else:
            send(report)

    def due(self) -> float:
        """When the next snapshot is due, s; infinity if no frame has come."""
        return self._sets.due(self._clock())

    def send_snapshot(self) -> None:
        """Send the frames that have come as a snapshot."""
        self._registry.send(NewSnapshot(self._sets.take(self._clock())))
