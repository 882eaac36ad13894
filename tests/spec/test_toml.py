"""Writing TOML; reading it is tested with the files that are loaded."""

import doctest
import tomllib

from hypothesis import given
from hypothesis import strategies as st

from robopitch.spec import load_league, toml
from robopitch.spec.toml import write_toml

VALUES = st.one_of(
    st.booleans(), st.integers(-(2**53), 2**53), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=20)
)
TABLES = st.recursive(
    st.dictionaries(st.text(min_size=1, max_size=8), VALUES | st.lists(VALUES, max_size=3), max_size=4),
    lambda inner: st.dictionaries(
        st.text(min_size=1, max_size=8), VALUES | inner | st.lists(inner, min_size=1, max_size=3), max_size=4
    ),
    max_leaves=8,
)


def test_the_example_holds():
    assert doctest.testmod(toml).failed == 0


@given(TABLES, st.sampled_from(["", "one line", "two\nlines"]))
def test_what_is_written_is_read_again(tree, comment):
    assert tomllib.loads(write_toml(tree, comment)) == tree


def test_quantities_and_counts_are_written_as_numbers():
    league = load_league("ssl-div-a")
    text = write_toml({"mass": league.ball.mass, "ids": league.max_ids, "spin": (league.ball.mass, 1)})
    assert tomllib.loads(text) == {"mass": float(league.ball.mass), "ids": 16, "spin": [float(league.ball.mass), 1]}


def test_no_table_of_a_file_is_lost_by_a_table_in_it():
    tree = {"b": {"c": {"x": 1}, "y": 2}, "a": 3, "robots": [{"id": 0, "place": {"x": 1.5}}, {"id": 1}]}
    assert tomllib.loads(write_toml(tree)) == tree
