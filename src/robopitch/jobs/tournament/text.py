"""A tournament as text for the terminal, and as JUnit for a CI."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from robopitch.jobs.tournament.holding import State
from robopitch.jobs.tournament.verdict import Outcome, Verdict

__all__ = ["COLUMNS", "rating_rows", "verdict_text", "write_junit"]

COLUMNS = ("team", "Elo", "95 %", "matches", "won", "drawn", "lost", "goals")


def rating_rows(state: State) -> list[list[str]]:
    """The ratings as cells under `COLUMNS`, the best team first."""
    standing = state.standing
    rows = []
    for team in sorted(standing.teams, key=lambda team: -standing.ratings[team].elo):
        rating, row = standing.ratings[team], standing.row(team)
        counts = [str(number) for number in (len(row.matches), row.wins, row.draws, row.losses)]
        goals, against = row.goals
        rows.append([team, f"{rating.elo:+.0f}", f"± {rating.margin:.0f}", *counts, f"{goals} : {against}"])
    return rows


def verdict_text(teams: Sequence[str], verdict: Verdict) -> str:
    """The verdict in a line."""
    first, second = teams
    what = {
        Outcome.BETTER: f"{second} is better than {first}",
        Outcome.WORSE: f"{second} is worse than {first}",
        Outcome.OPEN: f"undecided whether {second} is better than {first}",
    }[verdict.outcome]
    counts = ", ".join(str(count) for count in verdict.counts)
    return (
        f"{what}: {verdict.elo:+.0f} Elo, {verdict.low:+.0f} to {verdict.high:+.0f} with 95 %, after {verdict.pairs} "
        f"pairs of matches (scores 0, ½, 1, 1½, 2 of 2: {counts})"
    )


def write_junit(path: Path, teams: Sequence[str], state: State) -> None:
    """The verdict as a test case; a ValueError if the file cannot be written."""
    verdict = state.verdict
    assert verdict is not None
    failed = verdict.outcome is not Outcome.BETTER
    suite = ElementTree.Element("testsuite", name="tournament", tests="1", failures=str(int(failed)))
    case = ElementTree.SubElement(suite, "testcase", name=f"{teams[1]} is better than {teams[0]}")
    if failed:
        ElementTree.SubElement(case, "failure", message=verdict_text(teams, verdict))
    ElementTree.SubElement(case, "system-out").text = verdict_text(teams, verdict)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        ElementTree.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)
    except OSError as error:
        raise ValueError(f"{path}: cannot be written: {error.strerror}") from None
