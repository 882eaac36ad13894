"""Small matrices against numpy's, and headings in arrays against one by one."""

import doctest

import numpy as np
import pytest

import robopitch
from robopitch import elementary
from robopitch.physics import matrices
from robopitch.physics import state as s
from robopitch.physics.headings import directions_of, headings_of


def test_the_examples_are_right():
    assert doctest.testmod(matrices).failed == 0
    assert doctest.testmod(elementary.length).failed == 0


def test_an_inverse_is_the_one_of_numpy_and_symmetric_where_the_matrix_is():
    random = np.random.default_rng(1)
    for _ in range(50):
        rows = random.normal(size=(4, 3))
        matrix = rows.T @ rows + np.diag([2.5, 2.5, 0.01])
        matrix = (matrix + matrix.T) / 2
        found = np.array(matrices.inverse(matrix.tolist()))
        assert np.allclose(found, np.linalg.inv(matrix), rtol=1e-12, atol=0)
        assert (found == found.T).all()


@pytest.mark.parametrize("wheels", [2, 3, 4, 6])
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_a_pseudo_inverse_is_the_one_of_numpy_whatever_the_rank(wheels, rank):
    random = np.random.default_rng(10 * wheels + rank)
    rank = min(rank, wheels)
    for _ in range(20):
        matrix = random.normal(size=(wheels, rank)) @ random.normal(size=(rank, 3))
        wanted = np.linalg.pinv(matrix, rcond=1e-9)
        found = np.array(matrices.pseudo_inverse(matrix.tolist()))
        assert np.abs(found - wanted).max() < 1e-9 * np.abs(wanted).max() * np.linalg.cond(matrix[:, :rank])


def test_a_column_of_rounding_errors_counts_as_none():
    """The wheels of a differential drive whose direction is a rounded π/2 move nothing to the side."""
    (forward, _), (left, _), _ = matrices.pseudo_inverse([[6e-17, 1.0, 0.05], [6e-17, 1.0, -0.05]])
    assert abs(forward) < 1e-9
    assert left == pytest.approx(0.5, abs=1e-15)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_headings_of_an_array_are_those_of_each_robot(dtype):
    world = robopitch.make("ssl-div-b", dtype=dtype)
    for number in range(3):
        world.place_robot("blue", number, 0.3 * number, 0.0, heading=2.3 * number - 2.0)
    block = world.robot_block
    pairs = zip(block[s.HY].tolist(), block[s.HX].tolist(), strict=True)
    assert headings_of(block).tolist() == [elementary.atan2(y, x) for y, x in pairs]
    assert world.robot("blue", 1).pose.heading == headings_of(block)[1]


def test_directions_have_the_shape_of_the_angles():
    angles = np.array([[0.1, 0.2, 0.3], [0.4, 0.5, 1.5]])
    x, y = directions_of(angles)
    assert x.tolist() == [[elementary.cos(a) for a in row] for row in angles.tolist()]
    assert y.tolist() == [[elementary.sin(a) for a in row] for row in angles.tolist()]
    assert directions_of(np.asarray(0.5))[0].shape == ()
