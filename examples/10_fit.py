"""Fit parameters of a pitch and a robot to what cameras saw.

The unknown pitch is simulated by MuJoCo, with another carpet, another ball and a weaker robot, and is seen with noise,
loss and delay. A robot makes the motions that parameters can be fitted to: straight kicks, chips, drives and turns.
The fit uses commands and detections only, never the truth. Its result is a file with which the simulator behaves like
the unknown pitch. `robopitch fit` does the same with a recording, also of a real pitch.

    python examples/10_fit.py  # draws out/fit.png, writes out/fitted.toml
"""

from pathlib import Path

import robopitch
from robopitch.measure.fit.experiment import experiment
from robopitch.measure.fit.fit import fit_run
from robopitch.plot.fits import draw_fit

LIMITS = "blue.robot.drive.limits"
TRUTH = {
    "ball.sliding_friction": 0.42,
    "ball.rolling_deceleration": 0.55,
    "ball.restitution": 0.48,
    f"{LIMITS}.speed": 2.4,
    f"{LIMITS}.speed_up": 3.0,
    f"{LIMITS}.brake": 4.0,
    f"{LIMITS}.turn_rate": 15.0,
}
DELAYS = {"vision_delay": 0.050, "command_delay": 0.010}

pitch = robopitch.make_match(
    "ssl-div-b",
    engine="mujoco",
    overrides=TRUTH,
    realism="realistic",
    realism_overrides=DELAYS,
    free_play=False,
    tracker="none",
)
run = experiment(pitch)
found = fit_run(run, "ssl-div-b")  # starts from the numbers of the league

truth = {**TRUTH, "total delay": sum(DELAYS.values())}
print(f"{'parameter':38}{'start':>8}{'true':>8}{'fitted':>9}{'±':>8}")
for estimate in found.estimates:
    if estimate.path in truth:
        start = "-" if estimate.start is None else f"{estimate.start:.3g}"
        numbers = f"{truth[estimate.path]:8.3g}{estimate.value:9.4f}{estimate.uncertainty:8.4f}"
        print(f"{estimate.path:38}{start:>8}{numbers} {estimate.unit.replace('1', '')}")

Path("out").mkdir(exist_ok=True)
Path("out/fitted.toml").write_text(found.toml, encoding="utf-8")
draw_fit(found, Path("out/fit.png"))
print("out/fitted.toml, out/fit.png")
