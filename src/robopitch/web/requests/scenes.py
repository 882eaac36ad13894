"""Requests about scenes: saved positions of robots and ball."""

from __future__ import annotations

from typing import Annotated, Literal, cast

from annotated_types import MaxLen
from pydantic import StrictStr

from robopitch.messages import Body, PlaceRobot
from robopitch.recording.scene import Scene, inputs_of
from robopitch.server.api import Ask, Control, Watch, request
from robopitch.server.api.ask import Text
from robopitch.server.api.teleport import keep
from robopitch.web import scenes, schema
from robopitch.web.page_caller import PageCaller
from robopitch.web.visit import Work

LONGEST_SCENE = 1 << 18  # characters


class GetScenes(Ask):
    """The saved scenes."""

    ask: Literal["scenes"] = "scenes"


@request(GetScenes, needs=Watch, runs="worker")
def get_scenes(work: Work, ask: GetScenes) -> schema.Scenes:
    """Spectators do not get the folder."""
    found = scenes.listed(work.here.scenes, work.here.league)
    return found if work.trusted else schema.Scenes(folder="", scenes=found["scenes"])


class SaveScene(Ask):
    """Save the positions of robots and ball under a name."""

    ask: Literal["save_scene"] = "save_scene"
    name: Text = ""
    title: Text = ""


@request(SaveScene, needs=Control, runs="match", costs=0)
def save_scene(caller: PageCaller, ask: SaveScene) -> schema.SavedScene:
    return cast(schema.SavedScene, scenes.save(caller.match, caller.scenes, ask.name, ask.title))


class LoadScene(Ask):
    """Place robots and ball as a saved scene has them."""

    ask: Literal["load_scene"] = "load_scene"
    name: Text = ""


@request(LoadScene, needs=Control, runs="match", costs=0)
def load_scene(caller: PageCaller, ask: LoadScene) -> None:
    _set_up(caller, scenes.load(caller.scenes, ask.name, caller.league))


class ApplyScene(Ask):
    """Place robots and ball as the text of a scene has them."""

    ask: Literal["apply_scene"] = "apply_scene"
    text: Annotated[StrictStr, MaxLen(LONGEST_SCENE)] = ""


@request(ApplyScene, needs=Control, runs="match", costs=0)
def apply_scene(caller: PageCaller, ask: ApplyScene) -> None:
    _set_up(caller, scenes.read(ask.text))


def _set_up(caller: PageCaller, scene: Scene) -> None:
    placed = inputs_of(scene, caller.match.world)
    gesture = object()
    for change in placed:
        keep(caller, gesture, Body(change.team, change.id) if isinstance(change, PlaceRobot) else None)
    for change in placed:
        caller.offer(change, at_once=False)
    caller.match.advance(caller.match.tick)
