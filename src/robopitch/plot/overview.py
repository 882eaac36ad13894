"""A picture of a long match, in which tracks would cover each other: where the ball and the robots were, how the goals
were scored, and where the fouls were.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import Goal, Team
from robopitch.plot.tracks import COLOURS, INK, TITLE, WIDTH
from robopitch.spec.files import writing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from robopitch.match import Game
    from robopitch.messages.call import Call
    from robopitch.spec import FieldSpec

__all__ = ["LONG", "draw_overview"]

LONG = 60.0  # s: of longer matches an overview says more than tracks
BEFORE = 5.0  # s of the ball's way that are drawn before each goal
CELLS = 90  # of a heat map, along the field
MOVING = 0.05  # m/s: a slower ball lies, and waits for somebody
LISTED = 10  # goals that are listed below the picture
NO_BREAK = "\N{NO-BREAK SPACE}"
GOAL = "goal"  # the kind of calls that count
HEAT = "#ff4f8b"  # of the ball


class _Scored(NamedTuple):
    """A goal that counts."""

    time: float
    team: Team
    who: str


def draw_overview(game: Game, title: str, path: Path, calls: Sequence[Call] = ()) -> None:
    """Draw a match into a file, PNG or whatever its ending says.

    calls: of its referee; without any, the goals are those that were seen
    """
    from matplotlib.figure import Figure

    field = game.league.field
    shape = (field.width + 2 * field.margin_touch) / (field.length + 2 * (field.margin_goal + field.recess))
    lines = textwrap.wrap(title, TITLE)
    goals = _goals(game, calls)
    listed = _listed(goals)
    top, foot = 0.45 + 0.22 * (len(lines) - 1), 0.25  # inches
    gap = 0.98 + 0.16 * listed.count("\n")
    large, small = 0.947 * WIDTH * shape, 0.455 * WIDTH * shape
    height = top + large + gap + small + foot
    figure = Figure(figsize=(WIDTH, height), dpi=100, facecolor="white")
    whole = figure.add_axes((0.048, (foot + small + gap) / height, 0.947, large / height))
    _prepare(whole, field)
    ball = game.ball_track
    _heat(whole, ball[ball[:, 4] > MOVING, 1:3], field, HEAT)
    fouls = _mark_fouls(whole, calls, field)
    for number, goal in enumerate(goals, 1):
        _draw_goal(whole, ball, goal, number)
    whole.set_title("\n".join(lines), fontsize=12, loc="left", pad=6)
    caption = "where the ball moved (pink)"
    caption += f", the last {BEFORE:g} s before each goal" if goals else ""
    if calls:
        caption += ", offences (triangles: " + ", ".join(f"{team} {count}" for team, count in fouls.items()) + ")"
    whole.text(0, -0.3 / large, f"{caption}\n{listed}", transform=whole.transAxes, fontsize=9, va="top")
    tracks = game.robot_tracks
    for column, team in enumerate(Team):
        axes = figure.add_axes((0.048 + 0.492 * column, foot / height, 0.455, small / height))
        _prepare(axes, field)
        own = [index for index, body in enumerate(game.bodies) if body.team is team]
        _heat(axes, tracks[:, own, :2].reshape(-1, 2), field, COLOURS[team])
        axes.set_title(f"where the robots of {team} were", fontsize=9, loc="left", pad=3)
    with writing(path) as part:
        figure.savefig(part)


def _prepare(axes: Axes, field: FieldSpec) -> None:
    from robopitch.plot.pitch import draw_pitch

    draw_pitch(axes, field)
    axes.set_autoscale_on(False)


def _heat(axes: Axes, points: NDArray[Any], field: FieldSpec, colour: str) -> None:
    """The share of time at each place, from transparent to the colour; smoothed over neighbouring cells."""
    from matplotlib.colors import to_rgb

    points = points[np.isfinite(points).all(axis=1)]
    if not len(points):
        return
    x, y = field.length / 2 + field.margin_goal, field.width / 2 + field.margin_touch
    cells = (CELLS, max(2, round(CELLS * y / x)))
    counts = np.histogram2d(points[:, 0], points[:, 1], cells, ((-x, x), (-y, y)))[0]
    for _ in range(2):
        padded = np.pad(counts, 1)
        counts = sum(padded[i : i + cells[0], j : j + cells[1]] for i in range(3) for j in range(3)) / 9
    share = np.clip(counts / np.quantile(counts[counts > 0], 0.98), 0, 1) ** 0.6
    image = np.zeros((cells[1], cells[0], 4))
    image[..., :3] = to_rgb(colour)
    image[..., 3] = 0.9 * share.T
    axes.imshow(image, extent=(-x, x, -y, y), origin="lower", zorder=0.9, interpolation="bilinear", aspect="equal")


def _mark_fouls(axes: Axes, calls: Sequence[Call], field: FieldSpec) -> dict[Team, int]:
    """A triangle in the colour of the culprit; returns how many each team has. A ball that goes out is no offence."""
    fouls = dict.fromkeys(Team, 0)
    x, y = (0.995 * length / 2 for length in (field.length, field.width))
    for call in calls:
        if call.kind == GOAL or call.team is None or call.robot is None or call.position is None:
            continue
        if abs(call.position[0]) > x or abs(call.position[1]) > y:
            continue
        fouls[call.team] += 1
        axes.plot(*call.position, "v", ms=8, mfc=COLOURS[call.team], mec=INK, mew=0.9, zorder=5)
    return fouls


def _goals(game: Game, calls: Sequence[Call]) -> list[_Scored]:
    if calls:
        called = [call for call in calls if call.kind == GOAL and call.team is not None]
        return [
            _Scored(call.time, call.team, "" if call.robot is None else f"{call.team} {call.robot}")
            for call in called
            if call.team is not None
        ]
    seen = [event for event in game.events if isinstance(event, Goal)]
    return [_Scored(goal.time, goal.team, "" if goal.scorer is None else str(goal.scorer)) for goal in seen]


def _draw_goal(axes: Axes, ball: NDArray[Any], goal: _Scored, number: int) -> None:
    """The way of the ball into the goal, and the number of the goal where that begins."""
    with np.errstate(invalid="ignore"):
        upto = np.flatnonzero(ball[:, 0] <= goal.time)
    if not len(upto):
        return
    end = int(upto[-1]) + 1
    cuts = np.flatnonzero(np.isnan(ball[:end, 0]))
    start = max(int(cuts[-1]) + 1 if len(cuts) else 0, int(np.searchsorted(ball[upto, 0], goal.time - BEFORE)))
    way = ball[start:end, 1:3]
    way = way[np.isfinite(way).all(axis=1)]
    if not len(way):
        return
    axes.plot(way[:, 0], way[:, 1], color=INK, lw=3.2, zorder=6, solid_capstyle="round")
    axes.plot(way[:, 0], way[:, 1], color=COLOURS[goal.team], lw=1.9, zorder=6.1, solid_capstyle="round")
    axes.plot(*way[-1], "*", ms=17, mfc=COLOURS[goal.team], mec=INK, mew=0.9, zorder=7)
    axes.plot(*way[0], "o", ms=13, mfc=COLOURS[goal.team], mec=INK, mew=0.9, zorder=7)
    x, y = way[0]
    axes.text(x, y, str(number), fontsize=8, weight="bold", color=INK, ha="center", va="center_baseline", zorder=8)


def _listed(goals: Sequence[_Scored]) -> str:
    score, texts = dict.fromkeys(Team, 0), []
    for number, goal in enumerate(goals, 1):
        score[goal.team] += 1
        who = f", {goal.who}" if goal.who else ""
        when = f"{int(goal.time) // 60}:{int(goal.time) % 60:02d}"
        text = f"({number}) {score[Team.BLUE]} : {score[Team.YELLOW]} at {when}{who}"
        texts.append(text.replace(" ", NO_BREAK))
    more = [f"and {len(goals) - LISTED} more"] if len(goals) > LISTED else []
    return textwrap.fill("    ".join([*texts[:LISTED], *more]) or "no goals", 165)
