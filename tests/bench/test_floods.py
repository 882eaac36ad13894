"""What floods send is what their ports understand, and a server is measured beside them."""

from __future__ import annotations

import socket
import sys
import time
from contextlib import closing
from itertools import islice, pairwise

import pytest

import robopitch
from robopitch.bench.floods import COLUMNS, FLOODS, measure, measure_floods, table
from robopitch.bench.floods.client import CLIENTS, PERIOD, GoodClient, obeyed
from robopitch.bench.floods.senders import SENDERS
from robopitch.leagues.msl.wire.can import decode_frames
from robopitch.leagues.ssl.wire.simulation.control import decode_control
from robopitch.leagues.ssl.wire.simulation.team import decode_team
from robopitch.messages import BodyVelocity, Orders, RobotOrder, Team
from robopitch.recording.header import describe
from robopitch.recording.recorder import Recorder
from robopitch.recording.sink import FileSink
from robopitch.spec import load_league
from robopitch.wire.dynamixel import Framing


def packets(name, count=20):
    return list(islice(SENDERS[FLOODS[name].send](0), count))


def test_floods_are_valid_traffic_and_no_packet_is_like_the_last():
    for packet in packets("bus-tcp"):
        assert all(one.intact for one in Framing(0.05).feed(packet, 0.0))
    for packet in packets("specs"):
        assert decode_control(packet, load_league("ssl-div-b")).refusals == ()
    for packet in packets("orders"):
        assert decode_team(packet, Team.YELLOW).refusals == ()
    for packet in packets("bus-msl"):
        assert decode_frames(packet)[1] == []
    for name in ("bus-tcp", "specs", "orders", "bus-msl"):
        assert all(one != other for one, other in pairwise(packets(name))), name


def test_a_short_flood_of_a_real_server_is_measured():
    if sys.platform != "linux":
        pytest.skip("reads /proc")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("WARM_UP", "BEFORE", "SETTLING", "AFTERWARDS", "AFTER"):
            patch.setattr(measure, name, 0.2)
        found = measure_floods(("specs",), seconds=0.3)
    row = found["floods"]["specs"]
    assert row["flooders"]["sent"] > 0
    assert set(row["bars"]) == set(measure.BARS)
    for part in ("before", "during", "after"):
        assert row[part]["superseded"] <= row[part]["obeyed"] <= row[part]["sent"]
        assert row[part]["resident_mb"] > 10
    assert all(len(cells) == len(COLUMNS) for cells in table(found))


def test_a_command_is_obeyed_if_it_or_one_that_came_in_the_same_tick_takes_effect_and_is_not_if_it_is_lost(tmp_path):
    match = robopitch.make_match("ssl-div-b", players=1, realism="perfect", blue="external", epoch=1000.0)
    sink = FileSink(tmp_path / "match.mcap", describe(match))
    recorder = Recorder(match, [sink])
    sent = [(1000.0 + PERIOD * number, number + 1) for number in range(12)]
    for when, key in sent:
        if key not in (4, 8):  # 4 came in one tick with 5; 8 is lost
            match.advance(round(1000 * (when - 1000.0 - (PERIOD if key == 5 else 0.0))) + 1)
            match.offer("blue", Orders(Team.BLUE, (RobotOrder(0, BodyVelocity(key / 1000, 0.0, 0.0)),)))
            match.advance(match.tick)
    recorder.close()
    sink.close()
    found = obeyed(sent, CLIENTS["ssl"], sink.path, 1000.0, 1000.0 + 10 * PERIOD)
    assert (found.sent, found.obeyed, found.superseded) == (10, 9, 1)
    assert found.late == pytest.approx([1.0 - 1000 * PERIOD, *[1.0] * 8], abs=1e-3)


def test_a_client_that_was_late_does_not_send_two_commands_at_once():
    def slow(key):
        if key == 2:
            time.sleep(4 * PERIOD)
        return b"!"

    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as server:
        server.bind(("127.0.0.1", 0))
        server.settimeout(60.0)
        with GoodClient(CLIENTS["ssl"]._replace(encode=slow), server.getsockname()[1]) as client:
            for _ in range(5):
                server.recv(10)
    assert all(later - earlier > 0.9 * PERIOD for (earlier, _), (later, _) in pairwise(client.sent))
