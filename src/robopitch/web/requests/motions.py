"""Requests about keyframe motions of robots with servos."""

from __future__ import annotations

from typing import Annotated, Literal, cast

from annotated_types import MaxLen
from pydantic import Field, StrictStr

from robopitch.messages import Body, Team
from robopitch.server.api import Ask, Control, Owner, Watch, request
from robopitch.server.api.ask import Id, TeamName, Text
from robopitch.web import schema
from robopitch.web.motions import motion_in, read_motion_file, write_motion_file
from robopitch.web.page_caller import PageCaller
from robopitch.web.schema.motion import Keyframe
from robopitch.web.visit import Work

LONGEST_FILE = 1 << 18  # characters

Keyframes = Annotated[list[Keyframe], MaxLen(200)]


class GetMotions(Ask):
    """The motions that come with a kind of robot, and those in the folder."""

    ask: Literal["motions"] = "motions"
    robot: Text = ""  # the name of its description


@request(GetMotions, needs=Watch, runs="worker")
def get_motions(work: Work, ask: GetMotions) -> schema.Motions:
    """Spectators do not get the folder."""
    return work.here.motions.listed(ask.robot, work.trusted)


class OpenMotion(Ask):
    """The keyframes of one of these motions."""

    ask: Literal["open_motion"] = "open_motion"
    robot: Text = ""
    name: Text


@request(OpenMotion, needs=Watch, runs="worker")
def open_motion(work: Work, ask: OpenMotion) -> schema.Motion:
    return work.here.motions.told(ask.robot, ask.name)


class ReadMotions(Ask):
    """The motions in the text of a file."""

    ask: Literal["read_motions"] = "read_motions"
    text: Annotated[StrictStr, MaxLen(LONGEST_FILE)]


@request(ReadMotions, needs=Owner, runs="worker")
def read_motions(work: Work, ask: ReadMotions) -> schema.MotionFile:
    return read_motion_file(ask.text)


class WriteMotion(Ask):
    """A motion as the text of a file."""

    ask: Literal["motion_text"] = "motion_text"
    name: Text
    title: Text = ""
    keyframes: Keyframes


@request(WriteMotion, needs=Owner, runs="worker")
def write_motion(work: Work, ask: WriteMotion) -> schema.MotionText:
    return schema.MotionText(text=write_motion_file(motion_in(ask.name, ask.title, ask.keyframes)))


class SaveMotion(Ask):
    """Save a motion under a name."""

    ask: Literal["save_motion"] = "save_motion"
    name: Text
    title: Text = ""
    keyframes: Keyframes


@request(SaveMotion, needs=Control, runs="match", costs=0)
def save_motion(caller: PageCaller, ask: SaveMotion) -> schema.SavedMotion:
    return caller.motions.save(ask.name, motion_in(ask.name, ask.title, ask.keyframes))


class PlayMotion(Ask):
    """Let a robot play a motion: one that `motions` lists, or these keyframes."""

    ask: Literal["play_motion"] = "play_motion"
    team: TeamName
    id: Id
    name: Text = ""
    title: Text = ""
    keyframes: Keyframes = Field(default_factory=list)


@request(PlayMotion, needs=Control, runs="match", costs=0)
def play_motion(caller: PageCaller, ask: PlayMotion) -> None:
    """One step of undo brings its servos back."""
    body, world = Body(Team(ask.team), ask.id), caller.match.world
    if ask.keyframes:
        motion = motion_in(ask.name, ask.title, ask.keyframes)
    else:
        robot = world.specs[world.bodies.index(body)].name if body in world.bodies else ""
        motion = caller.motions.open(robot, ask.name)
    caller.undo.keep_all(body, caller.plays.start(cast(Team, body.team), body.id, motion))


class StopMotion(Ask):
    """End the motion that a robot plays; its servos keep their goals."""

    ask: Literal["stop_motion"] = "stop_motion"
    team: TeamName
    id: Id


@request(StopMotion, needs=Control, runs="match", costs=0)
def stop_motion(caller: PageCaller, ask: StopMotion) -> None:
    caller.plays.stop(Team(ask.team), ask.id)
