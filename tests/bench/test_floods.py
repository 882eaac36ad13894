"""What floods send is what their ports understand, and a server is measured beside them."""

from __future__ import annotations

import sys
from itertools import islice, pairwise

import pytest

from robopitch.bench.floods import COLUMNS, FLOODS, measure, measure_floods, table
from robopitch.bench.floods.senders import SENDERS
from robopitch.leagues.msl.wire.can import decode_frames
from robopitch.leagues.ssl.wire.simulation.control import decode_control
from robopitch.leagues.ssl.wire.simulation.team import decode_team
from robopitch.messages import Team
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
        assert 0 < row[part]["obeyed"] <= row[part]["sent"]
        assert row[part]["resident_mb"] > 10
    assert all(len(cells) == len(COLUMNS) for cells in table(found))
