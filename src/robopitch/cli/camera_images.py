"""Images of a robot's camera for `robopitch export`: one picture, or a labelled set."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

__all__ = ["export_image", "export_labelled_set"]


def export_image(file: Path, to: Path, camera: str, at: float | None, league: str | None) -> None:
    """What a camera of a robot saw, as a PNG."""
    from robopitch.cli.opening import league_of_run, open_run
    from robopitch.measure.positions import Positions
    from robopitch.recording.formats.camera_images import RunCamera, write_image

    run = open_run(file)
    moment = Positions(run).start if at is None else at
    write_image(RunCamera(run, league_of_run(file, run, league), camera), to, moment)


def export_labelled_set(
    file: Path,
    to: Path,
    camera: str | None,
    start: float | None,
    end: float | None,
    fps: float,
    league: str | None,
    tell: Callable[[int, int], object],
) -> int:
    """Images with labels; returns their number."""
    from robopitch.cli.opening import league_of_run, open_run
    from robopitch.recording.formats.camera_images import RunCamera, write_labelled_set

    if camera is None:
        raise ValueError(f"{to}: of which camera? --camera 'blue 3 mirror'")
    run = open_run(file)
    return write_labelled_set(RunCamera(run, league_of_run(file, run, league), camera), to, start, end, fps, tell)
