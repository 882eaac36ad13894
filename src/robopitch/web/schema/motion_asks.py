"""Requests about keyframe motions of robots with servos."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from annotated_types import MaxLen
from pydantic import Field, StrictStr

from robopitch.web.schema.ask import Ask, Control, Id, TeamName, Text
from robopitch.web.schema.motion import Keyframe

__all__ = ["GetMotions", "OpenMotion", "PlayMotion", "ReadMotions", "SaveMotion", "StopMotion", "WriteMotion"]

LONGEST_FILE = 1 << 18  # characters

Keyframes = Annotated[list[Keyframe], MaxLen(200)]


class GetMotions(Ask):
    """The motions that come with a kind of robot, and those in the folder."""

    ask: Literal["motions"] = "motions"
    robot: Text = ""  # the name of its description


class OpenMotion(Ask):
    """The keyframes of one of these motions."""

    ask: Literal["open_motion"] = "open_motion"
    robot: Text = ""
    name: Text


class ReadMotions(Ask):
    """The motions in the text of a file."""

    ask: Literal["read_motions"] = "read_motions"
    private: ClassVar[bool] = True
    text: Annotated[StrictStr, MaxLen(LONGEST_FILE)]


class WriteMotion(Ask):
    """A motion as the text of a file."""

    ask: Literal["motion_text"] = "motion_text"
    private: ClassVar[bool] = True
    name: Text
    title: Text = ""
    keyframes: Keyframes


class SaveMotion(Control):
    """Save a motion under a name."""

    ask: Literal["save_motion"] = "save_motion"
    name: Text
    title: Text = ""
    keyframes: Keyframes


class PlayMotion(Control):
    """Let a robot play a motion: one that `motions` lists, or these keyframes."""

    ask: Literal["play_motion"] = "play_motion"
    team: TeamName
    id: Id
    name: Text = ""
    title: Text = ""
    keyframes: Keyframes = Field(default_factory=list)


class StopMotion(Control):
    """End the motion that a robot plays; its servos keep their goals."""

    ask: Literal["stop_motion"] = "stop_motion"
    team: TeamName
    id: Id
