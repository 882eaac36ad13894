"""The lanes of a GPU give the same results as the CPU loops."""

import numpy as np
import pytest

import robopitch
from robopitch import BodyVelocity, Extend, FieldVelocity, Kick
from robopitch.physics.turf.contact import pairing_round
from robopitch.physics.turf.lanes import advance_by_lanes, opponent


def scramble(world, seed=0):
    """A crowded field: all robots move near the centre, kick and dribble, with the ball among them."""
    random = np.random.default_rng(seed)
    scale = float(world.league.field.width) / 4
    omni = world.league.blue.robot.drive.kind == "omni"
    kicker = world.league.blue.robot.kicker is not None
    for robot in list(world.robots()):
        body = robot.body
        world.place_robot(body.team, body.id, *random.uniform(-scale, scale, 2), heading=random.uniform(-3, 3))
        world.command(
            body.team,
            body.id,
            BodyVelocity(random.uniform(0, 2), random.uniform(-1, 1) * omni, random.uniform(-3, 3)),
            kick=Kick(3.0, 0.5 * random.integers(2)) if kicker else None,
            dribble=float(random.integers(2)) if kicker else 0.0,
        )
        if world.league.blue.robot.frame is not None and body.id == 0:
            world.command(body.team, 0, Extend("left"))
    world.place_ball(0.0, 0.0, vx=2.0, vy=0.3)


def advance_in_lanes(world, steps, order):
    """The state of a world after so many steps by the lanes of its robots."""
    engine, params, state = world.engine, world.engine.params, world.state_view().state
    advance_by_lanes(
        state,
        engine.layout.fields,
        0,
        steps,
        order,
        engine.which,
        params.kinds,
        params.wheels,
        params.pitch,
        params.boxes,
        params.box_kinds,
        engine.dtype.type(world.timestep),
    )
    return state


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("league", ["ssl-div-a", "msl", "mirosot-5v5", "steered", "beside a goal"])
@pytest.mark.parametrize("order", ["by id", "backwards", "shuffled"])
def test_lanes_in_any_order_give_the_bits_of_the_cpu_loops(league, order, dtype):
    if league == "steered":
        robots = {"blue": "msl-ackermann", "yellow": "msl-synchro"}
        world = robopitch.make("msl", timestep=0.002, dtype=dtype, robots=robots)
    elif league == "beside a goal":
        world = robopitch.make("ssl-div-a", timestep=0.002, dtype=dtype)
    else:
        world = robopitch.make(league, timestep=0.002, dtype=dtype)
    scramble(world)
    if league == "beside a goal":  # where it meets the wall
        for id in range(3):
            world.place_robot("blue", id, 6.3, 1.2 + 0.2 * id)
            world.command("blue", id, FieldVelocity(1.0, -1.0))
        world.place_ball(6.45, 1.05, vx=2.0, vy=-2.0)
    count = world.engine.layout.robots
    lanes = {
        "by id": np.arange(count),
        "backwards": np.arange(count)[::-1].copy(),
        "shuffled": np.random.default_rng(5).permutation(count),
    }[order]
    state = advance_in_lanes(world, 600, lanes)
    events = world.step(600)
    assert len(events) > (2 if league == "steered" else 5)  # robots met each other and the ball
    assert np.array_equal(state, world.state_view().state)


@pytest.mark.parametrize("count", [2, 3, 5, 10, 11, 22, 31, 32])
def test_rounds_are_disjoint_and_every_pair_meets_once(count):
    met = set()
    for turn in range(count - 1 + count % 2):
        for a in range(count):
            b = opponent.py_func(a, turn, count)
            if b < 0:
                continue
            assert opponent.py_func(b, turn, count) == a
            if a < b:
                assert pairing_round(a, b, count) == turn
                met.add((a, b))
    assert len(met) == count * (count - 1) // 2
