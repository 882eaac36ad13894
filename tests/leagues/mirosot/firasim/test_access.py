"""What the ports of FIRASim and travesim let anybody do."""

from __future__ import annotations

import pytest
from tests.leagues.mirosot.connecting import connect
from tests.leagues.mirosot.firasim.test_endpoints import commands, place

import robopitch
from robopitch.messages import Orders, PlaceRobot, Team


def test_the_port_of_a_team_commands_only_that_team_and_places_everything():
    match = robopitch.make_match("vss-3v3", realism=None, referee="none")
    connection, io = connect(match, "travesim-blue")
    connection.on_data(commands((0, 0, 1.0, 1.0), (1, 1, 1.0, 1.0)) + place(2, 0.3, 0.2, 0.0, yellow=1))
    assert [refusal.code for refusal in io.refused] == ["TEAM"]
    (placed,) = [given for given in io.offered if isinstance(given, PlaceRobot)]
    assert (placed.team, placed.id, placed.x) == (Team.YELLOW, 2, pytest.approx(0.3))
    commanded = [
        order.id
        for given in io.offered
        if isinstance(given, Orders) and given.team is Team.BLUE
        for order in given.orders
    ]
    assert commanded == [0]
    assert io.speakers == [Team.BLUE]
