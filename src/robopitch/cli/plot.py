"""`robopitch plot`: pictures of signals for reports."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from robopitch.cli.options import complaints
from robopitch.cli.stats import End, RunFile, Start

if TYPE_CHECKING:
    from robopitch.measure.run import Run, Signal
    from robopitch.spec import FieldSpec

__all__ = ["plot"]

MOST = 35  # lines that can be told apart
PANELS = 12  # in one picture


def plot(
    file: RunFile,
    signals: Annotated[
        list[str],
        typer.Argument(
            help="Names (blue.3.x), patterns (blue.3.*) or expressions; with --xy pairs.", metavar="SIGNAL…"
        ),
    ],
    out: Annotated[Path, typer.Option(help="Where the picture goes: .png, .svg or .pdf.")] = Path("out/plot.png"),
    start: Start = None,
    end: End = None,
    xy: Annotated[
        bool,
        typer.Option(
            "--xy", help="One signal over another: blue.3.x:blue.3.y, or just blue.3 for its path on the field."
        ),
    ] = False,
    spectrum: Annotated[bool, typer.Option("--spectrum", help="Amplitudes over frequencies.")] = False,
    histogram: Annotated[bool, typer.Option("--histogram", help="How often each value is there.")] = False,
    step: Annotated[
        str | None,
        typer.Option(help="Responses to a step: its time in s, or the signal that has it.", metavar="S|SIGNAL"),
    ] = None,
    no_marks: Annotated[bool, typer.Option("--no-marks", help="Without lines for goals, kicks and the like.")] = False,
    title: Annotated[str, typer.Option(help="A line above the picture.", show_default=False)] = "",
) -> None:
    """Draw signals over time, or one over another, or their spectra, histograms or step responses.

    For example: robopitch plot m.mcap ball.speed 'norm(ball.position - blue.1.position)' --out distance.svg
    """
    with complaints():
        from robopitch.cli.opening import open_run

        if sum((xy, spectrum, histogram, step is not None)) > 1:
            raise ValueError("one of --xy, --spectrum, --histogram and --step at a time")
        kinds = {"--xy": xy, "--spectrum": spectrum, "--histogram": histogram, "--step": step is not None}
        kind = next((option for option, given in kinds.items() if given), "")
        unused = {"--no-marks": no_marks and kind, "--title": title and kind, "--from": start is not None and step}
        for option, given in unused.items():
            if given:
                raise ValueError(f"{option} has no effect with {kind}")
        run = open_run(file)
        if xy:
            _draw_paths(file, run, signals, out, start, end)
        elif step is not None:
            _draw_steps(run, signals, out, step, end)
        else:
            found = _stretches(run, signals, start, end)
            if spectrum:
                from robopitch.measure.spectrum import spectrum as spectrum_of
                from robopitch.plot.spectra import draw_spectra

                draw_spectra([spectrum_of(signal) for signal in found], out)
            elif histogram:
                from robopitch.plot.spectra import draw_histograms

                _at_most(found, PANELS)
                draw_histograms(found, out)
            else:
                from robopitch.plot.signals import draw_signals

                draw_signals(found, out, () if no_marks else run.marks, title)
    typer.echo(f"plot  {out}")


def _stretches(run: Run, texts: list[str], start: float | None, end: float | None) -> list[Signal]:
    from robopitch.measure.expression.expression import signals_of
    from robopitch.measure.sampling import between

    found = [between(signal, start, end) for signal in signals_of(run, texts)]
    for signal in found:
        if not len(signal.times):
            raise ValueError(f"{signal.name} has no samples in that time")
    _at_most(found, MOST)
    return found


def _draw_paths(file: Path, run: Run, texts: list[str], out: Path, start: float | None, end: float | None) -> None:
    from robopitch.measure.expression.expression import evaluate
    from robopitch.measure.sampling import between
    from robopitch.plot.paths import draw_paths

    pairs, places = [], True
    for text in texts:
        x, y = text.split(":", 1) if ":" in text else (f"{text}.x", f"{text}.y")
        places = places and x.endswith(".x") and y.endswith(".y")
        pairs.append((between(evaluate(run, x), start, end), evaluate(run, y)))
        if not len(pairs[-1][0].times):
            raise ValueError(f"{pairs[-1][0].name} has no samples in that time")
    restarts = sorted(mark.time for mark in run.marks if mark.kind == "restart")
    draw_paths(pairs, out, field=_field(file, run) if places else None, restarts=restarts)


def _field(file: Path, run: Run) -> FieldSpec | None:
    """The field on which a run took place, if that is known."""
    from robopitch.cli.opening import league_of_run

    try:
        return league_of_run(file, run).field
    except ValueError:
        return None


def _draw_steps(run: Run, texts: list[str], out: Path, step: str, end: float | None) -> None:
    from robopitch.measure.expression.expression import evaluate, signals_of
    from robopitch.measure.response import find_step, step_response
    from robopitch.plot.responses import draw_responses, in_a_line

    command = None
    try:
        time = float(step)
    except ValueError:
        command = evaluate(run, step)
        time, until = find_step(command)
        end = until if end is None else min(end, until)
    signals = signals_of(run, texts)
    _at_most(signals, PANELS)
    found = [(signal, step_response(signal, time, end)) for signal in signals]
    draw_responses(found, end, out, command)
    for signal, response in found:
        typer.echo(f"{signal.name}: {in_a_line(response)}")


def _at_most(signals: list[Signal], most: int) -> None:
    if len(signals) > most:
        raise ValueError(f"{len(signals)} signals; at most {most} go into one picture")
