"""The frame that a goalkeeper moves out: it stops the ball, for a second in five."""

import pytest

import robopitch
from robopitch import Body, BodyVelocity, Extend, Kick, Team, Touch
from robopitch.messages import Orders, RobotOrder
from robopitch.messages.plain import from_plain, to_plain
from robopitch.world.save_format import check_state

SHOTS = {  # side → where a ball comes from that misses the robot and hits its frame
    "left": {"y": 0.41, "z": None},
    "right": {"y": -0.41, "z": None},
    "up": {"y": 0.0, "z": 0.93},
}


def keeper(engine="turf", **overrides):
    world = robopitch.make("msl", engine=engine, players={"blue": 1, "yellow": 0}, overrides=overrides)
    world.place_robot("blue", 0, 0.0, 0.0)
    return world


def shoot(world, side):
    """A shot from the front; returns whether the robot touched the ball."""
    world.place_ball(1.0, vx=-10.0, **SHOTS[side])
    return any(isinstance(event, Touch) for event in world.run(0.2))


@pytest.mark.parametrize("side", SHOTS)
def test_a_frame_that_is_out_stops_a_ball_that_would_pass(side):
    world = keeper()
    assert not shoot(world, side)
    for other in SHOTS:
        world = keeper()
        world.command("blue", 0, Extend(other))
        assert shoot(world, side) is (other == side)
        assert bool(world.ball.velocity[0] > -5.0) is (other == side)


def test_a_frame_stays_out_for_a_second_and_then_waits_for_four():
    world = keeper()
    robot = world.robot("blue", 0)
    assert robot.frame == "in"
    world.command("blue", 0, Extend("left"))
    assert robot.frame == "left"
    world.run(0.99)
    world.command("blue", 0, Extend("right"))
    assert robot.frame == "left"
    world.run(0.02)
    assert robot.frame == "in"
    world.run(3.98)
    world.command("blue", 0, Extend("up"))
    assert robot.frame == "in"
    world.run(0.02)
    world.command("blue", 0, Extend("up"))
    assert robot.frame == "up"


def test_a_robot_drives_on_while_its_frame_moves_out():
    world = keeper()
    world.command("blue", 0, BodyVelocity(0.0, 1.0))
    world.run(0.5)
    world.command("blue", 0, Extend("left"))
    world.run(0.5)
    assert world.robot("blue", 0).velocity[1] == pytest.approx(1.0, abs=0.1)


def test_other_robots_do_not_meet_the_frame():
    world = robopitch.make("msl", players=1)
    world.place_robot("blue", 0, 0.0, 0.0)
    world.place_robot("yellow", 0, 0.0, 0.52)
    world.place_ball(3.0, 0.0)
    world.command("blue", 0, Extend("left"))
    assert world.step(100) == []
    assert world.robot("yellow", 0).pose.y == 0.52


def test_a_frame_that_is_not_there_cannot_move_out():
    with pytest.raises(ValueError, match="'down' is no side; it is one of left, right, up"):
        Extend("down")
    world = robopitch.make("ssl-div-a", players=1)
    with pytest.raises(ValueError, match="blue 0: the robot 'ssl' has no frame"):
        world.command("blue", 0, Extend("left"))
    with pytest.raises(ValueError, match="does not move out to this side: up"):
        keeper(**{"robot.frame.up": 0}).command("blue", 0, Extend("up"))
    with pytest.raises(ValueError, match="this engine does not compute with frames"):
        keeper("mujoco").command("blue", 0, Extend("up"))
    with pytest.raises(ValueError, match="this frame never moves out"):
        keeper(**{"robot.frame.up": 0, "robot.frame.aside": 0})


def test_a_robot_that_loses_its_frame_goes_on_without_it():
    world = keeper()
    world.command("blue", 0, Extend("left"))
    bare = {Body(Team.BLUE, 0): robopitch.make("msl", robots={"blue": "msl-triangle"}, players=1).league.blue.robot}
    world.change(robots=bare)
    assert world.robot("blue", 0).frame == "in"
    assert not shoot(world, "left")


def test_a_saved_world_goes_on_with_its_frame():
    world = keeper()
    world.command("blue", 0, Extend("right"))
    world.run(0.5)
    saved = world.save()
    assert shoot(world, "right")
    after = world.fingerprint()
    other = keeper()
    other.restore(saved)
    assert other.robot("blue", 0).frame == "right"
    assert shoot(other, "right")
    assert other.fingerprint() == after


@pytest.mark.parametrize(("name", "number"), [("frame", 4.0), ("frame", 0.5), ("frame", -1.0), ("frame_time", -1.0)])
def test_an_impossible_frame_in_a_saved_world_is_refused(name, number):
    world = keeper()
    state = world.state_view().state
    check_state(state, world.layout)
    world.layout.values(state, name)[0, 0] = number
    with pytest.raises(ValueError, match="a robot is in an impossible state"):
        check_state(state, world.layout)


def test_orders_of_a_match_carry_it():
    match = robopitch.make_match("msl", referee="none")
    orders = Orders(Team.BLUE, (RobotOrder(0, Extend("left"), Kick(3.0)),))
    assert from_plain(to_plain(orders)) == orders
    assert match.offer("me", orders) == ()
    match.advance(200)
    assert match.world.robot("blue", 0).frame == "left"
    refused = robopitch.make_match("ssl-div-b").offer("me", Orders(Team.BLUE, (RobotOrder(0, Extend("left")),)))
    assert [refusal.message for refusal in refused] == ["blue 0: the robot 'ssl' has no frame"]
