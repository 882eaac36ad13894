"""How often the error that `robopitch fit` states for the ball covers the true value.

`python -m experiments.fit_coverage` plays a match for each seed, records it and fits it, as a user would. A stated
error is a standard deviation: the true value should lie within two of them in at least nine of ten runs. The seeds are
fixed here, before any run; seeds given as arguments run a part of them.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from robopitch.cli.app import app
from robopitch.measure.fit.fit import Estimate, fit_run
from robopitch.recording.loading import load_run
from robopitch.spec import load_league

SEEDS = range(101, 113)
SECONDS = 60
LEAGUE = "ssl-div-a"
TRUE = {"ball.sliding_friction": 0.35, "ball.rolling_deceleration": 0.35, "ball.inertia_factor": 0.4}
START = {"ball.sliding_friction": 0.25, "ball.rolling_deceleration": 0.25}  # the fit begins with other values
WITHIN = 2.0  # stated errors


def fit_match(seed: int, seconds: float = SECONDS) -> tuple[Estimate, ...]:
    """Play, record and fit one match."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        path = Path(folder) / "m.mcap"
        teams = ["--blue", "cambada", "--yellow", "mi20", "--seed", str(seed), "--seconds", str(seconds)]
        files = ["--record", str(path), "--out", str(path.with_suffix(".png"))]
        app(["run", LEAGUE, "--headless", *teams, *files], standalone_mode=False)
        return fit_run(load_run(path), load_league(LEAGUE, overrides=START), what=["ball"]).estimates


def main(seeds: Sequence[int]) -> None:
    """Print each estimate, and in how many runs the true value is covered."""
    covered, shown = dict.fromkeys(TRUE, 0), dict.fromkeys(TRUE, 0)
    for seed in seeds:
        try:
            estimates = fit_match(seed)
        except ValueError as error:  # no kick in this match was left alone for long enough
            print(f"seed {seed}  {str(error).splitlines()[0]}", flush=True)
            continue
        for estimate in estimates:
            off = (estimate.value - TRUE[estimate.path]) / estimate.uncertainty
            state = f"{off:+.2f} errors off" if estimate.clear else "not seen in this run"
            found = f"{estimate.value:.4f} ± {estimate.uncertainty:.4f}"
            print(f"seed {seed}  {estimate.path:<26} {found}  {state}", flush=True)
            shown[estimate.path] += estimate.clear
            covered[estimate.path] += estimate.clear and abs(off) <= WITHIN
    for path in TRUE:
        print(f"{path:<26} within {WITHIN:g} stated errors in {covered[path]} of {shown[path]} runs")


if __name__ == "__main__":
    main([int(text) for text in sys.argv[1:]] or SEEDS)
