"""The same writes give the same bytes, in any process and on any processor."""

import hashlib
import os
import subprocess
import sys

import numpy as np

from robopitch.physics.servos.rows import NOISE_KEY
from robopitch.physics.servos.stand import ServoStand

# Of the states after the script below. Another number means that servos compute otherwise than before: that is wanted
# only with a change of the law itself.
GOLDEN = "ee18a4c6c1b6d1bf0eb7215866c12fc3343c9d39039f0e14dba409d686552a10"
NOISY = "c174164f0d23605d3389447199a7ae54f078afb4a70e356f07d9c25c6ce81e11"

SCRIPT = {
    "RX-64": [("goal_position", 700), ("moving_speed", 150), ("cw_slope", 64), ("goal_position", 400)],
    "AX-12": [("goal_position", 1000), ("torque_limit", 300), ("punch", 100), ("torque_enable", 0)],
    "MX-106": [("i_gain", 20), ("goal_position", 3000), ("d_gain", 30), ("goal_position", 1000)],
    "MX-28-2": [("profile_velocity", 60), ("torque_enable", 1), ("goal_position", 1500), ("goal_pwm", 400)],
}


def fingerprint() -> str:
    digest = hashlib.sha256()
    for model, writes in SCRIPT.items():
        stand = ServoStand(model, count=3, inertia=[0.0, 0.01, 0.2], load=[0.1, 0.0, -0.4], pendulum=[0.0, 0.3, 0.9])
        for name, value in writes:
            stand.write(name, value)
            stand.run(0.15)
        digest.update(np.delete(stand.rows, NOISE_KEY, axis=0).tobytes())  # it is no part of the law
        digest.update(np.array([stand.angles, stand.speeds, stand.torques]).tobytes())
    return digest.hexdigest()


def noisy_fingerprint() -> str:
    """Of servos whose readings are noisy."""
    stand = ServoStand("RX-64", count=3, inertia=0.01, noise=2)
    stand.write("goal_position", 530)
    stand.run(0.1)
    return hashlib.sha256(stand.rows.tobytes() + stand.angles.tobytes()).hexdigest()


def test_the_same_writes_give_the_same_bytes_as_ever():
    assert (fingerprint(), noisy_fingerprint()) == (GOLDEN, NOISY)


def test_uncompiled_code_gives_the_same_bytes():
    """Whatever the compiler makes of the law, it is the arithmetic of the source."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    script = (
        f"import runpy; own = runpy.run_path({__file__!r}); print(own['fingerprint'](), own['noisy_fingerprint']())"
    )
    command = [sys.executable, "-c", script]
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert found.stdout.split() == [GOLDEN, NOISY]


def test_a_stand_of_many_is_the_same_as_many_stands():
    many = ServoStand("MX-64", count=3, load=[0.0, 0.5, 1.0])
    many.write("goal_position", 2500)
    many.run(0.2)
    for index, load in enumerate((0.0, 0.5, 1.0)):
        one = ServoStand("MX-64", load=load)
        one.write("goal_position", 2500)
        one.run(0.2)
        rows = np.delete(np.array([one.rows[:, 0], many.rows[:, index]]), NOISE_KEY, axis=1)
        assert np.array_equal(*rows)
        assert one.angles[0] == many.angles[index]
