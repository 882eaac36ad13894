"""Validators are decided at the moment that decides them, and not sooner."""

from types import SimpleNamespace

import pytest

from robopitch.testing import Condition, Verdict, always, eventually, never, until

STEP = 0.1  # s between two moments


class Script(Condition):
    """A condition that holds where its text has a 1."""

    def __init__(self, text: str) -> None:
        self._text = text

    def holds(self, moment) -> bool:
        return self._text[round(moment.time / STEP)] == "1"

    def __str__(self) -> str:
        return self._text


def moment(index: int):
    return SimpleNamespace(time=index * STEP, ball=(1.0, 2.0, 0.0), where=lambda: "ball at (1.00, 2.00) m")


def judge(validator, moments: int = 5, finished: bool = True):
    """Verdict, and the number of the moment that decided it."""
    validator.begin(moment(0))
    for index in range(moments):
        validator.update(moment(index))
        if validator.decision is not None:
            break
    if validator.decision is None and finished:
        validator.finish(moment(moments - 1))
    return validator.verdict, None if validator.decision is None else round(validator.decision.time / STEP)


PASSED, FAILED, UNDECIDED = Verdict.PASSED, Verdict.FAILED, Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("validator", "expected"),
    [
        (always(Script("11111")), (PASSED, 4)),
        (always(Script("11011")), (FAILED, 2)),
        (always(Script("11011"), within=0.1), (PASSED, 1)),
        (always(Script("11011"), within=0.2), (FAILED, 2)),
        (never(Script("00000")), (PASSED, 4)),
        (never(Script("00010")), (FAILED, 3)),
        (never(Script("00010"), within=0.2), (PASSED, 2)),
        (never(Script("00010"), within=0.3), (FAILED, 3)),
        (eventually(Script("00010")), (PASSED, 3)),
        (eventually(Script("00000")), (FAILED, 4)),
        (eventually(Script("00010"), within=0.3), (PASSED, 3)),
        (eventually(Script("00010"), within=0.2), (FAILED, 2)),
        (until(Script("00010"), hold=Script("11100")), (PASSED, 3)),
        (until(Script("00010"), hold=Script("11000")), (FAILED, 2)),
        (until(Script("00000"), hold=Script("11111")), (FAILED, 4)),
        (until(Script("00010"), within=0.2), (FAILED, 2)),
        (eventually(Script("01000")) & always(Script("11110")), (FAILED, 4)),
        (eventually(Script("01000")) & always(Script("11111")), (PASSED, 4)),
        (eventually(Script("00000")) | always(Script("11011")), (FAILED, 4)),
        (eventually(Script("00100")) | always(Script("10111")), (PASSED, 2)),
        (eventually(Script("01100") & Script("00110")), (PASSED, 2)),
        (eventually(Script("00100") | Script("00010")), (PASSED, 2)),
        (always(~Script("00010")), (FAILED, 3)),
        (eventually(Script("01110").lasting(0.2)), (PASSED, 3)),
        (eventually(Script("01011").lasting(0.2)), (FAILED, 4)),
    ],
    ids=str,
)
def test_a_validator_is_decided_when_it_can_be(validator, expected):
    assert judge(validator) == expected
    assert judge(validator) == expected  # a second run begins anew


@pytest.mark.parametrize("validator", [always(Script("11111")), eventually(Script("00000")), never(Script("00000"))])
def test_a_run_that_ends_too_soon_leaves_it_undecided(validator):
    assert judge(validator, moments=3, finished=False) == (UNDECIDED, None)


def test_a_failure_says_when_and_where():
    validator = always(Script("11011"))
    judge(validator)
    assert "failed at 0.20 s" in validator.decision.text
    assert "ball at (1.00, 2.00) m" in validator.decision.text
    assert validator.decision.position == (1.0, 2.0)


def test_conditions_do_not_combine_by_words_of_python():
    with pytest.raises(TypeError, match="combine conditions with"):
        bool(Script("1"))


@pytest.mark.parametrize("within", [0, -1, float("nan")])
def test_a_time_limit_is_above_0(within):
    with pytest.raises(ValueError, match="above 0"):
        always(Script("1"), within=within)
