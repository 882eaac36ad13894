"""The picture of a long match."""

import numpy as np
import pytest
from PIL import Image

import robopitch
from robopitch import Team
from robopitch.match import play
from robopitch.messages.call import Call
from robopitch.plot import draw_overview
from robopitch.plot.tracks import COLOURS
from robopitch.teams import chase, still


@pytest.fixture(scope="module")
def game():
    return play(robopitch.make("ssl-div-b", seed=1), chase, still, 3.0)


def pixels(path, colour):
    """How many pixels have a colour."""
    wanted = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return int((np.asarray(Image.open(path).convert("RGB")) == wanted).all(axis=2).sum())


def test_offences_are_marked_in_the_colour_of_the_team_but_balls_out_are_not(game, tmp_path):
    inside = Call(1, 0.001, "pushing", Team.YELLOW, 3, (1.0, 1.0))
    out = Call(2, 0.002, "out", Team.YELLOW, 3, (1.0, 3.02))
    marked = []
    for name, calls in (("none", ()), ("out", (out,)), ("inside", (inside, out))):
        draw_overview(game, "a title", tmp_path / f"{name}.png", calls)
        marked.append(pixels(tmp_path / f"{name}.png", COLOURS[Team.YELLOW]))
    assert marked[0] == marked[1] < marked[2]


def test_a_goal_that_counts_is_numbered_and_its_way_is_drawn(game, tmp_path):
    goal = Call(2000, 2.0, "goal", Team.BLUE, 1, (4.5, 0.0))
    other = Call(2000, 2.0, "half_time")
    for name, calls in (("none", (other,)), ("one", (other, goal))):
        draw_overview(game, "a title that is long enough for two lines " * 4, tmp_path / f"{name}.png", calls)
    none, one = (pixels(tmp_path / f"{name}.png", COLOURS[Team.BLUE]) for name in ("none", "one"))
    assert one > none


@pytest.mark.parametrize("league", ["msl", "vss-3v3"])
def test_every_kind_of_field_has_an_overview(league, tmp_path):
    draw_overview(play(robopitch.make(league), still, still, 0.1), league, tmp_path / "picture.svg")
    assert (tmp_path / "picture.svg").stat().st_size > 10_000
