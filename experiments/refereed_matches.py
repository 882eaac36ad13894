"""Whole matches of the reference teams by the rules of a league: time in play, calls, goals, jams, invariants.

    python -m experiments.refereed_matches ssl-div-a msl --seeds 10
    python -m experiments.refereed_matches vss-3v3 --seeds 4 --half 60

Each seed is played in its own process, as many at a time as there are cores. In every second match the teams change
sides. `experiments.jams` says what a jam is, `robopitch.testing.Invariants` what must hold in every match.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import robopitch
from experiments.jams import LOOK, Jams
from robopitch.jobs import LocalExecutor, Unit, results
from robopitch.match import Match
from robopitch.messages.game_state import Period, Phase
from robopitch.testing import Invariants

IN_PLAY = (Phase.RUNNING, Phase.FREE_KICK, Phase.GOAL_KICK, Phase.CORNER_KICK, Phase.THROW_IN)


class Fixture(NamedTuple):
    """A match of a league and a seed."""

    league: str
    seed: int
    half: float | None  # s; None: as the rules say


class Result(NamedTuple):
    """What is counted of a match."""

    seconds: float
    in_play: float  # s
    goals: int
    jams: int
    calls: Counter[str]
    problems: list[str]  # what did not hold of what holds in every match


def played(settings: Mapping[str, Any]) -> dict[str, Result]:
    """Play a match to its end."""
    fixture = Fixture(**settings)
    blue, yellow = ("cambada", "mi20") if fixture.seed % 2 == 0 else ("mi20", "cambada")
    match: Match = robopitch.make_match(
        fixture.league,
        seed=fixture.seed,
        blue=blue,
        yellow=yellow,
        referee="rules",
        realism=None,
        half=fixture.half,
    )
    invariants, jams, in_play = Invariants(match), Jams(match), 0.0
    while match.game.period is not Period.OVER:
        match.advance(match.tick + round(LOOK / match.world.timestep))
        match.news.clear()
        in_play += LOOK * (match.game.phase in IN_PLAY)
        jams.look(match.game.phase is Phase.RUNNING and match.game.team is None)
    calls = Counter(call.kind for call in match.rulings)
    goals = sum(match.score.values())
    return {"result": Result(match.world.time, in_play, goals, jams.count, calls, invariants.problems())}


def main() -> None:
    """Play the leagues of the command line, and print a paragraph for each."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("leagues", nargs="+")
    ask.add_argument("--seeds", type=int, default=10)
    ask.add_argument("--half", type=float, default=None, help="s of a half; as the rules say if left out")
    asked = ask.parse_args()
    for league in asked.leagues:
        fixtures = [Fixture(league, seed, asked.half) for seed in range(asked.seeds)]
        units = [Unit("experiments.refereed_matches:played", one._asdict(), about=str(one)) for one in fixtures]
        with LocalExecutor() as executor:
            found = [result["result"] for result in results(units, executor)]
        calls: Counter[str] = Counter()
        for result in found:
            calls.update(result.calls)
        in_play, jams = math.fsum(one.in_play for one in found), sum(one.jams for one in found)
        share = in_play / math.fsum(one.seconds for one in found)
        scored = sum(one.goals > 0 for one in found)
        print(
            f"{league}: in play {share:.0%} of the time; {sum(one.goals for one in found)} goals, in {scored} of "
            f"{len(found)} matches; {jams} jams, {120 * jams / max(in_play, 1.0):.2f} in two minutes of play"
        )
        placed, missed = calls["placement_succeeded"], calls["placement_failed"]
        if placed + missed:
            print(f"  the robots placed the ball {placed} of {placed + missed} times")
        problems = [f"  seed {seed}, {one}" for seed, result in enumerate(found) for one in result.problems]
        print("\n".join(problems) or "  the invariants hold in all matches")
        print("  " + ", ".join(f"{kind} {count}" for kind, count in calls.most_common()), flush=True)


if __name__ == "__main__":
    main()
