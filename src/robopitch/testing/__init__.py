"""Scenario tests: a situation, who plays it, and checks of what must happen.

    import robopitch
    from robopitch.testing import ball_in, eventually, never, no_foul

    @robopitch.scenario("ssl-div-b", scene="penalty", blue="cambada", yellow="still", seconds=5, seeds=3)
    def test_we_score_a_penalty(run):
        run.check(eventually(ball_in("yellow goal")), never(~no_foul("blue")))

A validator (`always`, `never`, `eventually`, `until`) judges a condition (`ball_in`, `possession`, `signal`, …) over
the time of a run. Names are imported at their first use: the pytest plugin costs nothing where it is not used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from robopitch.testing.condition import Condition
    from robopitch.testing.conditions import (
        ball_above,
        ball_in,
        ball_stops_in,
        called,
        goal_by,
        no_foul,
        phase,
        possession,
        robot_at,
        robot_in,
        signal,
        speed_below,
    )
    from robopitch.testing.decorator import ScenarioRun
    from robopitch.testing.invariants import Invariants
    from robopitch.testing.playing import Outcome, play
    from robopitch.testing.scenario_file import Scenario, load_scenario
    from robopitch.testing.validator import Validator, Verdict, always, eventually, never, until

__all__ = [
    "Condition",
    "Invariants",
    "Outcome",
    "Scenario",
    "ScenarioRun",
    "Validator",
    "Verdict",
    "always",
    "ball_above",
    "ball_in",
    "ball_stops_in",
    "called",
    "eventually",
    "goal_by",
    "load_scenario",
    "never",
    "no_foul",
    "phase",
    "play",
    "possession",
    "robot_at",
    "robot_in",
    "signal",
    "speed_below",
    "until",
]

_LAZY = {
    "condition": ("Condition",),
    "conditions": (
        "ball_above",
        "ball_in",
        "ball_stops_in",
        "called",
        "goal_by",
        "no_foul",
        "phase",
        "possession",
        "robot_at",
        "robot_in",
        "signal",
        "speed_below",
    ),
    "decorator": ("ScenarioRun",),
    "invariants": ("Invariants",),
    "playing": ("Outcome", "play"),
    "scenario_file": ("Scenario", "load_scenario"),
    "validator": ("Validator", "Verdict", "always", "eventually", "never", "until"),
}
_MODULE_OF = {name: module for module, names in _LAZY.items() for name in names}


def __getattr__(name: str) -> Any:
    if name in _MODULE_OF:
        return getattr(import_module(f"robopitch.testing.{_MODULE_OF[name]}"), name)
    raise AttributeError(f"module 'robopitch.testing' has no attribute {name!r}")
