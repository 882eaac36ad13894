"""`@robopitch.scenario`: a pytest test that plays a scenario, once for each seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from robopitch.testing.playing import OUT, play
from robopitch.testing.scenario_file import Scenario, make_scenario
from robopitch.testing.validator import Validator

if TYPE_CHECKING:
    from robopitch.recording.scene import Scene
    from robopitch.testing.outcome import Outcome

__all__ = ["MARK", "ScenarioRun", "scenario"]

MARK = "robopitch_scenario"  # attribute of a decorated function
Test = TypeVar("Test", bound=Callable[..., Any])


class ScenarioRun:
    """What a test gets as `run`: the scenario with one seed, not played yet.

    scenario: the scenario
    seed:     its seed
    outcome:  of the last `check`: events, verdicts, files
    """

    def __init__(self, scenario: Scenario, seed: int) -> None:
        self.scenario, self.seed = scenario, seed
        self.outcome: Outcome | None = None
        self.out, self.repeat = OUT, ""  # set by the plugin

    def check(self, *validators: Validator | str) -> Outcome:
        """Play the scenario, and raise an AssertionError if one of the validators fails.

        A failed run leaves a recording and a picture; the message names them, and the commands that repeat it.
        """
        __tracebackhide__ = True
        if not validators and not self.scenario.check:
            raise ValueError("nothing to check: run.check(eventually(…), never(…))")
        given = [one for one in validators if isinstance(one, Validator)]
        if len(given) != len(validators):
            raise TypeError("validators are wanted: always(…), never(…), eventually(…), until(…)")
        outcome = self.outcome = play(self.scenario, self.seed, given or None, self.out)
        if not outcome.passed:
            raise AssertionError(failure_text(outcome, self.repeat))
        return outcome

    def __repr__(self) -> str:
        return f"<run of {self.scenario.name or 'a scenario'}, seed {self.seed}>"


def failure_text(outcome: Outcome, repeat: str) -> str:
    """Why a run failed, what it left, and how to see it again."""
    lines = [outcome.reason]
    if outcome.recording is not None:
        lines += [f"recording:  {outcome.recording}"]
    if outcome.picture is not None:
        lines += [f"picture:    {outcome.picture}"]
    lines += [f"output:     {path}" for path in outcome.outputs]
    if repeat:
        lines += [f"to repeat:  {repeat}"]
    if outcome.recording is not None:
        lines += [f"to watch:   robopitch replay {outcome.recording}"]
    return "\n".join(lines)


def scenario(
    league: str,
    *,
    scene: str | Path | Scene | Mapping[str, Any] | None = None,
    blue: str = "still",
    yellow: str = "still",
    seconds: float = 10.0,
    seeds: int | Iterable[int] = 1,
    game: Mapping[str, Any] | None = None,
    realism: str = "",
    jitter: float | Mapping[str, Any] = 0.0,
    timeout: float = 10.0,
) -> Callable[[Test], Test]:
    """Turn `def test_…(run)` into a test of a scenario; `run.check(…)` plays it.

    league:  its name
    scene:   a file, the name of a scene that is shipped with the league, a `Scene`, or plain values; None: kick-off
    blue, yellow: a built-in team, or "external: COMMAND" with {port}, {colour} and {seed}
    seconds: longest duration
    seeds:   how many, from 0 on, or which
    game:    phase, team and place, as in a scenario file
    realism, jitter, timeout: as in a scenario file
    """
    numbers = list(range(seeds)) if isinstance(seeds, int) else [int(seed) for seed in seeds]
    if not numbers:
        raise ValueError("seeds: at least one is wanted")
    tree = {
        **_scene_tree(league, scene),
        "league": league,
        "seconds": seconds,
        "realism": realism,
        "play": {"blue": blue, "yellow": yellow, "timeout": timeout},
        "jitter": dict(jitter) if isinstance(jitter, Mapping) else jitter,
        "game": dict(game or {}),
    }

    def decorate(test: Test) -> Test:
        found = make_scenario({**tree, "name": test.__name__}, f"@robopitch.scenario of {test.__name__}")
        setattr(test, MARK, (found, numbers))
        return test

    return decorate


def _scene_tree(league: str, scene: str | Path | Scene | Mapping[str, Any] | None) -> dict[str, Any]:
    """The places of a scene as plain values."""
    from robopitch.recording.scene import Scene, load_scene, parse_scene
    from robopitch.spec.catalogue import scene_files
    from robopitch.spec.names import find_name, suggestion

    if isinstance(scene, Mapping):
        return dict(scene)
    if scene is None:
        return _kick_off(league)
    if not isinstance(scene, Scene):
        if str(scene).endswith(".toml") or "/" in str(scene):
            scene = load_scene(Path(scene))
        else:
            known = scene_files(league)
            found = find_name(str(scene), known)
            if found is None:
                raise ValueError(f"no scene for {league} is called {str(scene)!r}; {suggestion(str(scene), known)}")
            file, label = known[found]
            scene = parse_scene(file.read_text(encoding="utf-8"), label)
    return {key: value for key, value in scene.model_dump().items() if key not in ("comment", "league")}


def _kick_off(league: str) -> dict[str, Any]:
    """The start positions of a league."""
    from robopitch.messages import Team
    from robopitch.world import make

    world = make(league)
    return {
        team.value: [{"id": robot.body.id, **robot.pose._asdict()} for robot in world.robots(team)] for team in Team
    }
