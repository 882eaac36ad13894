"""What `import robopitch` alone gives."""

import subprocess
import sys

import pytest

import robopitch

PROGRAM = """
import sys, robopitch
print(sorted({"numpy", "numba", "pydantic", "mujoco"} & set(sys.modules)))
print(robopitch.referee.restart("ssl-div-b", exit=(1.0, 3.1), last_touch="blue").team)
"""


def test_the_packages_are_found_at_their_first_use_and_the_import_loads_none_of_them():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "yellow"]


@pytest.mark.parametrize("name", ["nothing", "_nothing", "referee_"])
def test_what_is_not_there_is_named(name):
    with pytest.raises(AttributeError, match=name):
        getattr(robopitch, name)
