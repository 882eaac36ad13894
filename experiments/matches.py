"""Statistics of the reference teams: matches over many seeds, and means of the counts.

    python -m experiments.matches                                      # the pairings below
    python -m experiments.matches cambada:mi20 --seeds 10 --league ssl-div-b --minutes 2

Each seed is played in its own process, as many at a time as there are cores. In every second match the teams change
sides.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

import robopitch
from robopitch.jobs import LocalExecutor, Unit, results
from robopitch.match import Match, play
from robopitch.measure.match_stats.collector import MatchStats, StatsObserver, stats_table
from robopitch.messages import Output
from robopitch.teams import TEAMS

PAIRINGS = ("cambada:mi20:10", "cambada:chase:20", "chase:still:20")
TOLD = 50.0  # Hz


class Fixture(NamedTuple):
    """A match of a pairing and a seed."""

    blue: str
    yellow: str
    seed: int
    league: str
    seconds: float


def played(settings: Mapping[str, Any]) -> dict[str, MatchStats]:
    """Play a match, and return its statistics."""
    fixture = Fixture(**settings)
    observers: list[StatsObserver] = []

    def see(match: Match, outputs: list[Output]) -> None:
        if not observers:
            observers.append(StatsObserver(match))
            match.observe(observers[0], TOLD)

    names = (fixture.blue, fixture.yellow)
    world = robopitch.make(fixture.league, seed=fixture.seed)
    play(world, TEAMS[fixture.blue], TEAMS[fixture.yellow], fixture.seconds, names=names, on_outputs=see)
    return {"statistics": observers[0].result()}


def fixtures(pairing: str, seeds: int, league: str, seconds: float) -> list[Fixture]:
    """All matches of a pairing, `left:right` or `left:right:seeds`."""
    left, right, *count = pairing.split(":")
    sides = ((left, right), (right, left))
    return [Fixture(*sides[seed % 2], seed, league, seconds) for seed in range(int(count[0]) if count else seeds)]


def main() -> None:
    """Play the pairings of the command line, and print a table."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("pairings", nargs="*", default=PAIRINGS, help="left:right or left:right:seeds")
    ask.add_argument("--seeds", type=int, default=10)
    ask.add_argument("--league", default="ssl-div-b")
    ask.add_argument("--minutes", type=float, default=2.0)
    asked = ask.parse_args()
    if asked.seeds < 1:
        ask.error("--seeds: at least one")
    for pairing in asked.pairings:
        start = time.perf_counter()
        rounds = fixtures(pairing, asked.seeds, asked.league, 60 * asked.minutes)
        units = [Unit("experiments.matches:played", fixture._asdict(), about=str(fixture)) for fixture in rounds]
        with LocalExecutor() as executor:
            observers = [result["statistics"] for result in results(units, executor)]
        print(stats_table(observers))
        first = rounds[0].blue
        scores = [
            (one.blue.goals, one.yellow.goals) if fixture.blue == first else (one.yellow.goals, one.blue.goals)
            for fixture, one in zip(rounds, observers, strict=True)
        ]
        print("goals, seed by seed  " + "  ".join(f"{ours}:{theirs}" for ours, theirs in scores))
        with_goals = sum(ours + theirs > 0 for ours, theirs in scores)
        print(
            f"goals in {with_goals} of {len(scores)} seeds; played in {time.perf_counter() - start:.0f} s\n", flush=True
        )


if __name__ == "__main__":
    main()
