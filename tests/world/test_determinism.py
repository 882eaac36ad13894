"""The same beginning gives the same bits: in another process, with any number of threads, after a restore."""

import os
import subprocess
import sys

import numpy as np
import pytest

import robopitch
from robopitch import BodyVelocity, Kick

ENGINES = ["turf", "mujoco"]

SCRIPT = """
import sys
import numpy as np
import robopitch
from robopitch import BodyVelocity, Kick

def begin(league, engine, seed=1):
    world = robopitch.make(league, engine=engine, seed=seed, timestep=0.002)
    random = np.random.default_rng(seed)
    spec = world.league.blue.robot
    kicks, omni = spec.kicker is not None, spec.drive.kind == "omni"
    side = world.league.field.width / 4
    for robot in list(world.robots()):
        team, number = robot.body.team, robot.body.id
        world.place_robot(team, number, *random.uniform(-side, side, 2), heading=random.uniform(-3, 3))
        forward, left, turn = random.uniform(-1.5, 1.5, 3)
        world.command(team, number, BodyVelocity(forward, left * omni, turn),
                      kick=Kick(3.0, 0.3) if kicks else None, dribble=1.0 if kicks else 0.0)
    world.place_ball(0.05, 0.02, vx=1.5)
    return world
"""
exec(SCRIPT)  # the same lines run here and in the other process


def test_another_process_comes_to_the_same_fingerprints():
    worlds = [(league, engine) for engine in ENGINES for league in ("ssl-div-a", "msl", "mirosot-5v5")]
    code = (
        SCRIPT
        + f"""
for league, engine in {worlds!r}:
    world = begin(league, engine)
    world.step(300)
    print(world.fingerprint())
"""
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONHASHSEED": "77"},
        capture_output=True,
        text=True,
        check=True,
    )
    here = []
    for league, engine in worlds:
        world = begin(league, engine)  # noqa: F821
        world.step(300)
        here.append(world.fingerprint())
    assert done.stdout.split() == here


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("cut", [1, 57, 150, 299])
def test_a_restored_world_goes_on_as_if_nothing_had_happened(engine, cut):
    world = begin("ssl-div-a", engine)  # noqa: F821
    world.step(cut)
    saved = world.save()
    expected = [event for _ in range(5) for event in world.step(40)]
    end = world.fingerprint()

    world.restore(saved)
    assert [event for _ in range(5) for event in world.step(40)] == expected
    assert world.fingerprint() == end

    fresh = robopitch.make("ssl-div-a", engine=engine, timestep=0.002)
    fresh.restore(saved)
    fresh.step(200)
    assert fresh.fingerprint() == end


@pytest.mark.parametrize("engine", ENGINES)
def test_stepping_one_by_one_is_stepping_many_at_once(engine):
    single, many = begin("ssl-div-a", engine), begin("ssl-div-a", engine)  # noqa: F821
    for _ in range(100):
        single.step()
    many.step(100)
    assert single.fingerprint() == many.fingerprint()


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_batch_equals_its_worlds_one_by_one_with_any_number_of_threads(threads, dtype):
    batch = robopitch.make_batch("ssl-div-a", worlds=7, timestep=0.002, threads=threads, dtype=dtype)
    random = np.random.default_rng(4)
    velocities = random.uniform(-2, 2, (7, 22, 3))
    batch.command_body_velocities(velocities)
    batch.command_kicks(random.uniform(0, 5, (7, 22)))
    batch.command_dribblers(random.uniform(0, 1, (7, 22)))
    alone = []
    for index in range(7):
        world = robopitch.make("ssl-div-a", timestep=0.002, dtype=dtype)
        world.restore(batch.world(index).save())
        world.step(500)
        alone.append(world.fingerprint())
    for _ in range(5):
        batch.step(100)
    assert batch.fingerprints() == alone
    assert len(set(alone)) == 7


def test_the_order_in_which_robots_come_on_does_not_matter():
    first = robopitch.make("ssl-div-a", players=0)
    second = robopitch.make("ssl-div-a", players=0)
    spots = [("blue", 4, -0.5, 0.0), ("yellow", 2, 0.5, 0.05), ("blue", 1, -0.8, 0.3)]
    for team, number, x, y in spots:
        first.place_robot(team, number, x, y)
    for team, number, x, y in reversed(spots):
        second.place_robot(team, number, x, y)
    for world in (first, second):
        for team, number, _, _ in spots:
            world.command(team, number, BodyVelocity(1.0, 0.2, 0.5))
        world.run(1.0)
    assert first.fingerprint() == second.fingerprint()


def test_a_kick_in_waiting_is_saved_too():
    world = robopitch.make("ssl-div-a", players=1)
    world.place_robot("blue", 0, 0, 0)
    world.command("blue", 0, BodyVelocity(0), kick=Kick(4.0))
    saved = world.save()
    fresh = robopitch.make("ssl-div-a", players=1)
    fresh.restore(saved)
    fresh.place_ball(0.0975, 0)
    fresh.step()
    assert fresh.ball.speed > 3.5
