"""What a page can ask for: every request with its fields and their limits.

A request is a JSON object: `{"ask": "speed", "number": 7, "speed": 0.5}`. `read` validates it; its errors are sentences
for the user that follow from the declarations here, as do the types of the page (`web/src/wire/schema.ts`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictStr, ValidationError

from robopitch.messages import Team
from robopitch.web.schema.answers import Spot
from robopitch.web.schema.ask import Ask, Control, Id, Moment, Number, TeamName, Text, Whole, Yes
from robopitch.web.schema.handling_asks import GetBusLog, Hang, Pull
from robopitch.web.schema.motion_asks import (
    GetMotions,
    OpenMotion,
    PlayMotion,
    ReadMotions,
    SaveMotion,
    StopMotion,
    WriteMotion,
)
from robopitch.web.schema.wanted import wanted

__all__ = [
    "ASKS",
    "Ask",
    "GetBusLog",
    "GetMotions",
    "Hang",
    "OpenMotion",
    "PlayMotion",
    "Pull",
    "ReadMotions",
    "SaveMotion",
    "StopMotion",
    "Thing",
    "WriteMotion",
    "read",
]

MOST_THINGS = 128
MOST_SPEED = 20.0  # times real time
LONGEST_FORMATION = 1 << 16  # characters
LONGEST_SCENE = 1 << 18  # characters, also of a robot file

Spots = Annotated[list[Spot], MaxLen(64)]


# ---- watching ------------------------------------------------------------------------------------------------------


class Hello(Ask):
    """The first message of a page; *token*: the key that allows it to control."""

    ask: Literal["hello"] = "hello"
    token: Annotated[str, BeforeValidator(str)] = ""  # whatever is no key: the page can watch


class See(Ask):
    """Ask for a frame: the next one, or that of a moment."""

    ask: Literal["see"] = "see"
    at: Moment | None = None


class Watch(Ask):
    """Watch the match ("live") or a recording."""

    ask: Literal["watch"] = "watch"
    source: Text = "live"


class TakeControl(Ask):
    """Take or release control."""

    ask: Literal["control"] = "control"
    take: Yes = False


class GetParameters(Ask):
    """All parameters."""

    ask: Literal["parameters"] = "parameters"


class GetTable(Ask):
    """Ball and robots as commanded, as they are and as seen."""

    ask: Literal["table"] = "table"
    at: Moment | None = None


class GetSignals(Ask):
    """The names of all signals."""

    ask: Literal["signals"] = "signals"


class GetTraces(Ask):
    """Samples of signals and expressions: those after *since*, or the last *seconds*."""

    ask: Literal["trace"] = "trace"
    expressions: Annotated[list[Annotated[StrictStr, MaxLen(2000)]], MaxLen(64)] = Field(default_factory=list)
    since: Number | None = None
    seconds: Number | None = None


class GetScenes(Ask):
    """The saved scenes."""

    ask: Literal["scenes"] = "scenes"


class GetSensors(Ask):
    """All sensors, with the settings of those that the page shows."""

    ask: Literal["sensors"] = "sensors"
    owners: Annotated[list[Text], MaxLen(MOST_THINGS)] | None = None  # robots, "blue 3", or "field"; None: all


class GetReport(Ask):
    """What a sensor reported last."""

    ask: Literal["report"] = "report"
    name: Text


class GetCalibration(Ask):
    """The calibration of a vision, and what it found last."""

    ask: Literal["calibration"] = "calibration"
    name: Text


class GetRobotForm(Ask):
    """The fields of a robot file, and the robots that a new one can start from."""

    ask: Literal["robot_form"] = "robot_form"


class GetSensorForm(Ask):
    """The settings of a kind of sensor that a robot can carry."""

    ask: Literal["sensor_form"] = "sensor_form"
    kind: Text


class OpenRobot(Ask):
    """The values of a robot: one that is known by its name, or that in the text of a file; neither: an empty one."""

    ask: Literal["open_robot"] = "open_robot"
    name: Text = ""
    text: Annotated[StrictStr, MaxLen(LONGEST_SCENE)] = ""
    file: Text = ""  # the name of the file, for messages


class CheckRobot(Ask):
    """The file of a robot with these values, and what is wrong with it."""

    ask: Literal["check_robot"] = "check_robot"
    values: dict[str, Any]


class GetServos(Ask):
    """The servos of a robot, and the registers of one of them."""

    ask: Literal["servos"] = "servos"
    team: TeamName
    id: Id
    servo: Id | None = None


class GetView(Ask):
    """The table of a panel that the league or the server offers, and the whole value of one of its rows.

    Only for pages with the key: it tells what robots of both teams tell each other, and which processes run here.
    """

    ask: Literal["view"] = "view"
    private: ClassVar[bool] = True
    name: Text
    row: Text | None = None


class GetFormation(Ask):
    """The formation of a team. Only for pages with the key: it is the business of the team."""

    ask: Literal["formation"] = "formation"
    private: ClassVar[bool] = True
    team: TeamName


class WriteFormation(Ask):
    """A formation as the text of a file."""

    ask: Literal["formation_text"] = "formation_text"
    private: ClassVar[bool] = True
    attack: Spots
    defence: Spots


class ReadFormation(Ask):
    """The formation in the text of a file."""

    ask: Literal["read_formation"] = "read_formation"
    private: ClassVar[bool] = True
    text: Annotated[StrictStr, MaxLen(LONGEST_FORMATION)]


# ---- things on the field -------------------------------------------------------------------------------------------


class Thing(BaseModel):
    """A robot or the ball, and what is to be changed about it."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    ball: Yes = False
    team: TeamName | None = None
    id: Id | None = None
    x: Number | None = None
    y: Number | None = None
    height: Number | None = None  # of the ball above the ground
    heading: Number | None = None
    vx: Number | None = None
    vy: Number | None = None
    vz: Number | None = None
    turn: Number | None = None
    roll: Yes = False
    present: Yes | None = None


class Place(Control):
    """Place robots and ball, all of them or none; what is *held* is moved by force while the match runs."""

    ask: Literal["place"] = "place"
    gesture: Annotated[Whole, Ge(0), Le(2**53)]
    held: Yes = False
    things: Annotated[list[Thing], MaxLen(MOST_THINGS)]


class KickBall(Control):
    """Kick the ball from where it is to a place."""

    ask: Literal["kick"] = "kick"
    x: Number
    y: Number
    how: Literal["fast", "stop", "pass", "chip"]


class UndoChange(Control):
    """Undo the last change."""

    ask: Literal["undo"] = "undo"


class LetGo(Control):
    """Release what the page holds or drives."""

    ask: Literal["let_go"] = "let_go"


class Drive(Control):
    """Drive a robot; this replaces the command of its team."""

    ask: Literal["steer"] = "steer"
    team: TeamName
    id: Id
    forward: Number
    left: Number | None = None
    turn: Number | None = None
    kick: Number | None = None
    chip: Yes = False
    dribble: Number | None = None


class Release(Control):
    """Return a robot to its team."""

    ask: Literal["release"] = "release"
    team: TeamName
    id: Id


class WriteRegister(Control):
    """Write a register of a servo, as its bus does."""

    ask: Literal["write_register"] = "write_register"
    team: TeamName
    id: Id
    servo: Id
    name: Text  # of the register
    value: Annotated[Whole, Ge(-(2**31)), Le(2**32)]


class SaveScene(Control):
    """Save the positions of robots and ball under a name."""

    ask: Literal["save_scene"] = "save_scene"
    name: Text = ""
    title: Text = ""


class LoadScene(Control):
    """Place robots and ball as a saved scene has them."""

    ask: Literal["load_scene"] = "load_scene"
    name: Text = ""


class ApplyScene(Control):
    """Place robots and ball as the text of a scene has them."""

    ask: Literal["apply_scene"] = "apply_scene"
    text: Annotated[StrictStr, MaxLen(LONGEST_SCENE)] = ""


# ---- time ----------------------------------------------------------------------------------------------------------


class SetSpeed(Control):
    """Set the speed as a multiple of real time; 0 is a pause."""

    ask: Literal["speed"] = "speed"
    speed: Annotated[Number, Ge(0), Le(MOST_SPEED)]


class Step(Control):
    """Advance the match by ticks."""

    ask: Literal["step"] = "step"
    ticks: Annotated[Whole, Ge(1), Le(10000)]


class Reset(Control):
    """Start the match again."""

    ask: Literal["reset"] = "reset"


class Branch(Control):
    """Continue from another moment, of the match or of the recording that the page watches."""

    ask: Literal["branch"] = "branch"
    at: Moment


class SaveClip(Control):
    """Save the last minute as a recording."""

    ask: Literal["save"] = "save"


# ---- the match -----------------------------------------------------------------------------------------------------


class Change(Control):
    """Change parameters, values of realism, or the preset of realism; each completely or not at all."""

    ask: Literal["change"] = "change"
    set: dict[str, Any] | None = None
    noise: dict[str, Any] | None = None
    realism: Text = ""


class UseRobot(Control):
    """Exchange the robots of a team, or of both, for that in the text of a robot file."""

    ask: Literal["use_robot"] = "use_robot"
    text: Annotated[StrictStr, MaxLen(LONGEST_SCENE)]
    team: TeamName | None = None


class ChangeSensor(Control):
    """Change settings of a sensor."""

    ask: Literal["change_sensor"] = "change_sensor"
    name: Text
    set: dict[str, Any]


class Calibrate(Control):
    """Calibrate a vision: a sample of a colour, or a field point, at a place in the picture; without a place, the usual
    colour or point, or with *clear* no colour, until the next sample.
    """

    ask: Literal["calibrate"] = "calibrate"
    name: Text
    colour: Text | None = None
    point: Text | None = None
    at: tuple[Number, Number] | None = None  # column and row, px
    clear: Yes = False


class BlowWhistle(Control):
    """A command of a person to the referee of the match."""

    ask: Literal["whistle"] = "whistle"
    whistle: Text  # one of those that the status names
    team: TeamName | None = None
    robot: int | None = None
    place: tuple[float, float] | None = None
    count: int = 1  # goals that are added to the score
    card: Literal["yellow", "red"] = "yellow"


class SetFormation(Control):
    """Tell a team where its free robots stand; without spots: as it likes."""

    ask: Literal["set_formation"] = "set_formation"
    team: TeamName
    attack: Spots = Field(default_factory=list)
    defence: Spots = Field(default_factory=list)


class Swap(Control):
    """Let another program play a team."""

    ask: Literal["swap"] = "swap"
    team: TeamName
    name: Text = ""


def _leaves(kind: type[Ask]) -> Iterator[type[Ask]]:
    for child in kind.__subclasses__():
        yield from _leaves(child)
        if "ask" in child.__annotations__:
            yield child


ASKS: dict[str, type[Ask]] = {kind.model_fields["ask"].default: kind for kind in _leaves(Ask)}
"""All requests by name."""


def read(values: Mapping[str, Any]) -> Ask:
    """A valid request; otherwise a ValueError whose message says what is wrong and what is expected."""
    name = values.get("ask")
    if not isinstance(name, str):
        raise ValueError('an object with an "ask" is wanted')
    kind = ASKS.get(name)
    if kind is None:
        raise ValueError(f"unknown request {name[:40]!r}")
    try:
        return kind.model_validate(dict(values))
    except ValidationError as error:
        raise ValueError(wanted(kind, error.errors(include_url=False))) from None


def team_of(name: TeamName) -> Team:
    """The team with this name."""
    return Team(name)
