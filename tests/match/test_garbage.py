"""A server does not search for reference cycles while it runs: what a match makes must be freed without that."""

import gc

import pytest

import robopitch


@pytest.mark.parametrize("referee", ["free", "rules"])
def test_what_a_match_makes_is_freed_without_a_search_for_cycles(referee):
    match = robopitch.make_match(
        "ssl-div-b", realism="realistic", players=2, blue="cambada", yellow="mi20", referee=referee
    )
    match.advance(3000)
    gc.collect()
    gc.disable()
    try:
        seen = sum(len(output.balls) for output in match.advance(4000) if hasattr(output, "balls"))
        assert seen > 0
        assert gc.collect() < 10
    finally:
        gc.enable()
