"""All experiments, and the page about them: `python -m experiments` (`make experiments`) writes docs/experiments.md.

`python -m experiments interception` runs one of them and writes its chapter.
"""

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
    "camera_errors",
    "noise_covariance",
    "ziegler_nichols",
    "servo_traces",
    "air_resistance",
    "ball_roll",
    "spin_down",
    "slope",
    "robot_shape",
    "dribbling_front",
    "knee_bend",
    "standing_still",
    "stand_up",
    "kick",
    "walking",
    "grsim_runs",
    "fit_spatial",
)

HEAD = """# Experiments

This page repeats experiments that the authors of [CAMBADA-sim], [CAMBADA-control], [MI20], [FUmanoid-emulator] and
[grSim] made ([references](references.md)). Each experiment is a script in `experiments/`; `make experiments` runs
them all and writes this page. The algorithms are those of `robopitch.control`, which is independent of the simulator.
Settings that a thesis does not state are listed as *chosen*. `±` is half of a 95 % interval unless another meaning is
given.

| experiment | source | conclusion |
|---|---|---|
"""


def main() -> None:
    """Run the named experiments, or all of them, and write their chapters of the page; the others stay."""
    FIGURES.mkdir(parents=True, exist_ok=True)
    chapters = _chapters(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else {}
    for name in sys.argv[1:] or NAMES:
        start = time.perf_counter()
        one = import_module(f"experiments.{name}").run(FIGURES / f"{name}.png")
        print(f"{name} ({time.perf_counter() - start:.1f} s): {one.here}", one.conclusion, sep="\n")
        if one.table:
            print(one.table.markdown())
        chapters[name] = _chapter(name, one)
    if missing := set(NAMES) - set(chapters):
        print(f"{PAGE} is not written: {', '.join(sorted(missing))} never ran")
        return
    ordered = [chapters[name] for name in NAMES]
    PAGE.write_text(HEAD + "".join(map(_row, ordered)) + "".join(ordered), encoding="utf-8")
    print(PAGE)


def _chapters(page: str) -> dict[str, str]:
    """The chapters of the page, by the names of their experiments."""
    found = {}
    for part in page.split("\n## ")[1:]:
        names = re.findall(r"\[experiments/(\w+)\.py\]", part)
        found[names[-1]] = f"\n## {part}" if part.endswith("\n") else f"\n## {part}\n"
    return found


def _row(chapter: str) -> str:
    """Title, source and conclusion of a chapter, as a row of the table at the top."""
    title, source, conclusion = (
        re.findall(pattern, chapter)[0]
        for pattern in (r"\n## (.+)", r"\n\*\*(\[.+?)\.\*\* ", r"\n\*\*Conclusion\.\*\* (.+)")
    )
    anchor = re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
    return f"| [{title}](#{anchor}) | {source} | {conclusion} |\n"


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
