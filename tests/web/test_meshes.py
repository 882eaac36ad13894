"""Meshes on the page."""

import numpy as np
import pytest

from robopitch.web.meshes import thinned


def sheet(steps):
    """A bent sheet of many triangles."""
    i, j = (part.reshape(-1) for part in np.meshgrid(np.arange(steps), np.arange(steps), indexing="ij"))
    corners = np.stack([0.1 * i / (steps - 1), 0.1 * j / (steps - 1), 0.005 * np.sin(9 * i / steps)], axis=1)
    first = (np.arange(steps - 1)[:, None] * steps + np.arange(steps - 1)).reshape(-1)
    lower = np.stack([first, first + steps, first + 1], axis=1)
    upper = np.stack([first + 1, first + steps, first + steps + 1], axis=1)
    return corners, np.concatenate([lower, upper])


def test_a_mesh_with_too_many_triangles_gets_coarser_and_keeps_its_size():
    corners, faces = sheet(120)
    assert len(faces) > 28000
    for most in (5000, 500, 50, 3):
        places, index = thinned(corners, faces, most)
        assert 0 < len(index) <= most
        assert index.max() < len(places)
        if most >= 500:
            assert np.ptp(places, axis=0)[:2] == pytest.approx(np.ptp(corners, axis=0)[:2], rel=0.15)
            a, b, c = places[index].transpose(1, 0, 2)
            assert (np.cross(b - a, c - a)[:, 2] > 0).mean() > 0.95  # they still face up


def test_a_small_mesh_stays_as_it_is():
    corners, faces = sheet(5)
    places, index = thinned(corners, faces, 100)
    assert places is corners
    assert (index == faces).all()
