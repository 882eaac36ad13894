"""[grSim §4]: `fit` on motion of mujoco-spatial."""

from experiments.fit_spatial import rolling_begins


def test_a_kicked_ball_rolls_later_in_space_because_its_friction_fades():
    (turf, turf_share), (space, space_share) = (rolling_begins(engine) for engine in ("turf", "mujoco-spatial"))
    assert 1.2 * turf < space < 1.8 * turf
    assert abs(space_share - turf_share) < 0.03
