"""Panels that a league or a plugin offers: listed in the status, read with the key; formations are told to teams."""

import math

import pytest
from tests.web.promises import problems
from tests.web.stand import RefusedError, Stand

from robopitch import Team
from robopitch.leagues.panel_view import PanelColumn, PanelRow, PanelTable, PanelView
from robopitch.leagues.plugin import Plugin
from robopitch.server.api.teams import FormationState
from robopitch.teams.formation import formation_text, read_formation
from robopitch.web import schema
from robopitch.web.views import MOST_ROWS


class Counter(Plugin):
    """A plugin that no league has: it counts how often somebody looks."""

    def __init__(self) -> None:
        columns = (PanelColumn("count"), PanelColumn("share", "%", 1, "of all"))
        self.views = (PanelView("counter", "Counter", columns, self._read, {"first": "whole"}.get),)
        self.reads = 0

    def _read(self, programs):
        self.reads += 1
        rows = [PanelRow("first", "blue 1", (self.reads, math.nan)), PanelRow("second", "", ("x", None), "strange")]
        return PanelTable(rows + [PanelRow(str(number), "", (1, 2)) for number in range(MOST_ROWS)], "Hello.")

    def report(self):
        return {}


@pytest.fixture(scope="module")
def stand(tmp_path_factory):
    counter = Counter()
    with Stand(tmp_path_factory.mktemp("stand"), "msl", blue="cambada", yellow="still", players=4) as stand:
        stand.server.add_plugin(counter)
        stand.counter = counter
        yield stand


def test_the_status_lists_panels_and_reads_none_of_them(stand):
    reads = stand.counter.reads
    visitor = stand.visit()
    views = visitor.told("status")["views"]
    assert [view["name"] for view in views] == ["agents", "rtdb", "coach", "counter"]
    assert [view["formation"] for view in views] == [False, False, True, False]
    assert stand.counter.reads == reads


def test_a_panel_is_read_with_the_key_and_not_without(stand):
    visitor, spectator = stand.visit(), stand.visit(key=None)
    for name in ("agents", "rtdb", "coach", "counter"):
        answer = visitor.ask("view", name=name)
        answer.pop("answer")
        assert problems(answer, schema.ViewTable) == []
    assert len(answer["rows"]) == MOST_ROWS
    first, second, *_ = answer["rows"]
    assert first == {"key": "first", "group": "blue 1", "cells": [stand.counter.reads, None], "tone": ""}
    assert second["tone"] == ""
    assert answer["details"]
    assert visitor.ask("view", name="counter", row="first")["detail"] == "whole"
    assert visitor.ask("view", name="counter", row="none")["detail"] is None
    reads = stand.counter.reads
    for ask in ({"ask": "view", "name": "counter"}, {"ask": "formation", "team": "blue"}):
        with pytest.raises(RefusedError, match="only pages with the key"):
            spectator.ask(**ask)
    assert stand.counter.reads == reads
    with pytest.raises(RefusedError, match="no panel 'nothing'"):
        visitor.ask("view", name="nothing")


def test_a_formation_is_read_written_and_told_to_a_team(stand):
    visitor = stand.visit()
    visitor.ask("control", take=True)
    state = visitor.ask("formation", team="blue")
    state.pop("answer")
    assert problems(state, FormationState) == []
    assert (state["plays"], state["formed"], state["told"]) == ("cambada", True, False)
    assert len(state["attack"]) == 2  # four robots, of which one keeps the goal and one goes for the ball
    assert not visitor.ask("formation", team="yellow")["formed"]
    spots = {"attack": [{"x": 1.5, "y": -2.0, "pull_x": 0.5, "pull_y": 0.0}], "defence": state["defence"]}
    text = visitor.ask("formation_text", **spots)["text"]
    assert formation_text(read_formation(text).formation) == text
    read = visitor.ask("read_formation", text=text)
    assert {name: read[name] for name in spots} == spots
    visitor.ask("set_formation", team="blue", **spots)
    assert stand.match.teams.formations[Team.BLUE].attack == ((1.5, -2.0, 0.5, 0.0),)
    assert visitor.ask("formation", team="blue")["told"]
    visitor.ask("undo")
    assert stand.match.teams.formations == {}
    visitor.ask("set_formation", team="blue", **spots)
    visitor.ask("set_formation", team="blue")
    assert stand.match.teams.formations == {}


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        ({"ask": "set_formation", "team": "yellow", "attack": [], "defence": []}, "still has no formations"),
        ({"ask": "set_formation", "team": "blue", "attack": [{"x": 1}], "defence": []}, "attack"),
        ({"ask": "set_formation", "team": "blue", "attack": "x"}, "attack"),
        ({"ask": "read_formation", "text": "team = "}, "not a TOML file"),
        ({"ask": "formation_text", "attack": [], "defence": []}, "attack: 0 spots"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(stand, ask, why):
    visitor = stand.visit()
    visitor.ask("control", take=True)
    with pytest.raises(RefusedError, match=why):
        visitor.ask(**ask)
    assert stand.match.teams.formations == {}


def test_only_the_page_that_controls_tells_a_formation(stand):
    one, other = stand.visit(), stand.visit()
    one.ask("control", take=True)
    with pytest.raises(RefusedError, match="take control"):
        other.ask("set_formation", team="blue")
