"""The control library on a robot: two folders, numpy, and Numba or not."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

import robopitch
from robopitch.control.obstacles import Obstacles
from robopitch.control.paths import next_waypoint

PROGRAM = """
import sys
sys.modules["numba"] = None  # as if it were not installed
import numpy as np
from robopitch.control.obstacles import Obstacles
from robopitch.control.paths import next_waypoint
{imports}
others = Obstacles(np.array([[1.0, 0.1], [1.5, -0.3]]), np.zeros((2, 2)), np.array([0.2, 0.3]))
print(next_waypoint((0.0, 0.0), (2.0, 0.0), others, 0.25))
"""


def test_without_the_simulator_and_without_a_compiler_it_computes_the_same(tmp_path):
    package = Path(robopitch.__file__).parent
    for room in ("control", "elementary"):
        shutil.copytree(package / room, tmp_path / "robopitch" / room, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "robopitch" / "__init__.py").touch()  # before the package that is installed here
    modules = sorted(path.stem for path in (package / "control").glob("*.py") if path.stem != "__init__")
    program = PROGRAM.format(imports="\n".join(f"import robopitch.control.{module}" for module in modules))
    told = subprocess.run(
        [sys.executable, "-P", "-c", program], env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert told.stderr == ""
    others = Obstacles(np.array([[1.0, 0.1], [1.5, -0.3]]), np.zeros((2, 2)), np.array([0.2, 0.3]))
    assert told.stdout.strip() == str(next_waypoint((0.0, 0.0), (2.0, 0.0), others, 0.25))
