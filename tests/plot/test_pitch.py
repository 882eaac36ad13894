"""Fields as plots draw them."""

import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Arc, Circle

from robopitch.plot.pitch import draw_pitch, draw_pitch_lines
from robopitch.spec import FieldSpec, load_league
from robopitch.spec.marking import ArcMarking, LineMarking, SpotMarking

OWN = [
    LineMarking(kind="line", start=(1.0, 2.0), end=(3.0, 2.5)),
    ArcMarking(kind="arc", centre=(-2.0, 1.0), radius=0.75, begin=0.5, sweep=1.5),
    SpotMarking(kind="spot", centre=(4.0, -3.0), radius=0.2),
]


@pytest.fixture
def field() -> FieldSpec:
    return load_league("msl").field


@pytest.fixture
def axes():
    return Figure().add_subplot()


def arcs(axes):
    return [patch for patch in axes.patches if isinstance(patch, Arc)]


def spots(axes):
    return {(*patch.center, patch.radius) for patch in axes.patches if isinstance(patch, Circle)}


def strokes(axes):
    return {(*map(float, line.get_xdata()), *map(float, line.get_ydata())) for line in axes.lines}


@pytest.mark.parametrize("draw", [draw_pitch, draw_pitch_lines])
def test_corner_arcs_and_the_centre_circle_are_as_wide_as_the_lines(field, axes, draw):
    draw(axes, field)
    middle = next(line for line in axes.lines if tuple(line.get_xdata()) == (0.0, 0.0))
    assert len(arcs(axes)) >= 4
    assert {arc.get_linewidth() for arc in arcs(axes)} == {middle.get_linewidth()}
    assert {arc.get_alpha() for arc in arcs(axes)} == {middle.get_alpha()}


@pytest.mark.parametrize("draw", [draw_pitch, draw_pitch_lines])
def test_markings_of_its_own_are_drawn_with_those_of_the_rules(field, axes, draw):
    plain = Figure().add_subplot()
    draw(plain, field)
    draw(axes, field.model_copy(update={"markings": OWN}))
    assert strokes(axes) - strokes(plain) == {(1.0, 3.0, 2.0, 2.5)}
    assert strokes(plain) <= strokes(axes)
    assert spots(axes) - spots(plain) == {(4.0, -3.0, 0.2)}
    (own,) = (arc for arc in arcs(axes) if tuple(arc.center) == (-2.0, 1.0))
    assert (own.width, own.height) == (1.5, 1.5)
    assert (own.theta1, own.theta2) == pytest.approx((28.65, 114.59), abs=0.01)
