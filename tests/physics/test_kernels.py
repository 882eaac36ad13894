"""How the kernels are compiled: for a GPU without doubles and spills, and never stale from the disk cache."""

import inspect
import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from types import SimpleNamespace

import numba
import pytest
from numba import types

import robopitch
from robopitch import elementary
from robopitch.measure.fit.flight import fly
from robopitch.physics import ball, drive, drive_loops, holder, kicker, scalar
from robopitch.physics.mujoco import kernels
from robopitch.physics.turf import ball_contact, ball_robot, contact, lanes, loops

REAL, WHOLE = types.float32, types.int64


def arrays(dimensions):
    return types.Array(REAL, dimensions, "C")


FLAT, TABLE, CUBE, INDICES = arrays(1), arrays(2), arrays(3), types.Array(types.int64, 1, "C")

# What a GPU lane calls, with the types that it calls it with. Outlines, hulls and traction are parts of these.
LANE_CALLS = {
    "drive": (drive_loops.drive_kind, (FLAT, WHOLE, WHOLE, TABLE, CUBE, WHOLE, REAL)),
    "move": (drive_loops.move, (FLAT, WHOLE, WHOLE, REAL)),
    "pair contact": (contact.pair_contact, (TABLE, WHOLE, WHOLE, TABLE, WHOLE, WHOLE, FLAT)),
    "wall contact": (contact.wall_contact, (TABLE, WHOLE, TABLE, WHOLE, INDICES, FLAT)),
    "ball": (ball.ball_free_motion, (FLAT, REAL, FLAT)),
    "ball and robot": (ball_robot.ball_meets_robot, (FLAT, TABLE, WHOLE, TABLE, WHOLE, FLAT, REAL, REAL, WHOLE)),
    "ball and pitch": (ball_contact.ball_meets_pitch, (FLAT, FLAT, TABLE, WHOLE)),
    "kick": (kicker.kick_ball, (FLAT, TABLE, WHOLE, TABLE, WHOLE, FLAT, REAL)),
    "hold": (holder.hold_ball, (FLAT, TABLE, WHOLE, TABLE, WHOLE, FLAT, REAL, REAL)),
}


@pytest.mark.parametrize("name", LANE_CALLS)
def test_physics_compiles_for_a_gpu_in_single_precision_without_spilling(name, monkeypatch):
    """No `.f64`: a stray double would run at a fraction of the speed. No `.local`: that memory is slow."""
    import numba.cuda.dispatcher
    from numba import cuda

    # There need be no GPU here: tell the compiler which one to think of.
    monkeypatch.setattr(numba.cuda.dispatcher, "get_current_device", lambda: SimpleNamespace(compute_capability=(9, 0)))
    function, signature = LANE_CALLS[name]
    ptx, _ = cuda.compile(function.py_func, signature, cc=(9, 0), device=True, abi="numba")
    assert ".visible .func" in ptx or ".visible .entry" in ptx
    assert ".f64" not in ptx
    assert ".local" not in ptx


def run_copy(package: Path, cache: Path) -> float:
    """How far a ball rolls, as told by a copy of the package in a process of its own, with a small cached kernel."""
    code = """
        import numpy as np, robopitch
        from robopitch.measure.fit.flight import fly
        pitch = robopitch.make("ssl-div-a", players=0).engine.params.pitch
        places = np.zeros((1, 3))
        fly(np.array([0.0, 0.0, 1.0, 0.0, 0.0]), 0.0, np.array([3.0]), pitch, places)
        print(places[0, 0])
    """
    environment = os.environ | {"PYTHONPATH": str(package), "NUMBA_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], env=environment, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def test_editing_a_physics_file_changes_the_kernel_that_runs_although_one_is_cached(tmp_path):
    package = tmp_path / "src"
    shutil.copytree(
        Path(robopitch.__file__).parent, package / "robopitch", ignore=shutil.ignore_patterns("__pycache__", "static")
    )
    cache = tmp_path / "cache"
    first = run_copy(package, cache)
    assert list(cache.rglob("*.nbc"))  # there is a kernel on the disk now
    law = package / "robopitch/physics/ball.py"  # not the file of the cached function, but of one that it calls
    text = law.read_text()
    assert "brake = pitch[p.ROLLING] * left" in text
    law.write_text(text.replace("brake = pitch[p.ROLLING] * left", "brake = 2 * pitch[p.ROLLING] * left"))
    assert run_copy(package, cache) < 0.9 * first


@pytest.mark.parametrize(
    "kernel", [loops.advance, lanes.advance_by_lanes, kernels.between_steps, kernels.set_references, fly]
)
def test_every_cached_kernel_carries_the_digest_in_the_key_of_its_cache(kernel):
    """Numba's key holds what a function closes over: what the test before this one shows for a small kernel."""
    assert inspect.getclosurevars(kernel.py_func).nonlocals["digest"] == scalar.physics_digest()


def test_editing_any_file_of_the_room_changes_the_digest(tmp_path):
    original = Path(scalar.__file__).parent
    room = shutil.copytree(original, tmp_path / "room", ignore=shutil.ignore_patterns("__pycache__"))
    digest = scalar.physics_digest.__wrapped__  # each time anew
    assert digest(room) == scalar.physics_digest()  # a copy is the same room
    seen = {digest(room)}
    files = sorted(room.rglob("*.py"))
    for file in files:
        text = file.read_bytes()
        file.write_bytes(text + b"\n")
        seen.add(digest(room))
        file.write_bytes(text)
    assert len(seen) == len(files) + 1


def test_editing_an_elementary_function_changes_the_digest(tmp_path):
    original = Path(elementary.__file__).parent
    for file in sorted(path.name for path in original.glob("*.py")):
        copy = shutil.copytree(original, tmp_path / file, ignore=shutil.ignore_patterns("__pycache__"))
        assert scalar.physics_digest(functions=copy) == scalar.physics_digest()
        again = shutil.copytree(copy, tmp_path / f"edited {file}")
        (again / file).write_text((again / file).read_text() + "\n")
        assert scalar.physics_digest(functions=again) != scalar.physics_digest()


def test_everything_also_runs_as_plain_python():
    code = """
        import numpy as np, robopitch
        from robopitch import BodyVelocity, Kick
        world = robopitch.make("ssl-div-a", players=2, timestep=0.005)
        world.place_robot("blue", 0, 0, 0)
        world.place_ball(0.1, 0)
        world.command("blue", 0, BodyVelocity(1.0), kick=Kick(3.0), dribble=1.0)
        world.step(20)
        print(world.fingerprint())
    """
    prints = set()
    for disabled in ("0", "1"):
        environment = os.environ | {"NUMBA_DISABLE_JIT": disabled}
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(code)], env=environment, capture_output=True, text=True, check=True
        )
        prints.add(done.stdout.strip())
    assert len(prints) == 1, "compiled and plain Python differ"


def test_numba_is_not_told_to_be_fast_and_loose():
    assert not drive.clamp.targetoptions.get("fastmath", False)
    assert isinstance(drive.clamp, numba.core.registry.CPUDispatcher)
