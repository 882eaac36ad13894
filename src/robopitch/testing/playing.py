"""Plays one scenario with one seed."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from robopitch.jobs.process import Program, ProgramError
from robopitch.leagues.making import make_match
from robopitch.match import EXTERNAL
from robopitch.messages import Team
from robopitch.recording.scene import apply
from robopitch.testing.artefacts import Witness
from robopitch.testing.jitter import situation
from robopitch.testing.judge import RATE, Judge
from robopitch.testing.lockstep import LockstepPorts
from robopitch.testing.outcome import Outcome
from robopitch.testing.validator import Validator, Verdict

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.testing.scenario_file import Scenario

__all__ = ["OUT", "Outcome", "play", "prepare"]

OUT = Path("out/scenarios")
DEFAULT_REALISM = "friendly"  # of a match with external programs, which need sensors


def play(
    scenario: Scenario,
    seed: int = 0,
    validators: Sequence[Validator] | None = None,
    keep: Path | None = None,
    changes: Mapping[str, object] | None = None,
) -> Outcome:
    """Play a scenario, until its checks are decided or its time is over.

    validators: what to check instead of the checks of the scenario
    keep:       folder for the recording and the picture of a failed run, and for the output of external programs;
                None: nothing is kept
    changes:    parameters of the league by path
    """
    match, judge = prepare(scenario, seed, validators, changes)
    title = f"{scenario.title or scenario.name}, seed {seed}"
    witness = None if keep is None else Witness(match, title)
    stem = f"{_file_name(scenario.name)}-{seed}"
    end = match.tick + max(1, round(scenario.seconds / match.world.timestep))
    problem, outputs = "", []
    with ExitStack() as stack:
        if scenario.external:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) if keep is None else keep
            try:
                outputs = _play_external(scenario, seed, match, judge, folder / stem, end)
            except ProgramError as error:
                problem = str(error)
                outputs = [_output(folder / stem, team) for team in scenario.external]
        else:
            _play_in_process(match, judge, end)
    if not judge.decided and not problem:
        if judge.over:
            problem = f"the match ended at {match.world.time:.2f} s: {judge.over}"
        else:
            judge.finish()
    outcome = _outcome(scenario, seed, match, judge, problem)
    if keep is not None:
        outcome.outputs = [path for path in outputs if path.exists()]
        if witness is not None and not outcome.passed:
            outcome.recording, outcome.picture = witness.write(keep, stem, outcome.reason)
    return outcome


def prepare(
    scenario: Scenario,
    seed: int,
    validators: Sequence[Validator] | None = None,
    changes: Mapping[str, object] | None = None,
) -> tuple[Match, Judge]:
    """The match of a scenario before its first step, and its judge; a ValueError if something does not fit."""
    match = _match(scenario, seed, changes)
    scene = situation(scenario, seed)
    apply(scene, match.world)
    for refusal in match.offer("scenario", scenario.game.whistle((scene.ball.x, scene.ball.y))):
        raise ValueError(f"{scenario.name}: game: {refusal.message}")
    match.advance(match.tick)  # the referee hears it; a recording begins after that
    return match, Judge(match, scenario.validators() if validators is None else validators, judged=True)


def _match(scenario: Scenario, seed: int, changes: Mapping[str, object] | None) -> Match:
    realism = scenario.realism or (DEFAULT_REALISM if scenario.external else None)
    names = {team: EXTERNAL if team in scenario.external else scenario.play.name(team) for team in Team}
    return make_match(
        scenario.league,
        realism=realism,
        blue=names[Team.BLUE],
        yellow=names[Team.YELLOW],
        referee="rules",
        seed=seed,
        engine=scenario.engine,
        overrides=changes or {},
    )


def _play_in_process(match: Match, judge: Judge, end: int) -> None:
    step = max(1, round(1 / (RATE * match.world.timestep)))
    while match.tick < end and not (judge.decided or judge.over):
        match.advance(min(end, match.tick + step))


def _play_external(scenario: Scenario, seed: int, match: Match, judge: Judge, stem: Path, end: int) -> list[Path]:
    """Start the programs, play, and end them; returns the files with what they printed."""
    with ExitStack() as stack:
        commands = " ".join(scenario.external.values())
        sends = sorted(set(re.findall(r"\{(\w+)_(?:port|group)\}", commands)))
        ports = LockstepPorts(match, tuple(scenario.external), scenario.play.timeout, sends)
        stack.callback(ports.close)
        ports.warm_up()
        programs: dict[Team, Program] = {}
        for team, command in scenario.external.items():
            program = Program(team, _filled(command, {**ports.values(team), "seed": seed}), _output(stem, team))
            stack.callback(program.close)
            programs[team] = program
        ports.play(programs, end, lambda: judge.decided or bool(judge.over))
    return [program.output for program in programs.values()]


def _filled(command: str, values: Mapping[str, object]) -> str:
    """The command with the values of {port}, {colour}, {seed} and the like; other braces stay."""
    return re.sub(r"\{(\w+)\}", lambda found: str(values.get(found[1], found[0])), command)


def _output(stem: Path, team: Team) -> Path:
    return stem.with_name(f"{stem.name}-{team}.txt")


def _outcome(scenario: Scenario, seed: int, match: Match, judge: Judge, problem: str) -> Outcome:
    failed = [one.decision for one in judge.validators if one.decision and one.verdict is Verdict.FAILED]
    reason = problem or (failed[0].text if failed else "")
    undecided = [str(one) for one in judge.validators if one.verdict is Verdict.UNDECIDED]
    if problem and undecided:
        reason += f"; undecided: {', '.join(undecided)}"
    verdicts = [(str(one), one.verdict) for one in judge.validators]
    time = match.world.time
    return Outcome(scenario.name, seed, not reason, reason, time, verdicts, judge.events, match.world.fingerprint())


def _file_name(name: str) -> str:
    return re.sub(r"[^\w.-]+", "_", name).strip("._")[:100] or "scenario"
