"""Whole matches of robots that decide by themselves, by the rules: goals, calls, jams, and what the robots know.

    python -m experiments.agent_matches --seeds 5 --half 120
    python -m experiments.agent_matches --seeds 2 --half 60 --yellow cambada

The matches are those of `robopitch run msl --agents inprocess --half S --speed max --seed N`. Jams are counted as in
`experiments.refereed_matches`, by the true positions. A team is blind while none of its robots has seen the ball for a
second. The error of a robot's own position counts while it drives at 1 m/s or more.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from typing import NamedTuple

import numpy as np

import robopitch
from experiments.jams import LOOK, Jams
from experiments.refereed_matches import IN_PLAY
from robopitch.leagues.msl.agents.player import AgentPlayer
from robopitch.match import Match
from robopitch.messages import Team
from robopitch.messages.game_state import Period, Phase

FAST, SETTLED = 1.0, 3.0  # m/s of a robot that drives; s after which robots know where they are


class Result(NamedTuple):
    """What is counted of a match."""

    in_play: float  # s
    score: dict[Team, int]
    jams: int
    blind: dict[Team, float]  # s in play
    longest: float  # s that a team was blind at most
    errors: list[float]  # m
    calls: Counter[str]


def knows(match: Match, team: Team, errors: list[float]) -> bool:
    """Whether a robot of a team has seen the ball within a second; adds the errors of their own positions."""
    side, now, known = (1.0 if team is Team.BLUE else -1.0), match.world.time, False
    for player in match.teams.players_of(team):
        if not isinstance(player, AgentPlayer) or player.agent is None:
            continue
        robot, told = match.world.robot(team, player.number), player.agent.world.record(now)
        known |= robot.present and told.ball is not None
        if robot.present and now > SETTLED and math.hypot(*robot.velocity[:2]) >= FAST:
            errors.append(math.hypot(side * robot.pose.x - told.pose.x, side * robot.pose.y - told.pose.y))
    return known


def played(seed: int, half: float, blue: str, yellow: str) -> Result:
    """Play a match to its end."""
    match: Match = robopitch.make_match(
        "msl", seed=seed, blue=blue, yellow=yellow, referee="rules", half=half, sees="onboard"
    )
    jams, errors, in_play = Jams(match), list[float](), 0.0
    blind, since, longest = dict.fromkeys(Team, 0.0), dict.fromkeys(Team, 0.0), 0.0
    while match.game.period is not Period.OVER:
        match.advance(match.tick + round(LOOK / match.world.timestep))
        match.news.clear()
        running = match.game.phase is Phase.RUNNING and match.game.team is None
        jams.look(running)
        in_play += LOOK * (match.game.phase in IN_PLAY)
        for team in Team:
            lost = not knows(match, team, errors) and running
            since[team] = since[team] + LOOK if lost else 0.0
            blind[team] += LOOK * lost
            longest = max(longest, since[team])
    calls = Counter(call.kind for call in match.rulings)
    return Result(in_play, dict(match.score), jams.count, blind, longest, errors, calls)


def main() -> None:
    """Play the matches of the command line, and print a paragraph for each and a summary."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--seeds", type=int, default=5)
    ask.add_argument("--first", type=int, default=0, help="the first seed")
    ask.add_argument("--half", type=float, default=120.0, help="s of a half")
    ask.add_argument("--blue", default="cambada")
    ask.add_argument("--yellow", default="mi20")
    asked = ask.parse_args()
    results = []
    for seed in range(asked.first, asked.first + asked.seeds):
        one = played(seed, asked.half, asked.blue, asked.yellow)
        results.append(one)
        blind = " and ".join(f"{one.blind[team] / one.in_play:.1%}" for team in Team)
        score = " : ".join(str(one.score[team]) for team in Team)
        print(
            f"seed {seed}: {score} in {one.in_play:.0f} s of play; {one.jams} jams; blind {blind} of it, "
            f"{one.longest:.1f} s at most\n  "
            + ", ".join(f"{kind} {count}" for kind, count in one.calls.most_common()),
            flush=True,
        )
    goals = [sum(one.score.values()) for one in results]
    minutes = math.fsum(one.in_play for one in results) / 60
    middle, high = np.quantile([error for one in results for error in one.errors], (0.5, 0.95)).tolist()
    print(
        f"goals in {sum(count > 0 for count in goals)} of {len(goals)} matches, {sum(goals) / minutes:.2f} a minute of "
        f"play; {sum(one.jams for one in results) / minutes:.2f} jams a minute; error of the own position "
        f"{100 * middle:.1f} cm (median), {100 * high:.1f} cm (95 %)"
    )


if __name__ == "__main__":
    main()
