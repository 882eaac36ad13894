"""The page of a tournament: one HTML file, for a browser and for a mail; without scripts once it is over."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from pathlib import Path

from robopitch.jobs.tournament.standing import Match, Standing
from robopitch.jobs.tournament.text import verdict_text
from robopitch.jobs.tournament.verdict import Verdict

__all__ = ["write_page"]

# Okabe and Ito's colours, which colour-blind people can tell apart; the first ones have enough contrast on white.
COLOURS = ("#0072b2", "#d55e00", "#007a5a", "#cc79a7", "#56b4e9", "#e69f00", "#7f7f7f", "#000000")
LONGEST, LINE = 20, 13  # characters of a name beside a line, and their height
BAR = 200  # pixels of the longest bar
REFRESH = 5  # s between two versions while it is being played
# Loaded again, the page stays where it is, with the cell that was chosen. A refresh alone would only go to that cell.
AGAIN = f"<script>setTimeout(() => location.reload(), {1000 * REFRESH})</script>"
AGAIN += f'<noscript><meta http-equiv="refresh" content="{REFRESH}"></noscript>'

STYLE = """
:root { font: 15px/1.5 system-ui, sans-serif; color: #1c2733; background: #fff }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
p.about { color: #55626f; margin: .2rem 0 1rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .35rem .8rem; text-align: right; border-bottom: 1px solid #dde3e9; white-space: nowrap }
th:first-child, td:first-child { text-align: left } thead th { color: #55626f; font-weight: 600 }
td.self { background: #f1f4f7 }
.matches { display: none; border-left: 3px solid #0072b2; padding: .1rem 1rem; margin: 1rem 0 }
.matches:target { display: block } .matches h3 { font-size: 1rem; margin: .3rem 0 }
.matches ul { padding: 0; list-style: none; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
.matches ul.seeds { columns: 13rem }
code { font: .85rem ui-monospace, monospace; overflow-wrap: anywhere } a { color: #0059a0 }
progress { width: 100%; height: .5rem; accent-color: #0072b2 }
@media (max-width: 30rem) { th, td { padding: .35rem .4rem } }
.bad { color: #b00020 } svg { max-width: 100%; height: auto }
"""


def write_page(
    path: Path, title: str, about: str, standing: Standing, over: bool, remaining: str, verdict: Verdict | None = None
) -> None:
    """Write the page in one step: a browser never sees half of it; a ValueError if that is impossible.

    over: nothing more will be played; else the page loads itself again
    """
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_text(_page(title, about, standing, over, remaining, verdict), encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise ValueError(f"{path}: cannot be written: {error.strerror}") from None


def _page(title: str, about: str, standing: Standing, over: bool, remaining: str, verdict: Verdict | None) -> str:
    again = "" if over else AGAIN
    state = "" if over else f"; {remaining}"
    parts = [
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">{again}',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        f'<h1>{escape(title)}</h1><p class="about">{escape(about)}</p>',
        f"<p>{standing.played} of {standing.planned} matches{escape(state)}</p>",
        "" if over else f'<progress max="{standing.planned}" value="{standing.played}"></progress>',
        "" if verdict is None else f"<p><b>{escape(verdict_text(standing.teams, verdict))}</b></p>",
        "<h2>Ratings</h2>",
        _ratings(standing),
        '<h2>Who against whom</h2><p class="about">Wins, draws and losses of the team of the row, and goals; a cell '
        "leads to its matches, with the command that repeats one.</p>",
        _cross_table(standing),
        _matches(standing),
        "<h2>Ratings over time</h2>",
        _course(standing),
        "<h2>Goals per match</h2>",
        _goals(standing),
        _problems(standing),
        "</body></html>",
    ]
    return "\n".join(part for part in parts if part)


def _ratings(standing: Standing) -> str:
    order = sorted(standing.teams, key=lambda team: -standing.ratings[team].elo)
    rows = []
    for place, team in enumerate(order, 1):
        rating, row = standing.ratings[team], standing.row(team)
        share = (row.wins + row.draws / 2) / len(row.matches) if row.matches else 0.0
        cells = (
            f"{place}. {_swatch(standing, team)}{escape(team)}",
            _elo(rating.elo),
            f"± {rating.margin:.0f}" if row.matches else "-",
            f"{len(row.matches)}",
            f"{share:.0%}" if row.matches else "-",
            "{} : {}".format(*row.goals),
        )
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    heads = ("Team", "Elo", "95 %", "Matches", "Score", "Goals")
    return _table(heads, rows)


def _cross_table(standing: Standing) -> str:
    rows = []
    for team in standing.teams:
        cells = [f"<td>{_swatch(standing, team)}{escape(team)}</td>"]
        for other in standing.teams:
            cells.append('<td class="self"></td>' if other == team else f"<td>{_cell(standing, team, other)}</td>")
        rows.append("<tr>" + "".join(cells) + "</tr>")
    return _table(("", *(escape(team) for team in standing.teams)), rows)


def _cell(standing: Standing, team: str, other: str) -> str:
    cell = standing.cells[team, other]
    if not cell.matches:
        return "-"
    goals, against = cell.goals
    head = f"{cell.wins} / {cell.draws} / {cell.losses}, {goals} : {against}"
    return f'<a href="#{_anchor(standing, team, other)}">{head}</a>'


def _matches(standing: Standing) -> str:
    """The matches of each cell, below the table and as wide as the page; those of the chosen cell are shown."""
    parts = []
    for (team, other), cell in standing.cells.items():
        if not cell.matches:
            continue
        parts.append(f'<section class="matches" id="{_anchor(standing, team, other)}">')
        parts.append(f"<h3>{escape(team)} against {escape(other)}</h3>")
        for side in (True, False):
            matches = [match for match in cell.matches if match.blue is side]
            if not matches:
                continue
            colour = "blue" if side else "yellow"
            parts.append(
                f"<p>{escape(team)} is {colour}; to repeat one, put its seed in place of {matches[0].seed}:<br>"
            )
            parts.append(f'<code>{escape(matches[0].again)}</code></p><ul class="seeds">')
            parts += (f"<li>seed {match.seed}: {_result(match)}{_file(match)}</li>" for match in matches)
            parts.append("</ul>")
            forfeits = [f"<li>seed {match.seed}: {escape(match.forfeit)}</li>" for match in matches if match.forfeit]
            parts.append(f'<ul class="bad">{"".join(forfeits)}</ul>' if forfeits else "")
        parts.append("</section>")
    return "".join(parts)


def _result(match: Match) -> str:
    goals = f"{match.goals} : {match.against}"
    return f'{goals} <span class="bad">forfeit</span>' if match.forfeit else goals


def _file(match: Match) -> str:
    return f' <a href="{escape(match.recording)}">recording</a>' if match.recording else ""


def _anchor(standing: Standing, team: str, other: str) -> str:
    order = list(standing.teams)
    return f"m{order.index(team)}-{order.index(other)}"


def _course(standing: Standing) -> str:
    """Ratings after each round, as lines."""
    rounds = standing.course
    if len(rounds) < 2:
        return '<p class="about">After the second round.</p>'
    width, height, left, right, bottom = 720.0, 260.0, 50.0, 130.0, 24.0
    values = [rating.elo for _, ratings in rounds for rating in ratings.values()]
    step = _round_step(max(values) - min(values))
    low = step * math.floor(min(values) / step)
    high = max(step * math.ceil(max(values) / step), low + step)

    def across(number: int) -> float:
        return left + (width - left - right) * number / (len(rounds) - 1)

    def down(elo: float) -> float:
        return (height - bottom) * (high - elo) / (high - low)

    lines = []
    for elo in range(low, high + 1, step):
        y = down(elo)
        lines.append(f'<line x1="{left}" x2="{width - right}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dde3e9"/>')
        lines.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end" font-size="11">{_elo(elo)}</text>')
    last = rounds[-1][1]
    free = math.inf  # where the next name may be: names do not overlap
    for team in sorted(standing.teams, key=lambda team: last[team].elo):
        points = " ".join(f"{across(n):.1f},{down(ratings[team].elo):.1f}" for n, (_, ratings) in enumerate(rounds))
        colour = _colour(standing, team)
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        y = min(down(last[team].elo) + 4, free)
        free = y - LINE
        name = team if len(team) <= LONGEST else f"…{team[1 - LONGEST :]}"
        lines.append(f'<text x="{width - right + 6}" y="{y:.1f}" font-size="11" fill="{colour}">{escape(name)}</text>')
    for number, anchor in ((0, "start"), (len(rounds) - 1, "end")):
        text = f'<text x="{across(number):.1f}" y="{height - 4}" text-anchor="{anchor}" font-size="11">'
        lines.append(f"{text}round {rounds[number][0]}</text>")
    body = "".join(lines)
    return f'<svg viewBox="0 -12 {width} {height + 12}" width="{width:.0f}" role="img" aria-label="Elo">{body}</svg>'


def _round_step(span: float) -> int:
    """The distance of lines on an axis: a round number, and no more than six of them.

    >>> _round_step(0.0), _round_step(130.0), _round_step(600.0)
    (10, 50, 200)
    """
    return next(
        step for power in range(1, 10) for step in (10**power, 2 * 10**power, 5 * 10**power) if span <= 4 * step
    )


def _elo(value: float) -> str:
    return f"{value:+.0f}".replace("-", "−")


def _goals(standing: Standing) -> str:
    """How many goals a team shoots in a match, as bars."""
    means = {}
    for team in standing.teams:
        row = standing.row(team)
        shot, received = row.goals
        means[team] = shot / max(len(row.matches), 1), received / max(len(row.matches), 1)
    scale = BAR / max(max(shot for shot, _ in means.values()), 1.0)
    rows = []
    for team, (mean, against) in means.items():
        bar = f'<svg width="{BAR}" height="12"><rect width="{scale * mean:.1f}" height="12" '
        bar += f'fill="{_colour(standing, team)}"/></svg>'
        cells = (escape(team), f"{mean:.2f}", f"{against:.2f}", bar)
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return _table(("Team", "shot", "received", ""), rows)


def _problems(standing: Standing) -> str:
    lines = [f"{record.about}: {record.error}. Again: {record.again}" for record in standing.failures]
    lines += [f"{one.about}: two runs differ from {one.mark} on. Again: {one.again}" for one in standing.mismatches]
    if not lines:
        return ""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<h2 class="bad">Problems</h2><ul class="bad">{items}</ul>'


def _table(heads: Sequence[str], rows: Sequence[str]) -> str:
    head = "".join(f"<th>{name}</th>" for name in heads)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def _colour(standing: Standing, team: str) -> str:
    return COLOURS[list(standing.teams).index(team) % len(COLOURS)]


def _swatch(standing: Standing, team: str) -> str:
    return f'<span style="color: {_colour(standing, team)}">■</span> '
