"""All experiments, and the page about them: `python -m experiments` (`make experiments`) writes docs/experiments.md."""

from __future__ import annotations

import re
import sys
import time
from importlib import import_module
from pathlib import Path

from experiments.finding import FIGURES, Finding

PAGE = Path(__file__).parents[1] / "docs" / "experiments.md"
# In the order of the theses.
NAMES = (
    "ball_motion",
    "white_points",
    "self_localisation",
    "obstacle_points",
    "ball_projection",
    "grabbed_ball",
    "barrier_distance",
    "execution_time",
    "straight_line",
    "acceleration_limits",
    "constant_spin",
    "rotate_and_move",
    "waypoint_tour",
    "ball_prediction",
    "stuck_against_a_wall",
    "interception",
    "filtered_vision",
)

HEAD = """# Experiments

This page repeats experiments that the authors of [CAMBADA-sim], [CAMBADA-control] and [MI20] made on their robots
([references](references.md)). Each experiment is a script in `experiments/`; `make experiments` runs them all and
writes this page. The algorithms are those of `robopitch.control`, which is independent of the simulator.
Settings that a thesis does not state were chosen before the runs and are listed as *chosen*. `±` is half of a 95 %
interval unless another meaning is given.

| experiment | source | conclusion |
|---|---|---|
"""


def main() -> None:
    """Run the named experiments, or all of them; the page is written if all were run."""
    FIGURES.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:] or list(NAMES)
    findings: dict[str, Finding] = {}
    for name in wanted:
        start = time.perf_counter()
        findings[name] = import_module(f"experiments.{name}").run(FIGURES / f"{name}.png")
        one = findings[name]
        print(f"{name} ({time.perf_counter() - start:.1f} s): {one.here}", one.conclusion, sep="\n")
        if one.table:
            print(one.table.markdown())
    if set(wanted) == set(NAMES):
        rows = "".join(_row(finding) for finding in findings.values())
        chapters = "".join(_chapter(name, finding) for name, finding in findings.items())
        PAGE.write_text(HEAD + rows + chapters, encoding="utf-8")
        print(PAGE)


def _row(finding: Finding) -> str:
    anchor = re.sub(r"[^\w -]", "", finding.title.lower()).replace(" ", "-")
    return f"| [{finding.title}](#{anchor}) | {finding.source} | {finding.conclusion} |\n"


def _chapter(name: str, finding: Finding) -> str:
    table = f"\n{finding.table.markdown()}\n" if finding.table else ""
    return f"""
## {finding.title}

![{finding.title}](img/experiments/{finding.figure.name})

**{finding.source}.** {finding.there}

**Here.** {finding.here}
{table}
**Conclusion.** {finding.conclusion}

**Chosen.** {finding.settings} ([experiments/{name}.py](../experiments/{name}.py))
"""


if __name__ == "__main__":
    main()
