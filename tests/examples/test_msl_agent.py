"""The agent of examples/11_msl_agent.py drives at the ball."""

import math
import runpy
import threading
from pathlib import Path

from tests.server.pitch import open_server

from robopitch.leagues.msl.wire.agents import LOCAL, Item, Wake
from robopitch.leagues.msl.wire.rtdb import ItemId
from robopitch.leagues.msl.wire.rtdb.records import Vision

EXAMPLE = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "11_msl_agent.py"))


def seen(*balls):
    """A cycle in which the camera sees these balls."""
    return Wake(1, 1, (Item(LOCAL, ItemId.VISION_INFO, 1, Vision(balls=balls).encode()),))


def test_it_drives_at_a_ball_that_it_sees_and_turns_otherwise():
    velocity, grabber = EXAMPLE["decide"](seen((2.0, 0.0)))
    assert (velocity.forward, grabber.mode) == (1.5, 100)
    assert EXAMPLE["decide"](seen((0.0, 2.0)))[0].turn > 1.0
    assert EXAMPLE["decide"](seen((-2.0, -0.5)))[0].forward == 0.0
    assert EXAMPLE["decide"](seen())[0].turn > 0.0


def test_it_plays_over_the_network():
    options = {"league": "msl", "blue": "external", "yellow": "external", "players": 1}
    with open_server(1.0, False, {}, {}, **options) as server:
        world = server.match.world
        robot = world.robot("blue", 0).pose
        world.place_ball(robot.x + 1.5 * math.cos(robot.heading), robot.y + 1.5 * math.sin(robot.heading))
        loop = threading.Thread(target=server.run, kwargs={"warm_up": False})
        loop.start()
        try:
            assert EXAMPLE["play"]("blue", 0, server.network.port("agents"), cycles=20) == 20
        finally:
            server.stop()
            loop.join()
        moved = world.robot("blue", 0).pose
        assert math.dist(moved[:2], robot[:2]) > 0.1
        assert server.status()["links"]["agents"]["refused"] == {}
