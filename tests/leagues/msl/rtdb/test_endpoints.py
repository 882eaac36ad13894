"""Frames of data bases that a server hears: recorded if they are any, counted as refused if not."""

import pytest

from robopitch.leagues.msl.rtdb.endpoints import RTDB_CHANNELS, rtdb_endpoints
from robopitch.leagues.msl.wire.rtdb import Record, encode_v1
from robopitch.leagues.msl.wire.rtdb.frame_v2 import NamedRecord, encode_v2
from robopitch.leagues.msl.wire.rtdb.frame_v3 import ItemV3, encode_v3

FRAMES = {
    "rtdb_v1": encode_v1(1, 2, (), [Record(1, 3, b"ab")]),
    "rtdb_v2": encode_v2(1, 2, (), [NamedRecord("key", 3, b"\x01")]),
    "rtdb_v3": encode_v3(1, 2, 3_000_000, [ItemV3("key", 1, b"\x01", 2_000_000)]),
}


class ListIo:
    def __init__(self):
        self.recorded, self.refused = [], []

    def record(self, channel, data):
        self.recorded.append((channel, data))

    def refuse(self, refusals):
        self.refused += refusals


@pytest.mark.parametrize("endpoint", rtdb_endpoints(), ids=lambda endpoint: endpoint.name)
def test_frames_are_recorded_and_everything_else_is_refused(endpoint):
    io = ListIo()
    connection = endpoint.connect(io)
    connection.on_data(FRAMES[endpoint.name])
    connection.on_data(b"")
    connection.on_data(b"\xff" * 50)
    assert io.recorded == [(f"in/{endpoint.name}", FRAMES[endpoint.name])]
    assert len(io.refused) == 2


@pytest.mark.parametrize("name", FRAMES)
def test_recordings_are_read_through_the_channels(name):
    (frame,) = RTDB_CHANNELS[f"in/{name}"].decode(FRAMES[name])
    assert (frame.agent, frame.counter) == (1, 2)
