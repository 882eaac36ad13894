"""[CAMBADA-sim fig. 5.12 and 5.13]: that what is measured is what is said; times are those of a machine."""

from experiments.execution_time import QUICK_SECONDS, UPDATE, measured


def test_ten_robots_see_at_their_rate_while_updates_are_measured():
    updates, looks, frames = measured(QUICK_SECONDS)
    assert len(updates) == round(QUICK_SECONDS / UPDATE)
    assert all(len(some) == 10 * 25 * QUICK_SECONDS for some in looks.values())
    assert frames == 10 * 25 * QUICK_SECONDS
