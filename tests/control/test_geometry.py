import doctest

from robopitch.control import geometry


def test_the_examples_in_the_docstrings_hold():
    assert doctest.testmod(geometry).failed == 0
