"""`robopitch export`: a recording or a log in another format: a log, a table, a picture, a film, images of a camera."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from robopitch.cli.camera_images import export_image, export_labelled_set
from robopitch.cli.options import complaints

if TYPE_CHECKING:
    from robopitch.leagues.file_format import FileFormat
    from robopitch.measure.run import Run

__all__ = ["export"]


def export(
    file: Annotated[Path, typer.Argument(help="A recording, a log of a league, or a table.", metavar="FILE")],
    targets: Annotated[
        list[str],
        typer.Option(
            "--to",
            help="What to write, by its ending: .csv, .parquet, .png, .gif, .mp4, .html for a page with the match "
            "inside, .zip for images with labels, or a format of a league, as .log. Beside it, a number: as --to-time.",
            metavar="FILE",
        ),
    ],
    at: Annotated[float | None, typer.Option(help="Pictures: the moment, s.", show_default="the beginning")] = None,
    view: Annotated[
        str | None,
        typer.Option(
            help="Pictures and films: top, free, ball or robot. All but top need Chromium or Chrome.",
            show_default="top",
        ),
    ] = None,
    camera: Annotated[
        str | None,
        typer.Option(
            help="Pictures and .zip: the camera of a robot, 'blue 3 mirror': one that it carries, or mirror, frontal, "
            "brown-conrady, fish-eye or overhead.",
            metavar="NAME",
        ),
    ] = None,
    start: Annotated[float | None, typer.Option("--from", help="Begin here, s.", show_default="the beginning")] = None,
    end: Annotated[float | None, typer.Option("--to-time", help="End here, s.", show_default="the end")] = None,
    group: Annotated[
        list[str] | None,
        typer.Option(
            help="Tables: truth, commanded, seen, tracked, referee or team. May be repeated; all if not given."
        ),
    ] = None,
    team: Annotated[
        str | None, typer.Option(help="Formats that one team records: which one, blue or yellow.", show_default="blue")
    ] = None,
    league: Annotated[
        str | None, typer.Option(help="The league, where the file does not name it.", metavar="LEAGUE")
    ] = None,
    fps: Annotated[
        float | None, typer.Option(help="Films and .zip: frames per second.", show_default="20; 1 for .zip")
    ] = None,
    speed: Annotated[float | None, typer.Option(help="Films: times real time.", show_default="1")] = None,
    signal: Annotated[
        list[str] | None,
        typer.Option(help="Pages: write a signal or expression into them. May be repeated.", metavar="EXPRESSION"),
    ] = None,
    width: Annotated[
        int | None, typer.Option(help="Width in pixels.", show_default="800 for films, 1920 for pictures")
    ] = None,
) -> None:
    """Write a recording, or a stretch of it, in another format.

    Tables get a file for each group: m.truth.csv, m.seen.csv and so on, or the named file if there is only one group.

    robopitch export m.mcap --to goal.png --at 38.7 --view free  a picture

    robopitch export m.mcap --to goal.mp4 --from 36 --to-time 40 a film

    robopitch export m.mcap --to match.html                      a page with the match inside, for a browser alone

    robopitch export m.mcap --to set.zip --camera "blue 3 mirror" what a robot saw, with labels
    """
    from robopitch.cli.opening import open_run

    with complaints():
        to, end = _file_and_end(targets, end)
        name = to.name.lower()
        if file.resolve() == to.resolve():
            raise ValueError(f"{to}: would be written over itself; choose another name")
        given = {"--at": at, "--view": view, "--from": start, "--to-time": end, "--group": group, "--team": team}
        given |= {
            "--league": league,
            "--fps": fps,
            "--speed": speed,
            "--width": width,
            "--camera": camera,
            "--signal": signal,
        }
        _refuse_unused(to, [option for option, value in given.items() if value is not None])
        if start is not None and end is not None and start >= end:
            raise ValueError(f"from {start:g} s to {end:g} s: the end must be after the beginning")
        league_format = _league_format(to)
        if league_format is not None:
            if team not in {None, "blue", "yellow"}:
                raise ValueError(f"no team is called {team!r}; blue or yellow")
            count = _write_league_format(file, to, league_format, start, end, team or "blue", league)
            typer.echo(f"{count} {league_format.parts} in {to}")
        elif name.endswith((".csv", ".parquet")):
            run = _stretch(open_run(file), start, end)
            for path in _write_tables(run, to, group):
                typer.echo(path)
        elif name.endswith(".html"):
            from robopitch.web.embedding import embed
            from robopitch.web.single_page import LOSS

            size = embed(file, to, start, end, signal or ())
            typer.echo(f"page     {to}, {size / 1e6:.1f} MB\nlost     {LOSS}")
        elif name.endswith(".zip"):
            with _progress("rendering") as tell:
                count = export_labelled_set(file, to, camera, start, end, 1.0 if fps is None else fps, league, tell)
            typer.echo(f"{count} images in {to}")
        elif camera is not None:
            if view is not None or width is not None:
                raise ValueError("--camera: its settings say what the picture is; leave out --view and --width")
            export_image(file, to, camera, at, league)
            typer.echo(f"picture  {to}")
        elif name.endswith(".png"):
            _take_picture(file, to, at, view or "top", 1920 if width is None else width, league)
            typer.echo(f"picture  {to}")
        else:
            with _progress("filming") as tell:
                rates = (20.0 if fps is None else fps, 1.0 if speed is None else speed)
                count = _film(
                    file, to, view or "top", start, end, *rates, 800 if width is None else width, league, tell
                )
            typer.echo(f"{count} frames in {to}")


def _file_and_end(targets: list[str], end: float | None) -> tuple[Path, float | None]:
    """What --to and --to-time say: --to with a number is a second, as in other commands, else the file."""
    seconds = [] if end is None else [end]
    files: list[Path] = []
    for text in targets:
        try:
            seconds.append(float(text))
        except ValueError:
            files.append(Path(text))
    if len(files) != 1 or len(seconds) > 1:
        raise ValueError(f"--to {' --to '.join(targets)}: one file is wanted, and the second of the end at most once")
    return files[0], seconds[0] if seconds else None


USED = {
    (".csv", ".parquet"): ("--from", "--to-time", "--group"),
    (".html",): ("--from", "--to-time", "--signal"),
    (".png",): ("--at", "--view", "--league", "--width", "--camera"),
    (".zip",): ("--camera", "--from", "--to-time", "--league", "--fps"),
    (".gif", ".mp4"): ("--view", "--from", "--to-time", "--league", "--fps", "--speed", "--width"),
}


def _league_format(to: Path) -> FileFormat | None:
    """The format of a league in which a file is to be written; None for all others."""
    if to.name.lower().endswith(tuple(ending for endings in USED for ending in endings)):
        return None
    from robopitch.recording.opening import format_of

    return format_of(to)


def _used(league_format: FileFormat) -> tuple[str, ...]:
    """The options that a format of a league uses."""
    if league_format.write_run is not None:
        return ("--from", "--to-time", "--team", "--league")
    return ("--from", "--to-time")


def _refuse_unused(to: Path, given: list[str]) -> None:
    """A ValueError for an ending that cannot be written, and for an option that has no effect on it."""
    name = to.name.lower()
    used = next((options for endings, options in USED.items() if name.endswith(endings)), None)
    if used is None:
        found = _league_format(to)
        used = None if found is None or not (found.write_packets or found.write_run) else _used(found)
    if used is None:
        from robopitch.recording.opening import league_formats

        formats = [one for one in league_formats() if one.write_packets or one.write_run]
        own = (ending for several in USED for ending in several)
        *endings, last = (*(suffix for one in formats for suffix in one.suffixes), *own)
        raise ValueError(f"{to}: {', '.join(endings)} and {last} can be written")
    for option in given:
        if option not in used:
            instead = {"--at": "; --from and --to-time choose a stretch", "--from": "; --at chooses the moment"}
            more = instead.get(option, "") if name.endswith((".png", ".gif", ".mp4")) else ""
            raise ValueError(f"{option} has no effect on {to.suffix} files{more}")


def _check_view(file: Path, view: str, league: str | None) -> None:
    views = ("top", "free", "ball", "robot")
    if view not in views:
        raise ValueError(f"--view {view}: {', '.join(views)} are possible")
    if view != "top" and league is not None:
        raise ValueError("--league has no effect with this view: the page reads the league from the file")


def _take_picture(file: Path, to: Path, at: float | None, view: str, width: int, league: str | None) -> None:
    _check_view(file, view, league)
    if view == "top":
        from robopitch.cli.opening import league_of_run, open_run
        from robopitch.measure.positions import Positions
        from robopitch.recording.formats.film import draw_moment

        run = open_run(file)
        draw_moment(run, league_of_run(file, run, league), to, Positions(run).start if at is None else at, width)
        return
    from robopitch.cli.page_camera import PageCamera
    from robopitch.spec.files import writing

    camera = PageCamera(file, view, width)
    moment = camera.first if at is None else camera.check(at)
    with writing(to) as part, camera:
        part.write_bytes(camera.picture(moment))


def _film(
    file: Path,
    to: Path,
    view: str,
    start: float | None,
    end: float | None,
    fps: float,
    speed: float,
    width: int,
    league: str | None,
    tell: Callable[[int, int], object],
) -> int:
    """The number of frames that were written."""
    _check_view(file, view, league)
    if view == "top":
        from robopitch.cli.opening import league_of_run, open_run
        from robopitch.recording.formats.film import film

        run = open_run(file)
        return film(run, league_of_run(file, run, league), to, start, end, fps, speed, width, tell)
    from robopitch.cli.page_camera import PageCamera
    from robopitch.recording.formats.film import check_film
    from robopitch.recording.formats.film_file import write_film

    camera = PageCamera(file, view, width)
    first, last = camera.stretch(start, end)
    count = check_film(last - first, fps, speed, width)
    times = [first + speed / fps * index for index in range(count)]
    with camera:
        write_film(to, camera.frames(times, tell), camera.size, fps)
    return count


def _write_league_format(
    file: Path,
    to: Path,
    league_format: FileFormat,
    start: float | None,
    end: float | None,
    team: str,
    league: str | None,
) -> int:
    """The number of packets, or other parts, that were written."""
    if league_format.write_run is not None:
        from robopitch.cli.opening import open_run
        from robopitch.messages import Team

        return league_format.write_run(to, _stretch(open_run(file), start, end), Team(team), league)
    assert league_format.write_packets is not None
    return _write_packets(file, to, league_format.write_packets, start, end)


def _write_packets(
    file: Path,
    to: Path,
    write: Callable[[Path, Iterable[tuple[int, str, bytes]]], int],
    start: float | None,
    end: float | None,
) -> int:
    """Packets of a recording, or of a log of a league."""
    from robopitch.cli.opening import tell_problems
    from robopitch.recording.opening import format_of, league_formats

    if file.name.lower().endswith(".mcap"):
        from robopitch.recording.reader import Recording

        with Recording(file) as recording:
            first = None if start is None else recording.time_of(start)
            last = None if end is None else recording.time_of(end)
            count = write(to, recording.packets(None, first, last))
            tell_problems(file, recording.problems)
            return count
    source = format_of(file)
    if source is None or source.open is None:
        logs = (suffix for one in league_formats() if one.open is not None for suffix in one.suffixes)
        *endings, final = (".mcap", *logs)
        raise ValueError(f"{file}: a log holds packets, and only {', '.join(endings)} and {final} have them")
    log = source.open(file)
    begin = log.start + round(1e9 * (start or 0.0))
    if begin > log.end:
        raise ValueError(f"{file}: ends after {(log.end - log.start) / 1e9:g} s")
    until = None if end is None else log.start + round(1e9 * end)
    count = write(to, takewhile(lambda packet: until is None or packet[0] < until, log.packets(begin)))
    tell_problems(file, log.problems)
    return count


def _write_tables(run: Run, to: Path, group: list[str] | None) -> list[Path]:
    if to.suffix.lower() == ".csv":
        from robopitch.recording.formats.csv_files import write_csv

        return write_csv(run, to, group)
    from robopitch.recording.formats.parquet_files import write_parquet

    return write_parquet(run, to, group)


def _stretch(run: Run, start: float | None, end: float | None) -> Run:
    """A part of a run."""
    from dataclasses import replace

    from robopitch.measure.sampling import between

    if start is None and end is None:
        return run
    signals = {name: between(signal, start, end) for name, signal in run.signals.items()}
    signals = {name: signal for name, signal in signals.items() if len(signal.times)}
    if not signals:
        raise ValueError(f"{run.title}: nothing was recorded in that time")
    inside = [m for m in run.marks if (start is None or m.time >= start) and (end is None or m.time <= end)]
    return replace(run, signals=signals, marks=tuple(inside))


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], object]]:
    """A progress bar on the terminal, if there is one."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, of: progress.update(task, completed=done, total=of)
