"""Robots that an engine cannot compute with are refused before anything is computed."""

import pytest

import robopitch
from robopitch.messages import Body, Team
from robopitch.physics.engines import ENGINES
from robopitch.spec import change_robot, load_robot

COASTING = {"drive.motor.coasting": True}


def test_an_engine_refuses_what_it_does_not_compute():
    overrides = {f"robot.{key}": value for key, value in COASTING.items()}
    for engine in ENGINES:
        if engine == "turf":
            robopitch.make("ssl-div-a", engine=engine, players=1, overrides=overrides).step(1)
            continue
        message = f"drive.motor.coasting: the engine {engine} does not compute with coasting motors"
        with pytest.raises(ValueError, match=message):
            robopitch.make("ssl-div-a", engine=engine, overrides=overrides)


def test_a_running_world_refuses_such_a_robot_and_goes_on():
    world = robopitch.make("ssl-div-a", players=1, engine="mujoco")
    world.step(10)
    before = world.fingerprint()
    robot = change_robot(load_robot("ssl"), COASTING)
    with pytest.raises(ValueError, match="coasting motors, which the robot 'ssl' has"):
        world.must_support(robot)
    with pytest.raises(ValueError, match="coasting motors"):
        world.change(robots={Body(Team.BLUE, 0): robot})
    assert world.fingerprint() == before
    world.step(10)


def test_the_robots_of_all_leagues_are_supported():
    world = robopitch.make("ssl-div-a", players=1)
    world.must_support(world.league.team("blue").robot)
