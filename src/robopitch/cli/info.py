"""`robopitch info`: describes the contents of a recording."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from robopitch.cli.options import AsJson, complaints

__all__ = ["info"]


def info(
    file: Annotated[Path, typer.Argument(help="A recording (.mcap), a league's log, or another run.")],
    stats: Annotated[
        bool,
        typer.Option("--stats", help="Print match statistics: goals, shots, passes, possession, distance run."),
    ] = False,
    story: Annotated[bool, typer.Option("--story", help="Former name of --stats.", hidden=True)] = False,
    as_json: AsJson = False,
) -> None:
    """Describe a recording: teams, length, events, problems."""
    with complaints():
        if stats or story:
            _print_stats(file, as_json)
            return
        found = _recording(file) if file.name.endswith(".mcap") else _run(file)
    if as_json:
        typer.echo(json.dumps(found, indent=2, ensure_ascii=False))
        return
    for key, value in found.items():
        if value in ({}, []):
            continue
        if isinstance(value, dict):
            typer.echo(f"{key}:")
            for name, entry in value.items():
                typer.echo(f"  {name:<18} {entry}")
        elif isinstance(value, list):
            for entry in value:
                typer.echo(f"{key:<12} {entry}")
        else:
            typer.echo(f"{key:<12} {value}")


def _print_stats(file: Path, as_json: bool) -> None:
    from robopitch.cli.opening import tell_problems
    from robopitch.measure.match_stats.collector import stats_of, stats_text
    from robopitch.recording.header import league_of
    from robopitch.recording.reader import Recording
    from robopitch.recording.score import game_at_start

    if not file.name.endswith(".mcap"):
        raise ValueError(f"{file}: only a recording (.mcap) holds what match statistics need")
    with Recording(file) as recording:
        header, players = recording.header, recording.header["players"]
        found = stats_of(
            league_of(header),
            recording.truth(),
            recording.events(),
            recording.inputs(),
            recording.derived(),
            timestep=header["timestep"],
            names=(players["blue"], players["yellow"]),
            game=game_at_start(recording),
        )
        tell_problems(file, recording.problems)
    typer.echo(json.dumps(found.to_plain(), indent=2) if as_json else stats_text(found))


def _recording(file: Path) -> dict[str, Any]:
    from robopitch.measure.marks import marks_of
    from robopitch.recording.reader import Recording
    from robopitch.recording.score import score_at_start

    with Recording(file) as recording:
        header = recording.header
        counts: Counter[str] = Counter()
        sizes: Counter[str] = Counter()
        for entry in recording.messages():
            counts[entry.topic] += 1
            sizes[entry.topic] += len(entry.data)
        marks = list(marks_of(recording.events(), score_at_start(recording)))
        begin = (recording.start - recording.time_of(0.0)) / 1e9
        return {
            "file": f"{file}, {file.stat().st_size / 1e6:.2f} MB",
            "league": header["league"]["name"],
            "engine": f"{header['engine']} at {1000 * header['timestep']:g} ms, seed {header['seed']}",
            "teams": f"{header['players']['blue']} (blue), {header['players']['yellow']} (yellow)",
            **_vision(header),
            "realism": (header["realism"] or {}).get("name", "no sensors"),
            "time": f"{begin:.3f} s to {begin + recording.seconds:.3f} s",
            "made with": " ".join(f"{name} {version}" for name, version in header["versions"].items()),
            "comments": header["comments"],
            "messages": {topic: f"{counts[topic]:>8}  {sizes[topic] / 1e6:8.3f} MB" for topic in sorted(counts)},
            "events": dict(Counter(mark.kind for mark in marks)),
            "goals": [f"{mark.time:.3f} s  {mark.text}" for mark in marks if mark.kind == "goal"],
            "problems": recording.problems,
        }


def _vision(header: dict[str, Any]) -> dict[str, str]:
    """Who saw true positions; recordings of format 1 do not say it."""
    teams = header["sees_truth"]
    return {} if teams is None else {"sees truth": ", ".join(teams) or "no team"}


def _run(file: Path) -> dict[str, Any]:
    from robopitch.recording.opening import open_run

    run = open_run(file)
    times = [signal.times for signal in run.signals.values() if len(signal.times)]
    span = f"{min(t[0] for t in times):.3f} s to {max(t[-1] for t in times):.3f} s" if times else "nothing"
    return {
        "file": f"{file}, {file.stat().st_size / 1e6:.2f} MB",
        **{key: value for key, value in run.notes.items() if key != "problems"},
        "time": span,
        "signals": len(run.signals),
        "events": dict(Counter(mark.kind for mark in run.marks)),
        "problems": run.notes.get("problems", []),
    }
