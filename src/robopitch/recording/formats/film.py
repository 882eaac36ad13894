"""A stretch of a run as a film, seen from above: GIF, or MP4 where there is ffmpeg."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from robopitch.measure.positions import Positions
from robopitch.measure.run import Run
from robopitch.measure.sampling import at_times
from robopitch.messages import Body, Pose, Team
from robopitch.recording.formats.film_file import write_film
from robopitch.spec.files import writing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from robopitch.spec import LeagueSpec, RobotSpec

__all__ = ["check_film", "draw_moment", "film"]

COLOURS = {Team.BLUE: "#5aa9ff", Team.YELLOW: "#ffd23f"}
INK, BALL, WHITE = "#10231a", "#ff7a00", "#ffffff"
DPI = 100
TOP = 28  # px for clock and score
TRAIL = 1.0  # s of the ball's way that is shown
TRAIL_STEPS = 30
CARRIED = 15.0  # m/s: a ball that is faster was put somewhere else, and leaves no trail
MOST_FRAMES = 20_000
MOST_WIDTH = 4000  # px
PICTURE_WIDTH = 1920  # px
LAYOUT = 960  # px: a wider picture is laid out like this one and drawn with more dots, so that its text stays readable
ROOMY = 12.0  # px: a robot of this radius has room for its number
LEAST_BALL = 3.5  # px: radius of a ball that would be too small to see

Tell = Callable[[int, int], object]


def film(
    run: Run,
    league: LeagueSpec,
    path: Path,
    start: float | None = None,
    end: float | None = None,
    fps: float = 20.0,
    speed: float = 1.0,
    width: int = 800,
    tell: Tell = lambda done, all_of_them: None,
) -> int:
    """Film a run from *start* to *end* (s), so many times as fast as it was; returns the number of frames.

    width: of the picture, px. tell: called with the frames that are done and how many there are, for a progress bar.
    """
    known = Positions(run)
    start = known.start if start is None else start
    end = known.end if end is None else end
    if not known.start - 1e-6 <= start < end <= known.end + 1e-6:
        raise ValueError(f"{run.title}: from {start:g} to {end:g} s; it runs from {known.start:g} to {known.end:g} s")
    count = check_film(end - start, fps, speed, width)
    times: NDArray[np.float64] = start + speed / fps * np.arange(count, dtype=np.float64)
    stage = FilmStage(run, league, known, times, width)
    write_film(path, stage.frames(tell), stage.size, fps)
    return count


def draw_moment(run: Run, league: LeagueSpec, path: Path, at: float, width: int = PICTURE_WIDTH) -> None:
    """A PNG of one moment seen from above, *width* px wide: the pitch, everything on it, score and clock."""
    known = Positions(run)
    if not known.start - 1e-6 <= at <= known.end + 1e-6:
        raise ValueError(f"--at {at:g}: {run.title} runs from {known.start:.3f} to {known.end:.3f} s")
    if not 200 <= width <= MOST_WIDTH:
        raise ValueError(f"--width {width}: 200 to {MOST_WIDTH} px are possible")
    layout = min(width, LAYOUT)
    FilmStage(run, league, known, np.array([at]), layout).save(path, DPI * width / layout)


def check_film(seconds: float, fps: float, speed: float, width: int) -> int:
    """The number of frames of a film; a ValueError if it cannot be made."""
    if not (1 <= fps <= 100 and 0.01 <= speed <= 100 and 200 <= width <= MOST_WIDTH):
        raise ValueError(
            f"a film has 1 to 100 frames/s, 0.01 to 100 times real time, and is 200 to {MOST_WIDTH} px wide"
        )
    count = max(1, round(seconds / speed * fps))
    if count > MOST_FRAMES:
        raise ValueError(f"that would be {count} frames; {MOST_FRAMES} at most: choose a shorter stretch or fewer fps")
    return count


class FilmStage:
    """The pitch, drawn once, and what moves on it, drawn again in every frame."""

    def __init__(self, run: Run, league: LeagueSpec, known: Positions, times: NDArray[np.float64], width: int) -> None:
        self._times = times
        self._figure, self._axes = _pitch(league, width)
        self._scale = width / float(np.ptp(self._axes.get_xlim()))  # px/m
        self._radius = float(league.ball.radius)
        self._truth = known.source == "truth"
        self._ball = known.ball(times)
        trail = (times[:, None] - np.linspace(TRAIL, 0, TRAIL_STEPS)).ravel()
        self._trail = known.ball(trail)[:, :2].reshape(len(times), TRAIL_STEPS, 2)
        specs = {team: league.team(team).robot for team in Team}
        self._robots = [
            (FilmRobot(self._axes, body, specs[body.team], self._scale), known.robot(body, times))
            for body in known.robots
            if body.team is not None
        ]
        self._score = {team: _score(run, team, times) for team in Team}
        self._names = {team: _name(run, team) for team in Team}
        self._place_ball()
        self._place_words()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in px."""
        wide, high = self._figure.get_size_inches() * DPI
        return round(wide), round(high)

    def frames(self, tell: Tell) -> Iterator[NDArray[np.uint8]]:
        """Pictures ``[row, column, RGB]``. Only what moves is drawn anew, over the pitch as it was kept."""
        canvas: Any = self._figure.canvas
        canvas.draw()
        empty = canvas.copy_from_bbox(self._figure.bbox)
        for index in range(len(self._times)):
            canvas.restore_region(empty)
            for artist in self._artists(index):
                self._figure.draw_artist(artist)
            yield np.asarray(canvas.buffer_rgba())[:, :, :3].copy()
            tell(index + 1, len(self._times))

    def save(self, path: Path, dpi: float) -> None:
        """The first moment as a PNG."""
        for artist in self._axes.get_children():
            artist.set_visible(not artist.get_animated())  # such as the shadow of a ball that does not fly
        for artist in self._artists(0):
            artist.set(visible=True, animated=False)
        with writing(path) as part:
            self._figure.savefig(part, format="png", dpi=dpi)

    def _place_ball(self) -> None:
        from matplotlib.collections import LineCollection
        from matplotlib.colors import to_rgba
        from matplotlib.patches import Circle

        shades = np.tile(to_rgba(WHITE), (TRAIL_STEPS - 1, 1))
        shades[:, 3] = np.linspace(0.0, 0.8, TRAIL_STEPS - 1)
        self._way = LineCollection([], linewidths=1.8, capstyle="round", colors=shades, animated=True)
        self._axes.add_collection(self._way, autolim=False)
        self._shadow = Circle((0, 0), 0.1, fc="black", alpha=0.35, lw=0, animated=True)
        self._dot = Circle((0, 0), 0.1, fc=BALL, ec=WHITE, lw=0.8, animated=True)
        for patch in (self._shadow, self._dot):
            self._axes.add_patch(patch)
        self._shades = shades

    def _place_words(self) -> None:
        size, y = 10, 1 - TOP / 2 / self.size[1]
        write = self._figure.text
        self._clock = write(0.985, y, "", ha="right", va="center", fontsize=size, family="monospace", animated=True)
        self._goals = write(0.5, y, "", ha="center", va="center", fontsize=size + 1, weight="bold", animated=True)
        for team, x, side in ((Team.BLUE, 0.445, "right"), (Team.YELLOW, 0.555, "left")):
            box = {"boxstyle": "round,pad=0.25", "fc": COLOURS[team], "ec": "none"}
            write(x, y, self._names[team], ha=side, va="center", fontsize=size - 1, color=INK, bbox=box)

    def _artists(self, index: int) -> Iterator[Any]:
        """What moves, at its place in a frame, from the bottom up."""
        for player, rows in self._robots:
            if not math.isnan(rows[index, 0]):
                yield from player.at(Pose(*rows[index, :3].tolist()))
        x, y, z = self._ball[index, :3].tolist()
        if not math.isnan(x):
            points = self._trail[index]
            pieces = np.stack([points[:-1], points[1:]], axis=1)
            far = np.hypot(*(points[1:] - points[:-1]).T) > CARRIED * TRAIL / (TRAIL_STEPS - 1)
            whole = np.isfinite(pieces).all(axis=(1, 2)) & ~far
            whole[: np.flatnonzero(~whole)[-1] + 1 if not whole.all() else 0] = (
                False  # nothing of before it was carried
            )
            self._way.set_segments(list(pieces[whole]))
            self._way.set_color(self._shades[whole].tolist())
            yield self._way
            radius = max(self._radius, LEAST_BALL / self._scale)
            height = max(0.0, z - self._radius if self._truth else z)
            if height > 0.02:  # a ball in the air: its shadow on the ground, itself nearer to the eye
                self._shadow.set(center=(x, y), radius=radius)
                yield self._shadow
            self._dot.set(center=(x, y + 0.35 * height), radius=radius * (1 + 0.5 * min(height, 1.5)))
            yield self._dot
        self._clock.set_text(f"{self._times[index]:.2f} s")
        self._goals.set_text(f"{self._score[Team.BLUE][index]:.0f} : {self._score[Team.YELLOW][index]:.0f}")
        yield self._clock
        yield self._goals


class FilmRobot:
    """A robot: its outline, its number, and a stroke to its front."""

    def __init__(self, axes: Axes, body: Body, spec: RobotSpec, scale: float) -> None:
        from matplotlib.lines import Line2D
        from matplotlib.patches import Polygon

        from robopitch.plot.shape import outline_points

        self._points = outline_points(spec.outline)
        reach = float(spec.outline.circumradius)
        front = float(self._points[:, 0].max())
        self._stroke = np.array([[0.6 * front, 0.0], [front + 0.7 * reach, 0.0]])
        colour = COLOURS[body.team or Team.BLUE]
        self._body = Polygon(self._points, fc=colour, ec=INK, lw=0.7, animated=True)
        self._nose = Line2D([], [], color=WHITE, lw=min(max(1.4, 0.08 * reach * scale), 2.5), animated=True)
        axes.add_patch(self._body)
        axes.add_line(self._nose)
        inside = reach * scale > ROOMY
        self._aside = 0.0 if inside else reach + 5 / scale
        self._number = axes.text(
            0,
            0,
            str(body.id),
            fontsize=min(0.55 * reach * scale, 12) if inside else 6.5,
            color=INK if inside else WHITE,
            ha="center",
            va="center",
            animated=True,
        )

    def at(self, pose: Pose) -> Iterator[Any]:
        """Its parts, put to a place; the number inside if there is room, else beside the robot, away from its front."""
        from robopitch.plot.shape import placed

        self._body.set_xy(placed(self._points, pose))
        self._nose.set_data(*placed(self._stroke, pose).T)
        behind = pose.heading + math.pi
        self._number.set_position((pose.x + self._aside * math.cos(behind), pose.y + self._aside * math.sin(behind)))
        yield self._body
        yield self._nose
        yield self._number


def _pitch(league: LeagueSpec, width: int) -> tuple[Figure, Axes]:
    """An empty pitch that fills the picture but for a line on top; both sides even, as films want them."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from robopitch.plot.pitch import draw_pitch

    figure = Figure(dpi=DPI, facecolor="#f4f6f4")
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    draw_pitch(axes, league.field)
    axes.set_axis_off()
    shape = float(np.ptp(axes.get_ylim()) / np.ptp(axes.get_xlim()))
    width -= width % 2
    field = round(width * shape)
    height = field + TOP + (field + TOP) % 2
    figure.set_size_inches(width / DPI, height / DPI)
    axes.set_position((0, 0, 1, field / height))
    axes.set_autoscale_on(False)
    return figure, axes


def _score(run: Run, team: Team, times: NDArray[np.float64]) -> NDArray[np.float64]:
    """Goals of a team: as a referee says, else as the marks count them."""
    signal = run.signals.get(f"score.{team}")
    if signal is not None:
        return np.nan_to_num(at_times(signal, times))
    goals = [mark.time for mark in run.marks if mark.kind == "goal" and mark.team is team]
    before = run.notes.get("score")
    already = float(before[team.value]) if isinstance(before, dict) else 0.0  # a clip begins in the middle of a match
    return already + np.searchsorted(np.array(sorted(goals)), times, side="right").astype(np.float64)


def _name(run: Run, team: Team) -> str:
    players = run.notes.get("players")
    name = run.notes.get(team.value) or (players.get(team.value) if isinstance(players, dict) else None)
    return str(name or team.value)[:24].replace("$", r"\$")
