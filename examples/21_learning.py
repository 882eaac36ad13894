"""Machine learning: many games of VSS, faster than real time, tune two numbers of a team of your own.

Both teams of `learning_team.py` play by the rules. `decide` commands the robots 30 times a second, and `places` answers
the referee, who asks before each restart where the robots are to stand. Random search varies two numbers of blue. The
best of the search plays again, in other games, because chance chose it too.

    python examples/21_learning.py 1000 30  # games, and seconds of a half; these if left out
"""

import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from learning_team import FIRST, decide, places

import robopitch
from robopitch import Team
from robopitch.messages import Orders, RequestPlaces, RobotPlace, Whistle, Whistled
from robopitch.teams.observation import look


def game(seed, numbers, half):
    """Goals of blue, which plays with these numbers, less those of yellow, which has the first; and its length, s."""
    match = robopitch.make_match("vss-3v3", seed=seed, referee="rules", half=half, realism=None, timestep=0.002)
    match.offer("us", Whistled(Whistle.KICK_OFF))
    chance, asked = random.Random(seed), None
    while match.game.period != "over":
        asks, asked = match.game.then and match.game.number != asked, match.game.number
        for team, side, own in ((Team.BLUE, 1, numbers), (Team.YELLOW, -1, FIRST)):
            if asks:
                spots = (RobotPlace(id, side * x, side * y, turn) for id, x, y, turn in places(own, chance))
                match.offer("us", RequestPlaces(team, tuple(spots)))
            match.offer("us", Orders(team, tuple(decide(own, look(match.world, team)))))
        match.advance(match.tick + 16)
    return match.score[Team.BLUE] - match.score[Team.YELLOW], match.world.time


def main(games=1000, half=30):
    """Search with four fifths of the games; in the others the best and the first play again."""
    chance, start = random.Random(1), time.perf_counter()
    tries = [FIRST, *((chance.uniform(0.04, 0.30), chance.uniform(0.10, 0.70)) for _ in range(min(19, games // 3)))]
    seeds, others = range(max(1, games // 25)), range(1000, 1000 + max(1, games // 10))
    with ProcessPoolExecutor() as pool:
        found = {one: list(pool.map(game, seeds, repeat(one), repeat(half))) for one in tries}
        best = max(tries[1:], key=lambda one: sum(goals for goals, _ in found[one]))
        again = {one: list(pool.map(game, others, repeat(one), repeat(half))) for one in (best, FIRST)}
    wall, played = time.perf_counter() - start, [one for row in (*found.values(), *again.values()) for one in row]
    real = sum(seconds for _, seconds in played) / wall
    print(f"{len(played)} games in {wall:.0f} s: {len(played) / wall:.2f} games/s, {real:.0f} times real time")
    for one, name in {FIRST: "first", best: "best"}.items():
        search, other = (sum(goals for goals, _ in rows[one]) / len(rows[one]) for rows in (found, again))
        print(f"{name:5} {one[0]:.2f} m behind, third at {one[1]:.2f} m: {search:+.2f} goals a game, then {other:+.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
