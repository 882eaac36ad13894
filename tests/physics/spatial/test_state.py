"""A step depends only on the state: worlds can be saved, moved, split and combined."""

import inspect
import math
import os
import subprocess
import sys

import pytest

import robopitch
from robopitch import BodyVelocity, Collision, FieldVelocity, Goal, Kick, Kicked, Touch


def play():
    """Four robots drive to the ball: contacts of all kinds after a quarter of a second."""
    world = robopitch.make("ssl-div-a", engine="mujoco-spatial", players=2, timestep=0.002)
    for n, robot in enumerate(list(world.robots())):
        x, y = math.cos(math.pi * n / 2), math.sin(math.pi * n / 2)
        world.place_robot(robot.body.team, robot.body.id, 0.4 * x, 0.4 * y, heading=n + 2.5)
        kick = Kick(3.0) if robot.body.id == 1 else None
        world.command(robot.body.team, robot.body.id, FieldVelocity(-1.5 * x, -1.5 * y), kick)
    world.place_ball(0.1, 0.0, vx=1.0)
    return world


def test_a_saved_world_goes_on_bit_for_bit_in_another():
    world, other = play(), play()
    world.step(110)
    happened = []
    for _ in range(4):
        other.restore(world.save())
        for _ in range(3):  # in other pieces, too
            other.step(7)
        happened += world.step(21)
        assert other.fingerprint() == world.fingerprint()
    assert any(isinstance(event, Collision) for event in happened)


def test_another_process_gets_the_same_bits():
    world = play()
    world.run(0.4)
    imports = "import math\nimport robopitch\nfrom robopitch import FieldVelocity, Kick\n"
    script = imports + inspect.getsource(play) + "world = play(); world.run(0.4); print(world.fingerprint())"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == world.fingerprint()


def test_a_batch_equals_its_worlds_one_by_one():
    single = play()
    batch = robopitch.make_batch("ssl-div-a", worlds=2, engine="mujoco-spatial", players=2, timestep=0.002)
    for index in range(2):
        batch.world(index).restore(single.save())
        batch.world(index).place_ball(0.1 * index, 0.1, vx=-1.0)
    batch.step(100)
    for index in range(2):
        alone = play()
        alone.place_ball(0.1 * index, 0.1, vx=-1.0)
        alone.step(100)
        assert batch.world(index).fingerprint() == alone.fingerprint()


def test_what_is_placed_from_outside_is_there(alone):
    world = alone()
    world.place_robot("blue", 0, 0.0, 0.0)
    world.command("blue", 0, BodyVelocity(1.0))
    world.run(0.1)
    world.place_robot("blue", 0, 2.0, -1.0, heading=2.0)
    world.place_ball(1.0, 1.0, z=0.5, vx=1.0, spin=(1.0, 2.0, 3.0))
    world.step()
    assert world.robot("blue", 0).pose == pytest.approx((2.0, -1.0, 2.0), abs=1e-6)
    assert world.ball.position == pytest.approx((1.001, 1.0, 0.5), abs=1e-4)
    assert world.ball.spin == pytest.approx((1.0, 2.0, 3.0), abs=1e-9)
    world.place_robot("blue", 0, 0.0, 0.0, vx=1.0, vy=0.5)
    world.step()
    assert world.robot("blue", 0).velocity == pytest.approx((1.0, 0.5, 0.0), abs=0.02)


def test_a_robot_comes_on_and_goes_off_and_others_stay_as_they_are(alone):
    world = alone()
    world.place_robot("blue", 0, 0.0, 0.0)
    world.command("blue", 0, BodyVelocity(1.0))
    world.run(0.2)
    before = world.robot("blue", 0)
    world.place_robot("yellow", 3, 1.0, 1.0)
    number = world.place_obstacle(-1.0, 1.0)
    assert world.robot("blue", 0).pose == before.pose
    world.step(5)
    assert world.robot("blue", 0).velocity.x == pytest.approx(before.velocity.x + 0.02, abs=0.02)
    world.remove_robot("yellow", 3)
    world.remove_obstacle(number)
    world.step(5)
    assert [str(robot.body) for robot in world.robots()] == ["blue 0"]
    owners = world.engine.stage().index.owners
    touching = {int(owners[geom]) for contact in world.engine.stage().data.contact for geom in contact.geom}
    assert touching == {-2, -1, 0}  # the ball, the ground, blue 0
    world.place_robot("yellow", 3, 1.0, 1.0)
    world.step(20)
    assert world.robot("yellow", 3).pose == pytest.approx((1.0, 1.0, 0.0), abs=1e-4)


def test_events_are_reported_once(make):
    world = make("ssl-div-a", players=1)
    world.place_robot("blue", 0, 5.5, 0.0)
    world.place_ball(5.5 + 0.075 + 0.0215 + 0.003, 0.0)
    world.place_robot("yellow", 0, 5.28, 0.0)
    world.command("yellow", 0, BodyVelocity(1.0))
    world.command("blue", 0, BodyVelocity(0.0), kick=Kick(5.0))
    happened = world.run(0.25)
    kicks = [event for event in happened if isinstance(event, Kicked)]
    assert [str(event.robot) for event in kicks] == ["blue 0"]
    assert kicks[0].velocity == pytest.approx((5.0, 0.0, 0.0), abs=0.15)
    goals = [event for event in happened if isinstance(event, Goal)]
    assert [str(event.team) for event in goals] == ["blue"]
    first = next(event for event in happened if isinstance(event, Collision))
    assert (str(first.first), str(first.second)) == ("blue 0", "yellow 0")
    assert 0.1 < first.speed < 1.0
    world.place_robot("blue", 0, 0.0, 0.0)
    world.place_robot("yellow", 0, -3.0, 0.0)
    world.place_ball(0.2, 0.0, vx=-2.0, roll=True)
    touches = [event for event in world.run(0.15) if isinstance(event, Touch)]
    assert [str(touch.robot) for touch in touches] == ["blue 0"]
    assert touches[0].speed == pytest.approx(2.0, rel=0.05)


def test_robots_push_each_other_and_obstacles(make):
    world = make("msl", players={"blue": 1, "yellow": 0})
    world.place_ball(-5.0, -5.0)
    number = world.place_obstacle(0.53, 0.0)
    world.place_robot("blue", 0, 0.0, 0.0)
    world.command("blue", 0, BodyVelocity(1.0))
    world.run(0.6)
    assert world.obstacle(number).pose.x > 0.54
    apart = world.obstacle(number).pose.x - world.robot("blue", 0).pose.x
    assert apart == pytest.approx(0.25 + 0.24, abs=0.005)  # the cone above the mouth touches it


def test_a_world_goes_on_in_another_engine_and_back():
    world = robopitch.make("ssl-div-a", players={"blue": 1, "yellow": 0})
    world.place_robot("blue", 0, 0.0, 0.0, vx=1.0)
    world.place_ball(1.0, 1.0, vx=1.0, roll=True)
    world.command("blue", 0, BodyVelocity(1.0))
    for engine in ("mujoco-spatial", "turf"):
        pose, ball = world.robot("blue", 0).pose, world.ball.position
        world.change_engine(engine)
        assert (world.engine.name, world.robot("blue", 0).pose) == (engine, pose)
        assert world.ball.position.tolist() == ball.tolist()
        world.run(0.1)
        assert world.robot("blue", 0).pose.x == pytest.approx(pose.x + 0.1, abs=0.005)
        assert world.ball.position[0] == pytest.approx(ball[0] + 0.1, abs=0.01)
    with pytest.raises(ValueError, match="there is no engine"):
        world.change_engine("table")
    assert world.engine.name == "turf"
    world.step()


def test_bodies_that_are_placed_into_each_other_come_apart_gently(make):
    world = make("ssl-div-a", players=1)
    world.place_robot("blue", 0, 0.0, 0.0)
    world.place_robot("yellow", 0, 0.05, 0.0)
    world.place_ball(0.02, 0.01)
    fastest = 0.0
    for _ in range(60):
        world.step(10)
        fastest = max(fastest, world.ball.speed, *(math.hypot(*robot.velocity[:2]) for robot in world.robots()))
    assert math.dist(world.robot("blue", 0).pose[:2], world.robot("yellow", 0).pose[:2]) > 0.16
    assert fastest < 2.0
    assert all(abs(robot.pose.x) < 1.0 for robot in world.robots())
