"""Compiles the ray caster in another process, so that a camera that is switched on does not stop a running match.

The other process leaves the compiled code in Numba's disk cache. Nothing happens if it is there already. It ends with
this one, however this one ends: its standard input is a pipe that nobody writes to.

    python -m robopitch.sensors.camera.compiling
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TextIO

__all__ = ["compile_ahead", "is_compiled"]

_started: list[subprocess.Popen[bytes]] = []  # one at most: both kinds of camera have the same code


def is_compiled() -> bool:
    """Whether the compiled ray caster is on the disk, or will never be there."""
    from robopitch.elementary.caching import is_cached
    from robopitch.sensors.camera.kernel import render
    from robopitch.sensors.camera.ray_table import fill_table

    return is_cached(render) and is_cached(fill_table)


def compile_ahead() -> None:
    """Start another process that compiles the ray caster, once, unless this was done before."""
    if _started or is_compiled():
        return
    command = [sys.executable, "-m", __name__]
    paths = os.pathsep.join(path for path in sys.path if path)
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": paths},
        )
    except OSError:
        return  # then it is compiled with the first picture
    _started.append(process)
    threading.Thread(target=process.wait, daemon=True).start()


def main(lock: Path = Path(__file__)) -> None:
    """Take a small picture, which compiles everything that a camera needs; nothing while another process does so.

    lock: a file that is locked meanwhile; it is not changed
    """
    from robopitch.sensors.camera.camera import take_picture
    from robopitch.sensors.camera.settings import CameraSettings
    from robopitch.spec import default_league
    from robopitch.world import make

    with lock.open() as file:
        if not _locked(file):
            return
        if hasattr(os, "nice"):
            os.nice(19)  # the match comes first
        take_picture(CameraSettings(width=16, height=16), make(default_league(), players=1), None)


def _locked(file: TextIO) -> bool:
    """Lock a file until it is closed; False if another process has locked it."""
    try:
        import fcntl
    except ImportError:  # Windows
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def end_with_starter() -> None:
    """End this process as soon as its standard input does, that is, with the process that started it."""

    def wait() -> None:
        os.read(0, 1)
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


if __name__ == "__main__":
    end_with_starter()
    main()
