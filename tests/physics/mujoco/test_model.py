"""The model has the shape of robots and field."""

import math

import mujoco
import numpy as np
import pytest
from numba import njit

from robopitch.physics import params as p
from robopitch.physics.compiling import compile_params
from robopitch.physics.engines import make_engine
from robopitch.physics.mujoco.model import build_model
from robopitch.physics.outline import outline_distance as compiled_distance
from robopitch.spec import league_names, load_league, load_robot

ROBOTS = ["ssl", "cambada", "msl-triangle", "obstacle", "austrobot", "vss"]


@njit
def outline_distance(kinds, k, x, y):
    """Signed distance from a robot's outline; the original can only be called by compiled code."""
    return compiled_distance(kinds, k, x, y)


@pytest.mark.parametrize("name", league_names("turf"))
def test_every_league_has_a_model(name):
    league = load_league(name)
    robot = league.blue.robot
    params = compile_params(league, [robot], 0.002)
    model = build_model(params, league, [robot], [0] * 2 * league.team_size)
    assert model.nv == 3 * 2 * league.team_size + 6
    assert model.nu == 2 * league.team_size * len(robot.drive.wheels)
    mass = model.body_mass[1 : 1 + 2 * league.team_size]
    assert mass == pytest.approx(float(robot.mass))


def ball_and_pieces(name):
    """A model with one robot at the origin, its data, the ball's geom and the geoms that the ball meets."""
    league, robot = load_league("msl"), load_robot(name)
    params = compile_params(league, [robot], 0.002)
    model = build_model(params, league, [robot], [0])
    body = model.geom_bodyid
    pieces = [g for g in range(model.ngeom) if body[g] == 1 and model.geom_conaffinity[g] & 1]
    (ball,) = [g for g in range(model.ngeom) if body[g] == 2]
    return model, mujoco.MjData(model), ball, pieces, params


@pytest.mark.parametrize("name", ROBOTS)
def test_the_ball_is_as_far_from_a_robot_as_its_outline_says(name):
    model, data, ball, pieces, params = ball_and_pieces(name)
    radius = params.pitch[p.BALL_RADIUS]
    rng = np.random.default_rng(1)
    for _ in range(200):
        angle, away = rng.uniform(-math.pi, math.pi), rng.uniform(0.5, 1.5)
        x, y = away * math.cos(angle) * 0.3, away * math.sin(angle) * 0.3
        true, _, _ = outline_distance(params.kinds, 0, x, y)
        looks_in = params.kinds[0, p.HOLLOW_RADIUS] > 0 and x > 0 and abs(y) < params.kinds[0, p.HOLLOW_HALF]
        if not 0.001 < true < 0.15 or looks_in:  # the ball's centre is outside, near, and not before a hollow front
            continue
        data.qpos[3:6] = x, y, 0.02
        mujoco.mj_kinematics(model, data)
        gap = min(mujoco.mj_geomDistance(model, data, ball, piece, 1.0, None) for piece in pieces)
        assert gap + radius == pytest.approx(true, abs=4e-4)


def test_a_hollow_front_is_as_deep_and_as_wide_as_it_is():
    model, data, ball, pieces, params = ball_and_pieces("austrobot")
    robot, radius = load_robot("austrobot"), float(params.pitch[p.BALL_RADIUS])
    front, half = robot.outline.length / 2, robot.outline.hollow_width / 2

    def gap(x, y):
        data.qpos[3:6] = x, y, 0.02
        mujoco.mj_kinematics(model, data)
        return min(mujoco.mj_geomDistance(model, data, ball, piece, 1.0, None) for piece in pieces) + radius

    assert gap(front, 0.0) == pytest.approx(robot.outline.hollow_depth, abs=6e-4)
    assert gap(front + 0.05, half + 0.005) == pytest.approx(0.05, abs=1e-6)
    assert gap(front + 0.02, half - 0.01) == pytest.approx(math.hypot(0.02, 0.01), abs=1e-6)


@pytest.mark.parametrize("name", ROBOTS)
def test_robots_are_as_high_as_they_are(name):
    model, data, ball, pieces, params = ball_and_pieces(name)
    data.qpos[3:6] = -0.02, 0.01, 1.2
    mujoco.mj_kinematics(model, data)
    gap = min(mujoco.mj_geomDistance(model, data, ball, piece, 2.0, None) for piece in pieces)
    assert gap == pytest.approx(1.2 - params.pitch[p.BALL_RADIUS] - params.kinds[0, p.HEIGHT], abs=1e-6)


def test_single_precision_is_refused_with_a_reason():
    league = load_league("vss-3v3")
    with pytest.raises(ValueError, match="float64 only, not in float32"):
        make_engine("mujoco", league, [league.blue.robot], np.zeros(2, np.int64), 0.002, np.dtype("float32"))
