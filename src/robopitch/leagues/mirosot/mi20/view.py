"""The table of events on the page: how often each came, and how long its handling took [MI20 fig. 2.13]."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from robopitch.leagues.mirosot.wire.mi20_events import EVENT_NAMES, OWN_NAMES, PacketType, names_by_id
from robopitch.leagues.panel_view import PanelColumn, PanelRow, PanelTable, PanelView
from robopitch.measure.timing import Timing

if TYPE_CHECKING:
    from robopitch.net.system import Clock

__all__ = ["EventTimes"]

_NAMES = names_by_id((*EVENT_NAMES, *OWN_NAMES))
_TYPES = {one.value: one.name.replace("_", " ").lower() for one in PacketType}
COLUMNS = (
    PanelColumn("event"),
    PanelColumn("calls"),
    PanelColumn("min", "ms", 3),
    PanelColumn("avg", "ms", 3, "Mean time of handling one packet"),
    PanelColumn("max", "ms", 3),
    PanelColumn("stddev", "ms", 3),
)


class EventTimes:
    """Statistics by kind of packet; the packets of all programs together."""

    def __init__(self) -> None:
        self.timings: dict[str, Timing] = {}
        self.view = PanelView("events", "Events", COLUMNS, self._read)

    @contextmanager
    def of(self, packet: bytes, clock: Clock) -> Iterator[None]:
        """Measure the handling of a packet."""
        began = clock.monotonic()
        try:
            yield
        finally:
            self.timings.setdefault(_kind(packet), Timing()).add(clock.monotonic() - began)

    def _read(self, programs: Mapping[str, Any]) -> PanelTable:
        rows = [
            PanelRow(name, "", (name, one.calls, *(1000 * s for s in (one.least, one.mean, one.most, one.deviation))))
            for name, one in sorted(self.timings.items())
        ]
        return PanelTable(rows, "" if rows else "No program has connected to the port of MI20's network yet.")


def _kind(packet: bytes) -> str:
    """The name of the event, or the type of the packet."""
    if len(packet) >= 10 and packet[3] == PacketType.EVENT:
        return _NAMES.get(struct.unpack_from("<I", packet, 6)[0], "unknown event")
    return _TYPES.get(packet[3], "unknown packet")
