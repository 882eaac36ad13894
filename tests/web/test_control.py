"""One viewer controls, the others watch."""

import socket

import pytest

from robopitch import Team
from robopitch.server.api import REQUESTS, Control

from .stand import RefusedError, Visitor, until

CONTROLLING = {name for name, one in REQUESTS.items() if one.needs is Control}


def number(visitor: Visitor) -> int:
    return visitor.told("welcome")["viewer"]


def controller(visitor: Visitor) -> int | None:
    """Who controls, as far as this one has been told by now."""
    visitor.ask("scenes")
    return visitor.told("roles")["controller"]


def test_the_first_controls_and_the_second_watches_and_is_told_why(stand):
    first, second = stand.visit(), stand.visit()
    assert controller(second) == controller(first) == number(first)
    assert first.told("roles", viewers=2)
    for ask in sorted(CONTROLLING):
        with pytest.raises(RefusedError, match="another page controls the match; take control first"):
            second.ask(ask, ticks=10, team="blue", id=0, name="still", speed=1)
    assert stand.status()["tick"] == 0
    assert first.ask("step", ticks=10)["tick"] == 10
    for ask in ("scenes", "parameters", "table", "signals"):
        second.ask(ask)
    second.see()


def test_control_is_handed_over_both_ways(stand):
    first, second = stand.visit(), stand.visit()
    second.ask("control", take=True)
    assert controller(first) == controller(second) == number(second)
    assert "taken control" in first.told("note", level="warning")["text"]
    second.ask("step", ticks=1)
    with pytest.raises(RefusedError, match="take control first"):
        first.ask("step", ticks=1)
    second.ask("control", take=False)
    assert controller(first) is None
    first.ask("step", ticks=1)  # it is free: who does something has it
    assert controller(second) == number(first)
    with pytest.raises(RefusedError, match="take control first"):
        second.ask("step", ticks=1)
    assert stand.status()["tick"] == 2


def test_who_does_not_control_cannot_give_control_away(stand):
    first, second = stand.visit(), stand.visit()
    second.ask("control", take=False)
    assert controller(second) == number(first)


@pytest.mark.parametrize("take", ["yes", 1, None, [], "true"])
def test_only_a_plain_yes_takes_control(stand, take):
    first, second = stand.visit(), stand.visit()
    with pytest.raises(RefusedError, match="take: true or false is wanted"):
        second.ask("control", take=take)
    assert controller(first) == number(first)


def hold_and_steer(visitor: Visitor) -> None:
    visitor.ask("speed", speed=1)
    things = [{"ball": True, "x": 1.0, "y": 0.0}, {"team": "blue", "id": 0, "x": 1.0, "y": 1.0}]
    visitor.ask("place", gesture=1, held=True, things=things)
    visitor.ask("steer", team="yellow", id=1, forward=0.2)


@pytest.mark.parametrize("way", ["leaves", "breaks off", "gives it away", "is relieved", "is too fast"])
def test_what_the_controller_held_and_steered_is_let_go_when_control_ends(stand, way):
    first, second = stand.visit(), stand.visit()
    hold_and_steer(first)
    assert stand.match.teleport.busy
    assert stand.match.robots.steered(Team.YELLOW) == [1]
    if way == "leaves":
        first.close()
    elif way == "breaks off":
        first.socket.socket.shutdown(socket.SHUT_RDWR)
    elif way == "gives it away":
        first.ask("control", take=False)
    elif way == "is relieved":
        second.ask("control", take=True)
    else:
        first.flood(["{}"] * 1000)
    until(lambda: not stand.match.teleport.busy and not stand.match.robots.steered(Team.YELLOW))
    if way != "is relieved":
        until(lambda: controller(second) is None)
    second.ask("speed", speed=0)


def test_a_spectator_that_leaves_lets_nothing_go(stand):
    first, second = stand.visit(), stand.visit()
    hold_and_steer(first)
    second.close()
    first.told("roles", viewers=1)
    first.ask("steer", team="yellow", id=1, forward=0.2)
    assert stand.match.teleport.busy
    assert stand.match.robots.steered(Team.YELLOW) == [1]


def test_who_says_hello_twice_is_welcome_twice(stand):
    visitor = stand.visit()
    visitor.tells.clear()
    visitor.send(ask="hello")
    assert number(visitor) == visitor.told("roles")["controller"]


def test_there_are_not_endless_viewers(stand):
    visitors = [stand.visit(hello=False) for _ in range(64)]
    assert stand.visit(hello=False).closed() == 1013
    visitors.pop().close()
    until(lambda: stand.page.viewers < 64)
    stand.visit().see()
