"""Examples in docstrings and in docs/cameras.md."""

import doctest
import re
from pathlib import Path

import pytest

from robopitch.sensors.camera import colours, formats, lens, mount

MANUAL = (Path(__file__).parents[3] / "docs" / "cameras.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("module", [colours, formats, lens, mount], ids=lambda module: module.__name__)
def test_examples_in_docstrings_hold(module):
    done = doctest.testmod(module)
    assert done.attempted
    assert done.failed == 0


def test_the_example_in_the_manual_runs(capsys):
    found = {}
    exec(re.search(r"```python\n(.*?)```", MANUAL, re.DOTALL)[1], found)
    assert found["picture"].image.shape == (480, 640, 3)
    assert capsys.readouterr().out.startswith("ball (")
