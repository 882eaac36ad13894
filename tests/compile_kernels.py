"""Compiles kernels and test files, once: `make test` does so beside the type check, and workers find both on the disk.

Without it every worker of a fresh clone compiles the same code at the same time.
"""

import gc
import os
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stdout
from importlib import import_module
from multiprocessing import get_context

import pytest

# What the parts need is imported in them: some modules compile when they are imported, and each part would do so.


def compile_engines() -> None:
    """MuJoCo's engines and servos, which compile when they are imported, and so when test files are collected."""
    import robopitch
    from robopitch.physics.servos.stand import ServoStand

    robopitch.make("msl", engine="mujoco").step()
    robopitch.make("msl", engine="mujoco-spatial", players=1).step()
    ServoStand("RX-64").step()


def compile_matches() -> None:
    """A match on turf with everything around it."""
    import robopitch
    from robopitch.bench.driving import DrivenMatch, random_driving

    DrivenMatch(random_driving(0.2)).go(0.1)
    match = robopitch.make_match("ssl-div-a", blue="cambada", yellow="mi20", referee="rules")
    match.teams.compile_ahead()
    match.advance(100)
    _compile_lanes("float64")


def compile_single_precision() -> None:
    """Batches on turf."""
    import robopitch

    robopitch.make_batch("mirosot-5v5", worlds=2, threads=1, dtype="float32").step()
    _compile_lanes("float32")


def compile_sensors() -> None:
    """The sensors of robots; nothing here steps turf."""
    import numpy as np

    import robopitch
    from robopitch.measure.fit.flight import fly
    from robopitch.messages import Body, Team
    from robopitch.physics import headings
    from robopitch.sensors.camera.camera import take_picture
    from robopitch.sensors.camera.settings import CameraSettings
    from robopitch.sensors.omnivision.sensor import OmniVision
    from robopitch.sensors.onboard import KINDS

    world = robopitch.make("msl", players=1)
    for name, kind in {**KINDS, "omnivision": OmniVision}.items():
        kind(Body(Team.BLUE, 0), name, {}).sample(1, world, (), ())
    take_picture(CameraSettings(width=8, height=8), world, None)
    headings.headings_of(world.robot_block)
    headings.headings_of(world.robot_block.astype(np.float32))
    headings.directions_of(np.zeros(2))
    fly(np.zeros(5), 0.0, np.ones(1), world.engine.params.pitch, np.zeros((1, 3)))


def _compile_lanes(dtype: str) -> None:
    """Quick in a process that has compiled the loops: both consist of the same functions."""
    import numpy as np
    from tests.physics.test_lanes import advance_in_lanes

    import robopitch

    advance_in_lanes(robopitch.make("mirosot-5v5", dtype=dtype), 1, np.arange(10))


def compile_tests() -> None:
    """pytest keeps the test files as it has rewritten them. What is wrong with them, the tests say later."""
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
        pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider"])


def main() -> None:
    """Three processes, because the parts take half a minute or more each; garbage collection would add an eighth."""
    import_module("robopitch.elementary.compiled")  # compiles, and all parts use it

    with ProcessPoolExecutor(3, get_context("spawn"), initializer=gc.disable) as pool:
        engines, *others = (
            pool.submit(part) for part in (compile_engines, compile_matches, compile_single_precision, compile_sensors)
        )
        engines.result()
        compile_tests()
        for part in others:
            part.result()


if __name__ == "__main__":
    main()
