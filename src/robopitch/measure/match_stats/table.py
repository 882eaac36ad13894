"""Match statistics as text tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

from robopitch.measure.match_stats.result import MatchStory, TeamStory

__all__ = ["table", "tell"]

LABEL, COLUMN = 26, 16  # characters


class Side(NamedTuple):
    """A team in a match, whichever colour it played, and the other one."""

    team: TeamStory
    other: TeamStory


Number = Callable[[Side], float]


class Row(NamedTuple):
    """A line of a table."""

    label: str
    number: Number
    part: Number | None = None  # in brackets behind it
    unit: str = ""
    digits: int = 0  # behind the point, in a single match; a mean of counts has one more


class Share(NamedTuple):
    """A line of a table: which part of all that there was, in all matches together."""

    label: str
    part: Number
    whole: Number


ROWS: tuple[Row | Share, ...] = (
    Row("goals", lambda side: side.team.goals),
    Row("own goals", lambda side: side.team.own_goals),
    Row("shots (on target)", lambda side: side.team.shots, lambda side: side.team.on_target),
    Row("saves (by the keeper)", lambda side: side.team.saves, lambda side: side.team.saves_keeper),
    Share(
        "stopped by the keeper",
        lambda side: side.team.saves_keeper,
        lambda side: side.team.saves_keeper + side.other.goals,
    ),
    Row("passes (completed)", lambda side: side.team.passes_tried, lambda side: side.team.passes_completed),
    Share("passes that arrived", lambda side: side.team.passes_completed, lambda side: side.team.passes_tried),
    Row("interceptions", lambda side: side.team.interceptions),
    Share(
        "possession",
        lambda side: side.team.possession_seconds,
        lambda side: side.team.possession_seconds + side.other.possession_seconds,
    ),
    Row("distance run", lambda side: side.team.distance, unit=" m"),
    Row("top speed", lambda side: side.team.top_speed, unit=" m/s", digits=2),
    Row("kicks (over 6.5 m/s)", lambda side: side.team.kicks, lambda side: side.team.fast_kicks),
    Row("dribbles over 1 m", lambda side: side.team.dribbles),
    Row("crashes, being faster", lambda side: side.team.crashes),
)


def tell(story: MatchStory, names: tuple[str, str] | None = None) -> str:
    """A match as a broadcaster shows it: blue on the left, yellow on the right."""
    left, right = _sides(story)
    lines = [_line("", *(names or story.names)), _line("", "blue", "yellow")]
    lines += [_line(row.label, _written(row, [left]), _written(row, [right])) for row in ROWS]
    lines.append(
        f"{story.seconds:.1f} s: {story.dead:.1f} s out of play, {story.contested:.1f} s contested, "
        f"{story.loose:.1f} s nobody's ball; {len(story.crashes)} crashes above 1.5 m/s"
    )
    return "\n".join(lines)


def table(stories: Iterable[MatchStory]) -> str:
    """Many matches, pairing by pairing: who won how often, and the means of what was counted.

    Matches with changed sides belong together; the team that was blue in the first of them is on the left.
    """
    pairings: dict[tuple[str, str], list[tuple[Side, Side]]] = {}
    for story in stories:
        names, (left, right) = story.names, _sides(story)
        if names not in pairings and names[::-1] in pairings:
            names, left, right = names[::-1], right, left
        pairings.setdefault(names, []).append((left, right))
    return "\n\n".join(_pairing(names, matches) for names, matches in pairings.items())


def _pairing(names: tuple[str, str], matches: Sequence[tuple[Side, Side]]) -> str:
    scores = [(left.team.goals, right.team.goals) for left, right in matches]
    won, lost = sum(a > b for a, b in scores), sum(a < b for a, b in scores)
    goals = f"{sum(a for a, _ in scores)} : {sum(b for _, b in scores)}"
    left, right = ([match[column] for match in matches] for column in (0, 1))
    return "\n".join(
        [
            f"{names[0]} v {names[1]}, {len(matches)} matches: {won} won, {len(matches) - won - lost} drawn, "
            f"{lost} lost; goals {goals}",
            _line("mean of a match", *names),
            *(_line(row.label, _written(row, left), _written(row, right)) for row in ROWS),
        ]
    )


def _sides(story: MatchStory) -> tuple[Side, Side]:
    return Side(story.blue, story.yellow), Side(story.yellow, story.blue)


def _line(label: str, left: str, right: str) -> str:
    return f"{label:<{LABEL}}{left:>{COLUMN}}{right:>{COLUMN}}"


def _written(row: Row | Share, sides: Sequence[Side]) -> str:
    if isinstance(row, Share):
        whole = sum(map(row.whole, sides))
        return f"{100 * sum(map(row.part, sides)) / whole:.0f} %" if whole else "-"
    digits = row.digits if row.digits or len(sides) == 1 or row.unit else 1
    part = f" ({fmean(map(row.part, sides)):.{digits}f})" if row.part is not None else ""
    return f"{fmean(map(row.number, sides)):.{digits}f}{row.unit}{part}"
