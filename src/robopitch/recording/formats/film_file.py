"""Frames written as a film: a GIF, or an MP4 where there is ffmpeg."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from robopitch.net.real import REAL
from robopitch.net.system import System
from robopitch.spec.files import writing

__all__ = ["ENDINGS", "find_ffmpeg", "write_film"]

ENDINGS = (".gif", ".mp4")

Frames = Iterator[NDArray[np.uint8]]


def write_film(path: Path, frames: Frames, size: tuple[int, int], fps: float, system: System = REAL) -> None:
    """Write frames ``[row, column, RGB]``, all of one *size* (width, height, both even); by the ending of the name."""
    ending = path.suffix.lower()
    if ending == ".gif":
        _write_gif(path, frames, fps)
    elif ending == ".mp4":
        _write_mp4(path, frames, size, fps, system)
    else:
        raise ValueError(f"{path}: a film is a .gif or an .mp4")


def find_ffmpeg() -> str | None:
    """The path of ffmpeg: named by ROBOPITCH_FFMPEG, installed, or that of the package imageio-ffmpeg."""
    found = os.environ.get("ROBOPITCH_FFMPEG") or shutil.which("ffmpeg")
    if found is not None:
        return found
    try:
        from imageio_ffmpeg import get_ffmpeg_exe
    except ImportError:
        return None
    try:
        return str(get_ffmpeg_exe())
    except RuntimeError:  # the package is there without its program
        return None


def _write_gif(path: Path, frames: Frames, fps: float) -> None:
    from PIL import Image

    first = Image.fromarray(next(frames)).quantize(256)
    # One palette for all: nothing flickers, and a frame only holds what has changed.
    rest = (Image.fromarray(frame).quantize(palette=first, dither=Image.Dither.NONE) for frame in frames)
    # The format counts in hundredths of a second; most viewers refuse less than two.
    duration = max(20, 10 * round(100 / fps))
    with writing(path) as part:
        first.save(part, format="GIF", save_all=True, append_images=rest, duration=duration, loop=0)


def _write_mp4(path: Path, frames: Frames, size: tuple[int, int], fps: float, system: System) -> None:
    program = find_ffmpeg()
    if program is None:
        raise ValueError(
            f"{path}: an .mp4 needs the program ffmpeg, which is not installed here (`pip install "
            f"'robopitch[film]'` brings one); a .gif does not"
        )
    source = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}", "-r", f"{fps:g}", "-i", "-"]
    target = ["-an", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "20", "-movflags", "+faststart"]
    with writing(path) as part:
        try:
            words = [program, "-y", "-loglevel", "error", *source, *target, str(part)]
            made = system.program(words, {}, pipes=True)
        except OSError as error:
            raise ValueError(f"{program} cannot be started: {error.strerror or error}") from None
        assert made.stdin is not None
        try:
            for frame in frames:
                made.stdin.write(frame.tobytes())
        except BrokenPipeError:
            pass  # ffmpeg reports the reason
        except BaseException:  # the frames end with an error, or with Ctrl-C
            made.kill()
            made.communicate()
            raise
        _, complaint = made.communicate()
        if made.returncode != 0:
            raise ValueError(f"{path}: ffmpeg could not write it: {complaint.decode(errors='replace').strip()}")
