"""A step depends only on the state: worlds can be saved, moved, split and combined."""

import inspect
import math
import os
import subprocess
import sys
from itertools import combinations

import pytest

import robopitch
from robopitch import BodyVelocity, FieldVelocity, Kick


def play():
    """All robots drive to the ball: contacts of all kinds from the first second on."""
    world = robopitch.make("ssl-div-a", engine="mujoco", players=4, timestep=0.002)
    for n, robot in enumerate(list(world.robots())):
        x, y = math.cos(math.pi * n / 4), math.sin(math.pi * n / 4)
        world.place_robot(robot.body.team, robot.body.id, x, y, heading=n + 2.5)
        kick = Kick(3.0) if robot.body.id == 1 else None
        world.command(robot.body.team, robot.body.id, FieldVelocity(-1.5 * x, -1.5 * y), kick)
    world.place_ball(0.1, 0.0, vx=1.0)
    return world


def test_a_saved_world_goes_on_bit_for_bit_in_another():
    world, other = play(), play()
    for _ in range(8):
        world.step(60)
        other.restore(world.save())
        for _ in range(3):  # in other pieces, too
            other.step(7)
        world.step(21)
        assert other.fingerprint() == world.fingerprint()


def test_restoring_in_the_middle_of_contacts_changes_nothing():
    world = play()
    world.run(0.5)
    touching = 0
    for _ in range(40):
        saved = world.save()
        world.step(3)
        places = [robot.pose[:2] for robot in world.robots()]
        touching += any(math.dist(*pair) < 0.181 for pair in combinations(places, 2))  # 0.09 m each
        fresh = play()  # a fresh engine, with fresh data
        fresh.restore(saved)
        fresh.step(3)
        assert fresh.fingerprint() == world.fingerprint()
    assert touching >= 10


def test_another_process_gets_the_same_bits():
    world = play()
    world.run(1.0)
    imports = "import math\nimport robopitch\nfrom robopitch import FieldVelocity, Kick\n"
    script = imports + inspect.getsource(play) + "world = play(); world.run(1.0); print(world.fingerprint())"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == world.fingerprint()


def test_a_batch_on_two_threads_equals_its_worlds_one_by_one():
    single = play()
    batch = robopitch.make_batch("ssl-div-a", worlds=4, threads=2, engine="mujoco", players=4, timestep=0.002)
    for index in range(4):
        batch.world(index).restore(single.save())
        batch.world(index).place_ball(0.1 * index, 0.3, vx=-1.0)
    batch.step(300)
    for index in range(4):
        alone = play()
        alone.place_ball(0.1 * index, 0.3, vx=-1.0)
        alone.step(300)
        assert batch.world(index).ball.position.tolist() == alone.ball.position.tolist()


def test_robots_off_the_pitch_cost_and_touch_nothing(make):
    many, few = make("ssl-div-a"), make("ssl-div-a", players=1)
    for robot in list(many.robots()):
        if robot.body.id > 0:
            many.remove_robot(robot.body.team, robot.body.id)
    for world in (many, few):
        world.place_robot("blue", 0, -0.2, 0.0)
        world.place_robot("yellow", 0, 0.2, 0.02, heading=math.pi)
        world.place_ball(0.0, 0.0)
        for team in ("blue", "yellow"):
            world.command(team, 0, BodyVelocity(1.0))
        world.run(0.5)
    (stage,) = many.engine._scratch.stages.values()
    assert (stage.model.nv, stage.model.nu) == (3 * 2 + 6, 4 * 2)
    for team in ("blue", "yellow"):
        assert many.robot(team, 0).pose == few.robot(team, 0).pose
    assert many.ball.position.tolist() == few.ball.position.tolist()


def test_a_robot_that_is_moved_is_where_it_was_moved_to(alone):
    world = alone(robots=2)
    world.place_robot("blue", 0, 0, 0)
    world.command("blue", 0, BodyVelocity(1.0))
    world.run(0.5)
    world.place_robot("blue", 0, 2.0, -1.0, heading=2.0)
    world.step()
    assert world.robot("blue", 0).pose == pytest.approx((2.0, -1.0, 2.0), abs=1e-12)
    world.remove_robot("blue", 1)
    world.run(0.1)
    world.place_robot("blue", 1, 2.0, 1.0, heading=-3.0, turn=1.0)
    world.run(0.01)
    assert world.robot("blue", 1).pose.x == pytest.approx(2.0, abs=0.001)


def test_a_robot_that_stands_still_keeps_its_heading_to_the_last_bit(alone):
    world = alone()
    world.place_robot("blue", 0, 0, 0, heading=1.234567)
    heading = world.robot("blue", 0).pose.heading
    world.run(1.0)
    assert world.robot("blue", 0).pose.heading == heading


def test_robots_that_are_put_into_each_other_come_apart_gently(make):
    world = make("ssl-div-a", players=1)
    world.place_robot("blue", 0, 0.0, 0.0)
    world.place_robot("yellow", 0, 0.05, 0.0)
    world.place_ball(0.02, 0.01)
    fastest = 0.0
    for _ in range(500):
        world.step()
        fastest = max(fastest, world.ball.speed, *(math.hypot(*robot.velocity[:2]) for robot in world.robots()))
    assert math.dist(world.robot("blue", 0).pose[:2], world.robot("yellow", 0).pose[:2]) > 0.179
    assert fastest < 2.0


def test_an_obstacle_can_be_pushed(alone):
    world = alone("msl")
    number = world.place_obstacle(0.6, 0.0)
    world.place_robot("blue", 0, 0.0, 0.0)
    world.command("blue", 0, BodyVelocity(2.0))
    world.run(1.5)
    assert world.obstacle(number).pose.x > 0.65
    assert world.obstacle(number).pose.x - world.robot("blue", 0).pose.x == pytest.approx(0.5, abs=0.005)
