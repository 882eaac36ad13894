"""Robots with joints that fall and get up are events of a match."""

import pytest

import robopitch
from robopitch.messages import Body, Fallen, GotUp, PlaceRobot, Team

BLUE = Body(Team.BLUE, 0)


def make():
    match = robopitch.make_match(
        "humanoid-kid", players={"blue": 1, "yellow": 0}, timestep=0.002, referee="none", realism=None
    )
    for servo in match.world.servos("blue", 0):
        match.world.write_registers("blue", 0, servo, 24, b"\x01")
    return match


def falls(match):
    return [event for event in match.news if isinstance(event, Fallen | GotUp)]


@pytest.fixture(scope="module")
def match():
    return make()


def test_a_push_from_behind_a_fall_to_the_front_and_a_helping_hand(match):
    match.advance(100)
    assert falls(match) == []
    match.world.place_robot("blue", 0, 1.0, 1.0, heading=2.0, vx=1.8 * -0.416, vy=1.8 * 0.909)
    match.advance(700)
    (fallen,) = falls(match)
    assert (fallen.robot, fallen.side) == (BLUE, "front")
    saved = match.save()
    match.offer("hand", PlaceRobot(Team.BLUE, 0, 0.5, 0.5, 0.0))
    match.advance(900)
    up = falls(match)[-1]
    assert isinstance(up, GotUp)
    assert up.after == pytest.approx(up.time - fallen.time)
    match.restore(saved)  # a match that goes on from here remembers who lies
    match.news.clear()
    match.advance(match.tick + 100)
    assert falls(match) == []
    match.offer("hand", PlaceRobot(Team.BLUE, 0, 0.5, 0.5, 0.0))
    match.advance(match.tick + 100)
    assert [type(event) for event in falls(match)] == [GotUp]


def test_it_falls_to_its_back_and_to_its_side(match):
    for (vx, vy), side in {(-1.8, 0.0): "back", (0.0, 2.5): "left", (0.0, -2.5): "right"}.items():
        match.news.clear()
        match.offer("hand", PlaceRobot(Team.BLUE, 0, 1.0, 1.0, 0.0))
        match.advance(match.tick + 60)
        match.world.place_robot("blue", 0, 1.0, 1.0, heading=0.0, vx=vx, vy=vy)
        match.advance(match.tick + 700)
        assert [event.side for event in falls(match) if isinstance(event, Fallen)][:1] == [side]


def test_a_damaged_memory_of_falls_is_refused(match):
    from robopitch.match.saving import pack, unpack

    state, world = unpack(match.save(), lambda old: old)
    state["falls"] = [["green", 0, 5]]
    with pytest.raises(ValueError, match="falls"):
        match.restore(pack(state, world))
