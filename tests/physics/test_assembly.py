"""The compiled entry points have no fused multiply-add, which rounds once where × and + round twice, and no libm."""

import re

import llvmlite.binding as llvm
import numpy as np
import pytest
from numba import njit

import robopitch
from robopitch.elementary import compiled
from robopitch.physics import headings
from robopitch.physics.mujoco import kernels
from robopitch.physics.spatial import kernels as spatial
from robopitch.physics.turf import loops
from robopitch.sensors import noise
from robopitch.sensors.camera import kernel as ray_caster
from robopitch.sensors.camera import ray_table
from robopitch.sensors.camera.camera import take_picture
from robopitch.sensors.camera.settings import CameraSettings
from robopitch.sensors.overhead import kernel
from robopitch.sensors.overhead.vision import OverheadVision
from robopitch.spec import load_realism

FUSED = re.compile(r"\bvfn?m(?:add|sub)\w*")
LIBM = {"sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"}
LIBM |= {"exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "pow", "powi", "hypot", "cbrt", "fma", "fmuladd"}


@pytest.fixture(scope="module")
def entries():
    """All of them, compiled; most come from the disk cache."""
    world = robopitch.make("ssl-div-b", players=1)
    world.step()
    vision = OverheadVision(world.league, load_realism("ssl", "realistic"))
    vision.prepare(world.bodies, world.specs)
    vision.look([0], [0], 0, 0.0, world.robot_block, world.ball_block)
    headings.headings_of(world.robot_block)
    headings.directions_of(np.zeros(2))
    noise.below(1, 2, 3, 0.5, np.zeros((1, 1)), np.zeros(1, np.bool_))
    turf_and_sensors = {"advance": loops.advance, "see": kernel.see, "below": noise.below}
    heading = {"headings": headings._headings, "directions": headings._directions}
    mujoco = {"between_steps": kernels.between_steps, "set_references": kernels.set_references}
    steps = (spatial.begin_world, spatial.begin_step, spatial.within_step, spatial.end_step)
    mujoco |= {step.__name__: step for step in steps}
    take_picture(CameraSettings(width=8, height=8), world, None)
    cameras = {"render": ray_caster.render, "fill_table": ray_table.fill_table}
    elementary = {name: getattr(compiled, name) for name in compiled.__all__ if name != "kernel"}
    return turf_and_sensors | cameras | heading | mujoco | elementary


def modules(entry):
    """What the compiler made of an entry point, optimised; the disk cache keeps it beside the machine code."""
    return [overload.library._get_module_for_linking() for overload in entry.overloads.values()]


def assembly(module) -> str:
    """The same for a processor that has fused instructions, whatever this one has."""
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return target.create_target_machine(cpu="haswell", features="", opt=3).emit_assembly(module)


def test_no_entry_point_has_fused_instructions(entries):
    allowed = njit("float64(float64, float64)", fastmath={"contract"})(lambda x, y: x * y + x)
    assert FUSED.search(assembly(modules(allowed)[0])), "this would not see a fused instruction if there were one"
    for name, entry in entries.items():
        text = "".join(assembly(module) for module in modules(entry))
        assert re.search(r"\bvmul[sp]d", text), name  # there is something to look at
        assert FUSED.findall(text) == [], name


def test_no_entry_point_calls_the_c_library_for_a_function_of_its_own(entries):
    called = njit("float64(float64, float64)")(lambda x, y: np.sin(x) + x**y)
    assert {"sin", "pow"} <= outside(modules(called)[0])
    for name, entry in entries.items():
        for module in modules(entry):
            assert outside(module) & LIBM == set(), name


def outside(module) -> set[str]:
    """Functions that a module calls and does not have, without the prefix and type of the compiler's own."""
    names = [function.name for function in module.functions if function.is_declaration]
    return {name.removeprefix("llvm.").split(".")[0] for name in names}
