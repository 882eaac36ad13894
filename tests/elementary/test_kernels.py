import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit


@njit
def remainder(x: float, y: float) -> float:
    return math.remainder(x, y)


@given(st.floats(-1e9, 1e9), st.sampled_from([math.tau, math.pi, 1.0, -3.0]))
def test_compiled_code_has_the_remainder_of_the_mathematics_module(x, y):
    assert remainder(x, y) == math.remainder(x, y)


@pytest.mark.parametrize("x", [0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, math.pi, -math.pi, 3 * math.pi])
def test_ties_go_to_the_even_multiple_and_zero_keeps_its_sign(x):
    for y in (1.0, math.tau):
        found, right = remainder(x, y), math.remainder(x, y)
        assert (found, math.copysign(1.0, found)) == (right, math.copysign(1.0, right))


def test_a_kernel_is_compiled_again_if_a_function_of_another_file_changes(tmp_path):
    (tmp_path / "callee.py").write_text("def twice(x):\n    return 2.0 * x\n")
    (tmp_path / "entry.py").write_text(
        "from callee import twice\nfrom robopitch.elementary.compiled import kernel\n\n\n"
        "@kernel\ndef entry(x):\n    return twice(x)\n\n\nprint(entry(3.0), twice(3.0))\n"
    )

    def told():
        return subprocess.run(
            [sys.executable, "entry.py"], cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout.split()

    assert told() == ["6.0", "6.0"]
    (tmp_path / "callee.py").write_text("def twice(x):\n    return 2.5 * x\n")
    assert told() == ["7.5", "7.5"]
