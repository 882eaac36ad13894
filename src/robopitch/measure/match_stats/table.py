"""Match statistics as text tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

from robopitch.measure.match_stats.result import Limits, MatchStats, TeamStats

__all__ = ["stats_table", "stats_text"]

LABEL, COLUMN = 26, 16  # characters


class Side(NamedTuple):
    """A team in a match, whichever colour it played, and the other one."""

    team: TeamStats
    other: TeamStats


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


_ROWS: tuple[Row | Share, ...] = (
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
)
_CRASHES = Row("crashes, being faster", lambda side: side.team.crashes)


def _rows(limits: Limits) -> tuple[Row | Share, ...]:
    """The lines of a table; those of limits that the rules do not have are left out."""
    kicks = Row("kicks", lambda side: side.team.kicks)
    if limits.fastest_kick is not None:
        fast = f"kicks (over {limits.fastest_kick:g} m/s)"
        kicks = Row(fast, lambda side: side.team.kicks, lambda side: side.team.fast_kicks)
    if limits.longest_dribble is None:
        return (*_ROWS, kicks, _CRASHES)
    return (
        *_ROWS,
        kicks,
        Row(f"dribbles over {limits.longest_dribble:g} m", lambda side: side.team.dribbles),
        _CRASHES,
    )


def stats_text(stats: MatchStats, names: tuple[str, str] | None = None) -> str:
    """A match as a broadcaster shows it: blue on the left, yellow on the right."""
    left, right = _sides(stats)
    lines = [_line("", *(names or stats.names)), _line("", "blue", "yellow")]
    lines += [_line(row.label, _written(row, [left]), _written(row, [right])) for row in _rows(stats.limits)]
    lines.append(
        f"{stats.seconds:.1f} s: {stats.dead:.1f} s out of play, {stats.contested:.1f} s contested, "
        f"{stats.loose:.1f} s nobody's ball; {len(stats.crashes)} crashes above {stats.limits.crash_speed:g} m/s"
    )
    return "\n".join(lines)


def stats_table(matches: Iterable[MatchStats]) -> str:
    """Many matches, pairing by pairing: who won how often, and the means of what was counted.

    Matches with changed sides belong together; the team that was blue in the first of them is on the left.
    """
    pairings: dict[tuple[str, str], list[tuple[Side, Side]]] = {}
    limits: dict[tuple[str, str], Limits] = {}
    for stats in matches:
        names, (left, right) = stats.names, _sides(stats)
        if names not in pairings and names[::-1] in pairings:
            names, left, right = names[::-1], right, left
        pairings.setdefault(names, []).append((left, right))
        limits.setdefault(names, stats.limits)
    return "\n\n".join(_pairing(names, sides, limits[names]) for names, sides in pairings.items())


def _pairing(names: tuple[str, str], matches: Sequence[tuple[Side, Side]], limits: Limits) -> str:
    scores = [(left.team.goals, right.team.goals) for left, right in matches]
    won, lost = sum(a > b for a, b in scores), sum(a < b for a, b in scores)
    goals = f"{sum(a for a, _ in scores)} : {sum(b for _, b in scores)}"
    left, right = ([match[column] for match in matches] for column in (0, 1))
    return "\n".join(
        [
            f"{names[0]} v {names[1]}, {len(matches)} matches: {won} won, {len(matches) - won - lost} drawn, "
            f"{lost} lost; goals {goals}",
            _line("mean of a match", *names),
            *(_line(row.label, _written(row, left), _written(row, right)) for row in _rows(limits)),
        ]
    )


def _sides(stats: MatchStats) -> tuple[Side, Side]:
    return Side(stats.blue, stats.yellow), Side(stats.yellow, stats.blue)


def _line(label: str, left: str, right: str) -> str:
    return f"{label:<{LABEL}}{left:>{COLUMN}}{right:>{COLUMN}}"


def _written(row: Row | Share, sides: Sequence[Side]) -> str:
    if isinstance(row, Share):
        whole = sum(map(row.whole, sides))
        return f"{100 * sum(map(row.part, sides)) / whole:.0f} %" if whole else "-"
    digits = row.digits if row.digits or len(sides) == 1 or row.unit else 1
    part = f" ({fmean(map(row.part, sides)):.{digits}f})" if row.part is not None else ""
    return f"{fmean(map(row.number, sides)):.{digits}f}{row.unit}{part}"
