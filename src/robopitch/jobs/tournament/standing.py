"""The table of a tournament: a fold over its records, in the order of the schedule, whoever did them and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from robopitch.jobs.driver import Mismatch
from robopitch.jobs.record import Record
from robopitch.jobs.tournament.ratings import Rating, rate
from robopitch.jobs.tournament.schedule import Pairing

__all__ = ["RECORDINGS", "Cell", "Match", "Standing", "score_of", "stand"]

RECORDINGS = "recordings"  # folder beside the page
MOST_POINTS = 50  # of the course of the ratings


class Match(NamedTuple):
    """A match that was played, seen from one of its teams."""

    seed: int
    blue: bool  # it was blue
    goals: int
    against: int
    again: str  # the command that repeats it
    score: float  # 1 for a win, ½ for a draw
    recording: str = ""  # its file, as seen from the page
    forfeit: str = ""  # who forfeited, and why


@dataclass
class Cell:
    """All matches of a team against another one."""

    matches: list[Match] = field(default_factory=list)

    @property
    def wins(self) -> int:
        """Matches that it won."""
        return sum(match.score == 1 for match in self.matches)

    @property
    def draws(self) -> int:
        """Matches that nobody won."""
        return sum(match.score == 0.5 for match in self.matches)

    @property
    def losses(self) -> int:
        """Matches that it lost."""
        return len(self.matches) - self.wins - self.draws

    @property
    def goals(self) -> tuple[int, int]:
        """Goals of both teams."""
        return sum(match.goals for match in self.matches), sum(match.against for match in self.matches)


@dataclass
class Standing:
    """A tournament, as far as it was played."""

    teams: Sequence[str]
    planned: int  # matches
    played: int = 0
    cells: dict[tuple[str, str], Cell] = field(default_factory=dict)
    ratings: Mapping[str, Rating] = field(default_factory=dict)
    course: list[tuple[int, Mapping[str, Rating]]] = field(default_factory=list)  # ratings after so many rounds
    failures: list[Record] = field(default_factory=list)
    mismatches: list[Mismatch] = field(default_factory=list)
    seconds: float = 0.0  # of work, all processes together
    lost: float = 0.0  # s of real time that servers of programs were late

    def row(self, team: str) -> Cell:
        """All matches of a team."""
        return Cell([match for (one, _), cell in self.cells.items() if one == team for match in cell.matches])


def stand(
    teams: Sequence[str],
    schedule: Sequence[Pairing],
    records: Mapping[str, Record],
    mismatches: Sequence[Mismatch] = (),
) -> Standing:
    """The table from the records that are there, by the keys of their units."""
    found = Standing(teams, 2 * len(schedule), mismatches=sorted(mismatches))
    found.cells = {(one, other): Cell() for one in teams for other in teams if one != other}
    results: list[tuple[str, str, float]] = []
    pairs = len(teams) * (len(teams) - 1) // 2
    every = -(-len(schedule) // (pairs * MOST_POINTS))  # rounds between two points of the course
    complete = True  # so far
    for number, pairing in enumerate(schedule, 1):
        for unit in pairing.units:
            record = records.get(unit.key)
            if record is None:
                complete = False
                continue
            found.seconds += record.seconds
            if record.result is None:
                found.failures.append(record)
                continue
            found.lost += record.result.get("real_time_lost", 0.0)
            blue, yellow = (record.result["score"][side] for side in ("blue", "yellow"))
            names = unit.settings["blue"], unit.settings["yellow"]
            seed, again = unit.settings["seed"], unit.again
            file = f"{RECORDINGS}/{unit.key}.mcap" if record.result.get("recording") else ""
            forfeit = "; ".join(f"{side} forfeits: {why}" for side, why in record.result.get("forfeits", {}).items())
            score = score_of(record, "blue")
            as_blue = Match(seed, True, blue, yellow, again, score, file, forfeit)
            as_yellow = Match(seed, False, yellow, blue, again, 1 - score, file, forfeit)
            found.cells[names].matches.append(as_blue)
            found.cells[names[::-1]].matches.append(as_yellow)
            results.append((*names, as_blue.score))
            found.played += 1
        if complete and number % (pairs * every) == 0:
            found.course.append((number // pairs, rate(teams, results)))
    found.ratings = rate(teams, results)
    return found


def score_of(record: Record, side: str) -> float:
    """What a side got of a match: 1 for a win, ½ for a draw. Who forfeits loses, whatever the goals are."""
    assert record.result is not None
    other = "blue" if side == "yellow" else "yellow"
    if forfeits := record.result.get("forfeits"):
        return 0.5 * ((other in forfeits) - (side in forfeits) + 1)
    goals = record.result["score"]
    return float((goals[side] > goals[other]) + 0.5 * (goals[side] == goals[other]))
