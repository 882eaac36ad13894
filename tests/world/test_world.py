"""The interface of a world: placing, reading, commanding, and messages for invalid calls."""

import math
import subprocess
import sys

import numpy as np
import pytest

import robopitch
from robopitch import BallOut, Body, BodyVelocity, FieldVelocity, Goal, Kick, Team, Touch, WheelSpeeds
from robopitch.spec import league_names
from robopitch.world.world import World


def test_the_first_lines_that_a_newcomer_types():
    world = robopitch.make("ssl-div-a", seed=0)
    world.place_ball(x=1.0, y=0.5, vx=3.0)
    world.place_robot("blue", 3, x=0.0, y=0.0, heading=0.0)
    world.command("blue", 3, BodyVelocity(forward=1.0, left=0.0, turn=0.0))
    world.command("blue", 3, BodyVelocity(0, 0, 0), kick=Kick(speed=6.0, angle=0.0), dribble=1.0)
    events = world.step()
    assert events == []
    world.run(0.5)
    assert world.ball.position.shape == world.ball.velocity.shape == world.ball.spin.shape == (3,)
    pose = world.robot("blue", 3).pose
    assert (pose.x, pose.y, pose.heading) == tuple(pose)
    saved = world.save()
    world.restore(saved)
    assert isinstance(saved, bytes)
    assert world.tick == 501
    assert world.time == pytest.approx(0.501)
    assert len(world.fingerprint()) == 64
    batch = robopitch.make_batch("ssl-div-a", worlds=4, seed=0)
    assert batch.world(1).fingerprint() == batch.world(3).fingerprint()


@pytest.mark.parametrize("league", league_names("turf"))
def test_every_league_starts_with_its_teams_in_their_own_halves(league):
    world = robopitch.make(league)
    assert len(list(world.robots())) == 2 * world.league.team_size
    for robot in world.robots():
        assert robot.pose.x * (1 if robot.body.team is Team.BLUE else -1) < 0
    before = {robot.body: robot.pose for robot in world.robots()}
    assert world.run(0.5) == []
    for robot in world.robots():  # nobody stands in anybody's way
        assert math.dist(robot.pose[:2], before[robot.body][:2]) < 1e-6


def test_importing_robopitch_loads_nothing_heavy():
    code = "import sys, robopitch\n"
    code += "print([m for m in ('numba', 'mujoco', 'matplotlib', 'pydantic', 'numpy') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[]"


def test_arrays_that_are_handed_out_are_copies():
    world = robopitch.make("ssl-div-a")
    world.ball.position[:] = 9
    world.robot("blue", 0).wheel_speeds[:] = 9
    assert np.array_equal(world.ball.position[:2], [0, 0])
    assert not world.robot("blue", 0).wheel_speeds.any()


def test_robots_come_and_go():
    world = robopitch.make("ssl-div-a", players=2)
    world.command("blue", 1, BodyVelocity(1.0))
    world.place_robot("yellow", 15, 1.0, 1.0, heading=0.5)
    assert [str(robot.body) for robot in world.robots()] == ["blue 0", "blue 1", "yellow 0", "yellow 1", "yellow 15"]
    world.run(0.5)
    assert world.robot("blue", 1).velocity.x > 0.5  # whoever was there kept their command
    world.remove_robot("blue", 1)
    assert not world.robot("blue", 1).present
    assert len(list(world.robots("blue"))) == 1
    world.run(0.2)
    world.place_robot("blue", 1, -1.0, -1.0)
    world.run(0.2)
    assert world.robot("blue", 1).pose[:2] == (-1.0, -1.0)  # its old command is forgotten


def test_obstacles_stand_in_the_way_and_can_be_pushed():
    world = robopitch.make("ssl-div-a", players={"blue": 1, "yellow": 0})
    numbers = [world.place_obstacle(0.6, y) for y in (0.0, 1.0, -1.0)]
    assert numbers == [0, 1, 2]
    world.place_robot("blue", 0, 0, 0)
    world.place_ball(0, 2, vx=1)
    world.command("blue", 0, BodyVelocity(2.0))
    world.run(1.0)
    assert world.robot("blue", 0).pose.x < world.obstacle(0).pose.x
    assert world.obstacle(1).pose[:2] == (0.6, 1.0)
    world.remove_obstacle(0)
    assert len(list(world.obstacles())) == 2


def test_a_pitch_full_of_bodies_says_so():
    world = robopitch.make("ssl-div-a", players=0)
    for n in range(64):
        world.place_obstacle(-5 + (n % 16) * 0.6, -3 + (n // 16) * 0.6)
    with pytest.raises(ValueError, match="holds 64 bodies"):
        world.place_obstacle(0, 4)
    world.run(0.1)


def test_goals_and_lines_are_reported_once():
    world = robopitch.make("ssl-div-a", players=0)
    world.place_ball(5.5, 0, vx=4)
    goals = [event for event in world.run(1.0) if isinstance(event, Goal)]
    assert [goal.team for goal in goals] == [Team.BLUE]
    assert goals[0].time == pytest.approx(0.13, abs=0.05)
    world.place_ball(-5.5, 0, vx=-4)
    assert [event.team for event in world.run(1.0) if isinstance(event, Goal)] == [Team.YELLOW]
    world.place_ball(0, 4.4, vy=2)
    assert [type(event) for event in world.run(1.0)] == [BallOut]


def test_touches_say_who_where_and_how_hard():
    world = robopitch.make("ssl-div-a", players={"blue": 1, "yellow": 0})
    world.place_robot("blue", 0, 1, 0, heading=math.pi)
    world.place_ball(0, 0, vx=2)
    touches = [event for event in world.run(1.0) if isinstance(event, Touch)]
    assert touches[0].robot == Body(Team.BLUE, 0)
    assert touches[0].position[0] == pytest.approx(0.9, abs=0.02)
    assert 1.0 < touches[0].speed < 2.0


def test_a_users_own_robot_plays(tmp_path):
    source = robopitch.make("ssl-div-a").league.blue.robot
    text = (
        'name = "mine"\ntitle = "Mine"\ndescription = "three wheels"\nsource = "my workshop"\nmass = 3.0\n'
        'height = 0.12\n[outline]\nkind = "disc"\nradius = 0.08\n[drive]\nkind = "omni"\ngrip = 0.9\nacross = 0.02\n'
        "wheel_inertia = 1e-4\nrolling_resistance = 0.0\nspin_resistance = 0.0\nair_drag = 0.0\n"
    )
    for angle in (60, 180, 300):
        text += f'[[drive.wheels]]\nangle = "{angle} deg"\ndistance = 0.07\nradius = 0.03\nroller = true\n'
    motor, limits = source.drive.motor, source.drive.limits
    text += f"[drive.motor]\nvoltage = {motor.voltage}\nresistance = {motor.resistance}\n"
    text += f"torque_constant = {motor.torque_constant}\ngear = {motor.gear}\nefficiency = 1.0\n"
    text += '[drive.controller]\nkind = "servo"\ntime_constant = 0.01\n'
    text += f'[drive.limits]\nkind = "vector"\nspeed = {limits.speed}\nturn_rate = 10.0\nspeed_up = 3.0\nbrake = 4.0\n'
    text += "turn_speed_up = 30.0\nturn_brake = 30.0\n"
    file = tmp_path / "mine.toml"
    file.write_text(text)
    world = robopitch.make("ssl-div-a", players=1, robots={"blue": file})
    world.place_robot("blue", 0, 0, 0)
    world.place_ball(0, 2)
    world.command("blue", 0, FieldVelocity(0.5, 0.5, 1.0))
    world.run(1.0)
    assert world.robot("blue", 0).velocity[:2] == pytest.approx((0.5, 0.5), abs=0.05)
    assert len(world.robot("blue", 0).wheel_speeds) == 3
    assert len(world.robot("yellow", 0).wheel_speeds) == 4


NONSENSE = {
    "nan": (lambda w: w.place_ball(math.nan, 0), "finite"),
    "infinite velocity": (lambda w: BodyVelocity(math.inf), "finite"),
    "underground": (lambda w: w.place_ball(0, 0, z=0.001), "in the ground"),
    "no such team": (lambda w: w.robot("green", 1), "green"),
    "no such id": (lambda w: w.place_robot("blue", 16, 0, 0), "ids in ssl-div-a are 0 to 15"),
    "wheels": (lambda w: w.command("blue", 0, WheelSpeeds((1.0, 2.0))), "2 wheel speeds for the 4 wheels"),
    "dribble": (lambda w: w.command("blue", 0, BodyVelocity(0), dribble=2.0), "not from 0 to 1"),
    "kick backwards": (lambda w: Kick(-1.0), "below 0"),
    "kick downwards": (lambda w: Kick(1.0, -0.2), "angle"),
    "half a step": (lambda w: w.run(0.0015), "not whole steps"),
    "backwards": (lambda w: w.step(-1), "backwards"),
    "no save": (lambda w: w.restore(b"hello"), "not a saved world"),
    "damaged save": (lambda w: w.restore(w.save()[:-40] + w.save()[-39:]), "damaged"),
    "other league": (lambda w: w.restore(robopitch.make("ssl-div-b").save()), "has league 'ssl-div-b'"),
    "other ball": (
        lambda w: w.restore(robopitch.make("ssl-div-a", overrides={"ball.mass": 0.04}).save()),
        "other parameters",
    ),
    "step of a day": (lambda w: robopitch.make("ssl-div-a", timestep=86400.0), "time step"),
    "engine": (lambda w: robopitch.make("ssl-div-a", engine="ode"), "turf, mujoco"),
    "players": (lambda w: robopitch.make("ssl-div-a", players=17), "0 to 16"),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_gets_a_message_and_changes_nothing(what):
    world = robopitch.make("ssl-div-a")
    world.run(0.01)
    before = world.fingerprint()
    act, message = NONSENSE[what]
    with pytest.raises(ValueError, match=message):
        act(world)
    assert world.fingerprint() == before


def test_an_unknown_robot_is_a_key_error_that_names_the_known_ones():
    with pytest.raises(KeyError, match="no blue 7 on the pitch; blue ids here: 0, 1"):
        robopitch.make("ssl-div-a", players=2).command("blue", 7, BodyVelocity(1))


def test_a_state_fits_into_four_kibibytes():
    for dtype, room in (("float32", 4096), ("float64", 8192)):
        batch = robopitch.make_batch("ssl-div-a", worlds=2, dtype=dtype)
        assert batch.states.nbytes <= 2 * room


def test_worlds_of_a_batch_are_views():
    batch = robopitch.make_batch("ssl-div-a", worlds=3, players=2)
    view = batch.world(1)
    view.place_ball(1, 1, vx=2)
    view.command("blue", 0, BodyVelocity(1))
    batch.step(100)
    assert view.ball.position[0] > 1.1
    assert view.tick == 100
    assert isinstance(view, World)
    assert batch.ball_positions[1] == pytest.approx(view.ball.position)
    assert batch.poses.shape == (3, 4, 4)
    with pytest.raises(ValueError, match="bodies of the batch"):
        view.place_robot("blue", 9, 0, 0)
    with pytest.raises(ValueError, match="is wanted"):
        batch.command_body_velocities(np.zeros((3, 4)))
    with pytest.raises(IndexError):
        batch.world(3)


def test_ids_are_limited_by_the_league_alone():
    world = robopitch.make("ssl-div-a", players=1, overrides={"max_ids": 5000})
    assert len(world.league.formation) <= 64
    world.place_robot("yellow", 4999, 1.0, 2.0)
    world.command("yellow", 4999, BodyVelocity(1.0))
    world.step(10)
    assert [robot.body.id for robot in world.robots("yellow")] == [0, 4999]
    again = robopitch.make("ssl-div-a", players=1, overrides={"max_ids": 5000})
    again.restore(world.save())
    assert again.fingerprint() == world.fingerprint()
    with pytest.raises(ValueError, match="ids in ssl-div-a are 0 to 4999"):
        world.place_robot("yellow", 5000, 1.0, 2.0)


def test_a_pitch_holds_no_more_bodies_than_the_engine():
    with pytest.raises(ValueError, match="66 players of both teams; a pitch holds 64 bodies"):
        robopitch.make("ssl-div-a", players=33, overrides={"max_ids": 100})


def test_a_saved_world_fits_robots_that_carry_other_sensors():
    """Sensors read a world and change nothing in it."""
    plain = {"robot.sensors": []}
    bare, equipped = robopitch.make("msl", overrides=plain), robopitch.make("msl")
    assert equipped.specs[0].sensors
    bare.place_ball(1.0, 0.5, vx=2.0)
    bare.step(100)
    equipped.restore(bare.save())
    assert equipped.fingerprint() == bare.fingerprint()
