"""Expressions over signals."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.measure.expression.expression import evaluate, signals_of
from robopitch.measure.expression.functions import FUNCTIONS

from .made import run_of, signal

T = np.linspace(0, 2, 201)
HEADING = np.remainder(3 * T + 2 + math.pi, math.tau) - math.pi  # turns at 3 rad/s, past π
RUN = run_of(
    signal("ball.x", "m", T, 2 * T),
    signal("ball.y", "m", T, 1 - T),
    signal("ball.z", "m", T, 0.5),
    signal("ball.vx", "m/s", T, 2.0),
    signal("ball.vy", "m/s", T, -1.0),
    signal("ball.speed", "m/s", T, math.sqrt(5)),
    signal("blue.3.x", "m", T, T**2),
    signal("blue.3.y", "m", T, 1.0),
    signal("blue.3.heading", "rad", T, HEADING),
    signal("seen.blue.3.x", "m", T[5:150:3] + 0.003, (T[5:150:3] + 0.003) ** 2),
    signal("command.blue.3.forward", "m/s", [0.5, 1.5], [1.0, 3.0]),
    signal("team.blue.state", "?", T, 4.0),
)


def values(text: str) -> np.ndarray:
    return evaluate(RUN, text).values


@pytest.mark.parametrize(
    ("text", "expected", "unit"),
    [
        ("ball.x", 2 * T, "m"),
        ("  ball.x + 1", 2 * T + 1, "m"),
        ("-ball.x**2", -4 * T**2, "m2"),
        ("2 - 3 - ball.vx/ball.vx*0", np.full(201, -1.0), "1"),
        ("2**3**2 + 0*ball.vx", np.full(201, 512.0), "m/s"),
        ("ball.x / ball.vx", T, "s"),
        ("sqrt(ball.vx**2 + ball.vy**2)", np.full(201, math.sqrt(5)), "m/s"),
        ("ball.x >= 2", (2 * T >= 2).astype(float), "1"),
        ("(ball.x > 1) * (ball.y > 0)", ((2 * T > 1) & (1 - T > 0)).astype(float), "1"),
        ("1 / ball.speed", np.full(201, 1 / math.sqrt(5)), "s/m"),
        ("hypot(ball.vx, ball.vy)", np.full(201, math.sqrt(5)), "m/s"),
        ("atan2(ball.vy, ball.vx)", np.full(201, math.atan2(-1, 2)), "rad"),
        ("angle(ball.velocity)", np.full(201, math.atan2(-1, 2)), "rad"),
        ("dot(ball.velocity, ball.velocity)", np.full(201, 5.0), "m2/s2"),
        ("norm(ball.position)", np.sqrt(4 * T**2 + (1 - T) ** 2 + 0.25), "m"),
        ("norm(ball.position - blue.3.position)", np.hypot(2 * T - T**2, -T), "m"),
        ("norm(2 * ball.velocity / 4)", np.full(201, math.sqrt(5) / 2), "m/s"),
        ("min(ball.x, 1, blue.3.x)", np.minimum(np.minimum(2 * T, 1), T**2), "m"),
        ("max(ball.x)", np.full(201, 4.0), "m"),
        ("ball.x - mean(ball.x)", 2 * T - 2, "m"),
        ("abs(ball.y) * sign(ball.y)", 1 - T, "m"),
        ("deg(blue.3.heading)", np.degrees(HEADING), "deg"),
        ("unwrap(blue.3.heading)", 3 * T + 2, "rad"),
        ("wrap(unwrap(blue.3.heading))", HEADING, "rad"),
        ("sin(blue.3.heading)**2 + cos(blue.3.heading)**2", np.ones(201), "1"),
        ("diff(blue.3.heading)", np.full(201, 3.0), "rad/s"),
        ("diff(diff(ball.x))", np.zeros(201), "m/s2"),
        ("integrate(ball.vx)", 2 * T, "m"),
        ("ball.x - at(ball.x, 0.505)", 2 * T - 1.01, "m"),
        ("ball.x % 1", (2 * T) % 1, "m"),
        ("pi * ball.vx", np.full(201, 2 * math.pi), "m/s"),
        ("ball.x + team.blue.state", 2 * T + 4, "m"),
        ("1.5e-1 * .5 * ball.vx", np.full(201, 0.15), "m/s"),
        ("ball.x − 1", 2 * T - 1, "m"),
    ],
)
def test_an_expression_has_its_value_and_its_unit(text, expected, unit):
    found = evaluate(RUN, text)
    np.testing.assert_allclose(found.values, expected, atol=1e-9)
    assert (found.unit, found.name) == (unit, text.strip())
    np.testing.assert_array_equal(found.times, T)


def test_signals_are_taken_at_the_times_of_the_first():
    found = evaluate(RUN, "seen.blue.3.x - blue.3.x")
    np.testing.assert_array_equal(found.times, RUN.signals["seen.blue.3.x"].times)
    assert np.abs(found.values).max() < 3e-5  # a parabola between samples, by a straight line
    other_way = evaluate(RUN, "blue.3.x - seen.blue.3.x")
    inside = (T >= 0.053) & (T <= 1.493)
    assert np.isfinite(other_way.values[inside]).all()
    assert np.isnan(other_way.values[~inside]).all()  # nobody guesses what was not seen


def test_headings_are_interpolated_the_short_way():
    run = run_of(
        signal("a", "?", [0, 0.5, 1], 0.0),
        signal("b.heading", "rad", [0, 1], [3.0, -3.0]),
        signal("c", "m", [0, 1], [3.0, -3.0]),
    )
    assert abs(evaluate(run, "a*0 + b.heading").values[1]) == pytest.approx(math.pi)
    assert evaluate(run, "a*0 + c").values[1] == 0


def test_what_is_commanded_holds_until_the_next_command():
    found = values("ball.vx * 0 + command.blue.3.forward")
    assert np.isnan(found[T < 0.5]).all()
    assert set(found[(T >= 0.5) & (T < 1.4999)]) == {1.0}
    assert set(found[T >= 1.5]) == {3.0}


def test_nothing_is_made_up_in_a_gap():
    times = np.concatenate([np.arange(0, 1, 0.01), np.arange(3, 4, 0.01)])
    run = run_of(signal("a", "m", np.arange(0, 4, 0.05), 0.0), signal("b", "m", times, times))
    found = evaluate(run, "a + b")
    assert np.isnan(found.values[(found.times > 1) & (found.times < 2.99)]).all()
    assert np.isfinite(found.values[found.times < 0.98]).all()


def test_a_mean_over_a_window_smooths_and_skips_what_is_missing():
    noisy = np.where(np.arange(201) % 2, 1.0, -1.0)
    noisy[50] = np.nan
    run = run_of(signal("a", "m", T, noisy))
    found = evaluate(run, "mean(a, 0.2)").values
    assert np.abs(found[10:-10]).max() < 0.11  # one of twenty has no partner
    assert np.isfinite(found).all()


def test_a_low_pass_reaches_63_percent_after_its_time_constant():
    run = run_of(signal("a", "1", T, (T > 0).astype(float)))
    found = evaluate(run, "lowpass(a, 0.25)")
    assert np.interp(0.25, found.times, found.values) == pytest.approx(1 - math.exp(-1), abs=1e-9)


def test_a_delayed_signal_is_what_it_was_before():
    late = evaluate(RUN, "ball.x - delay(ball.x, 0.1)")
    np.testing.assert_allclose(late.values[T >= 0.1], 0.2, atol=1e-9)
    assert np.isnan(late.values[T < 0.0999]).all()


def test_two_cameras_at_the_same_time_have_one_derivative():
    times = np.repeat(np.arange(0, 1, 0.1), 2)
    run = run_of(signal("a", "m", times, 3 * times + np.tile([0.1, -0.1], 10)))
    np.testing.assert_allclose(evaluate(run, "diff(a)").values, 3.0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ball.x + ball.vx", "m and m/s cannot be added"),
        ("ball.x < ball.vx", "m and m/s cannot be compared"),
        ("max(ball.x, ball.vx)", "m and m/s"),
        ("sin(ball.x)", "an angle is wanted, not m"),
        ("bal.x", "did you mean ball.x"),
        ("ball.positon", "did you mean ball.position"),
        ("nothing.like.it", "there are ball.speed"),
        ("nrm(ball.position)", "did you mean norm"),
        ("norm", "norm is a function"),
        ("ball.position", "this is a vector"),
        ("ball.position * ball.velocity", "two vectors"),
        ("ball.position + 1", "a vector and a number"),
        ("1 / ball.position", "a vector and a number"),
        ("dot(ball.x, ball.y)", "two vectors"),
        ("2 * 3", "a number and no signal"),
        ("diff(2)", "a signal, not a number"),
        ("mean(ball.x, 0)", "above 0"),
        ("lowpass(ball.x, ball.vx)", "number of seconds"),
        ("lowpass(ball.x)", "2 is right"),
        ("norm()", "nothing in it"),
        ("(ball.x", "not closed"),
        ("ball.x)", "not expected"),
        ("ball.x ball.y", "not expected"),
        ("ball.x +", "missing at the end"),
        ("* ball.x", "stands where"),
        ("ball.x ^ 2", "written **"),
        ("0 < ball.x < 1", "one comparison at a time"),
        ("", "nothing to compute"),
        ("3ball.x", "cannot be read"),
    ],
)
def test_what_is_wrong_is_said(text, said):
    with pytest.raises(ValueError, match=r"\S") as error:
        evaluate(RUN, text)
    assert said in str(error.value)
    assert str(error.value).startswith(text.strip())


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "ball.x.__class__.__mro__",
        "[x for x in (1,)]",
        "lambda: 0",
        "open('/etc/passwd')",
        "ball.x if 1 else 2",
        "ball.x; ball.y",
        "f'{ball.x}'",
        "ball.x := 3",
        "(" * 400 + "ball.x" + ")" * 400,
        "ball.x" + "**2" * 300,
        "-" * 5000 + "ball.x",
    ],
)
def test_nothing_but_arithmetic_is_understood(text):
    with pytest.raises(ValueError, match=r"\S"):
        evaluate(RUN, text)


@given(st.text(alphabet="blx.(),+-*/<>=! 12e9normdif", max_size=40))
def test_no_text_does_more_than_be_refused(text):
    try:
        found = evaluate(RUN, text)
    except ValueError:
        return
    assert len(found.times) == len(found.values)


def test_patterns_choose_several_signals_and_nothing_chooses_all():
    assert [one.name for one in signals_of(RUN, ["blue.3.*", "ball.x*2"])] == [
        "blue.3.x",
        "blue.3.y",
        "blue.3.heading",
        "ball.x*2",
    ]
    assert len(signals_of(RUN, [])) == len(RUN.signals)


def test_every_function_has_a_line_about_it():
    assert all(function.about and 1 <= function.least <= function.most for function in FUNCTIONS.values())
