"""Keyframe motions in a folder, and those that come with a robot: listed, opened, saved, as text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from robopitch.control.keyframes import Motion, motion_of, parse_motions, read_motions
from robopitch.control.motion_text import degrees_of, motion_text
from robopitch.spec.files import writing
from robopitch.teams.motions import motions_of
from robopitch.web import schema

__all__ = ["MotionLibrary", "motion_in", "read_motion_file", "write_motion_file"]

UNNAMED = "motion"  # the name of keyframes that were not saved yet
SOURCE = "recorded in the motion editor"
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,63}")  # nothing that leads out of the folder


class MotionLibrary:
    """The motions of a server; from any thread.

    folder: for motions that are saved
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def told(self, robot: str, name: str) -> schema.Motion:
        """The keyframes of a motion."""
        return _told(self.open(robot, name))

    def open(self, robot: str, name: str) -> Motion:
        """A motion by its name: from the folder, else one that comes with the robot; a ValueError if there is none."""
        stem, _, inner = name.partition("/")
        file = self._file(stem)
        if file.is_file():
            saved = read_motions(file)
            found = saved.get(inner or stem)
        else:
            found = motions_of(robot).get(name)
        if found is None:
            raise ValueError(f"there is no motion {name[:80]!r}")
        return found

    def save(self, name: str, motion: Motion) -> schema.SavedMotion:
        """Write the file of a motion."""
        file = self._file(name)
        text = write_motion_file(motion).encode()  # before the file is opened: it may not be possible
        with writing(file) as part:
            part.write_bytes(text)
        return schema.SavedMotion(file=str(file))

    def listed(self, robot: str, trusted: bool) -> schema.Motions:
        """All motions of the folder, then those of the robot with other names; other files are skipped."""
        saved: dict[str, Motion] = {}
        for file in sorted(self.folder.glob("*.toml")):
            try:
                if file.is_file() and _NAME.fullmatch(file.stem):  # reading a FIFO would never end
                    motions = read_motions(file)
                    saved |= {_called(file.stem, name): motion for name, motion in motions.items()}
            except ValueError:
                continue
        found = [_entry(name, motion, True) for name, motion in saved.items()]
        shipped = motions_of(robot)
        found += [_entry(name, motion, False) for name, motion in shipped.items() if name not in saved]
        return schema.Motions(folder=str(self.folder.absolute()) if trusted else "", motions=found)

    def _file(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise ValueError("the name of a motion is letters, digits, - and _, at most 64 of them")
        return self.folder / f"{name}.toml"


def motion_in(name: str, title: str, keyframes: Sequence[schema.Keyframe]) -> Motion:
    """The motion that a page sends; a ValueError that says what is wrong."""
    name = name or UNNAMED
    return motion_of(name, {"title": title or name, "keyframes": list(keyframes)})


def write_motion_file(motion: Motion) -> str:
    """The text of a file with one motion."""
    return motion_text(motion, SOURCE)


def read_motion_file(text: str) -> schema.MotionFile:
    """The motions in the text of a file."""
    found = list(parse_motions(text, "the file").values())
    if not found:
        raise ValueError("the file has no motion: a motion is a table with keyframes")
    return schema.MotionFile(motions=[_told(one) for one in found])


def _called(stem: str, name: str) -> str:
    """The name of a motion: that of its file if it is the only one that has it, else both."""
    return name if name == stem else f"{stem}/{name}"


def _entry(name: str, motion: Motion, saved: bool) -> schema.MotionEntry:
    return schema.MotionEntry(
        name=name, title=motion.title, saved=saved, seconds=motion.duration, servos=list(motion.servos)
    )


def _told(motion: Motion) -> schema.Motion:
    frames = [schema.Keyframe(seconds=frame.seconds, pose=degrees_of(frame.pose)) for frame in motion.keyframes]
    return schema.Motion(name=motion.name, title=motion.title, keyframes=frames)
