"""The benchmark of a match tells what it measured; how fast a match is, is for `robopitch bench match`."""

import pytest
from typer.testing import CliRunner

from robopitch.bench import match
from robopitch.bench.baseline import HERE
from robopitch.bench.match_child import PARTS
from robopitch.cli.app import app


def test_a_match_is_played_in_a_process_of_its_own_and_its_parts_add_up():
    played = match.measure_matches(["vss-3v3"], 0.2, 1)["leagues"]["vss-3v3"]
    assert played["seconds"][HERE]["best"] > 0
    shares = played["shares"][HERE]
    assert set(shares) == set(PARTS)
    assert sum(shares.values()) == pytest.approx(1.0)
    assert shares["teams"] > shares["physics"] > 0


@pytest.fixture
def measured(monkeypatch, tmp_path):
    """Three turns in which this tree is two, three and four times as fast as a commit; and the order of the trees."""
    order, times = [], {HERE: [1.0, 2.0, 1.0], "abc": [2.0, 6.0, 4.0]}
    sources = {HERE: "here", "abc": "other"}

    def play(tree, league, seconds, *, parts):
        name = "abc" if tree == tmp_path else HERE
        if parts:
            return {"shares": dict.fromkeys(PARTS, 1 / len(PARTS))}
        order.append(name)
        return {"seconds": times[name][order.count(name) - 1], "fingerprint": sources[name]}

    monkeypatch.setattr(match, "_play", play)
    monkeypatch.setattr(match, "_unpacked", lambda commit, own: tmp_path)
    return match.measure_matches(["msl"], 1.0, 3, "abc"), order


def test_both_trees_take_turns_and_the_ratio_is_the_median_of_the_turns(measured):
    result, order = measured
    assert order == [HERE, "abc", "abc", HERE, HERE, "abc"]
    assert result["leagues"]["msl"]["ratios"] == [2.0, 3.0, 4.0]
    assert result["leagues"]["msl"]["ratio"] == 3.0
    assert not result["leagues"]["msl"]["same_match"]


def test_the_table_has_a_row_for_each_match_and_each_part(measured):
    rows = match.table(measured[0])
    assert len(rows) == 1 + len(PARTS)
    assert rows[0][1:] == ["1.00", "4.00", "3.00 ×", "2 × e991d2ca", "yes"]
    assert all(len(row) == len(match.COLUMNS) for row in rows)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["match", "nowhere"], "no league is called 'nowhere'"),
        (["match", "--baseline", "nonsense"], "'nonsense' is not a commit"),
        (["teams", "msl"], "leagues are only for robopitch bench match"),
    ],
)
def test_what_cannot_be_measured_is_refused(arguments, says, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    told = CliRunner().invoke(app, ["bench", *arguments])
    assert told.exit_code == 2
    assert says in told.output
