"""Scenarios as TOML files: a scene, the state of the game, who plays, and what must happen.

title = "A penalty is scored"
league = "ssl-div-b"
seconds = 5
jitter = 0.03

[ball]
x = 3.5

[[blue]]
id = 1
x = 3.2
y = 0.0

[game]
phase = "penalty"
team = "blue"

[play]
blue = "cambada"
yellow = "still"

[[check]]
eventually = "goal_by('blue')"
within = 4
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

import robopitch
from robopitch.leagues.team_names import team_name
from robopitch.match.players import EXTERNAL as NOBODY
from robopitch.messages import Team, Whistle, Whistled
from robopitch.messages.game_state import Phase
from robopitch.recording.scene import Scene
from robopitch.spec import default_league
from robopitch.spec.base import Spec
from robopitch.spec.errors import SpecError, explain
from robopitch.spec.quantity import Physical
from robopitch.spec.toml import read_toml
from robopitch.testing.validator import Validator, always, eventually, never, until

__all__ = ["Check", "GameStart", "Jitter", "PlaySetup", "Scenario", "find_scenarios", "load_scenario", "starter_set"]

EXTERNAL = "external:"
KINDS = ("always", "never", "eventually", "until")
SECONDS = 10.0
PATIENCE = 10.0

WHISTLES = {
    Phase.HALT: Whistle.HALT,
    Phase.STOP: Whistle.STOP,
    Phase.RUNNING: Whistle.START,
    Phase.KICK_OFF: Whistle.KICK_OFF,
    Phase.FREE_KICK: Whistle.FREE_KICK,
    Phase.PENALTY: Whistle.PENALTY,
    Phase.PLACEMENT: Whistle.PLACEMENT,
    Phase.GOAL_KICK: Whistle.GOAL_KICK,
    Phase.CORNER_KICK: Whistle.CORNER_KICK,
    Phase.THROW_IN: Whistle.THROW_IN,
    Phase.DROPPED_BALL: Whistle.DROPPED_BALL,
    Phase.TIMEOUT: Whistle.TIMEOUT,
}

Seconds = Annotated[float, Physical("s", gt=0, le=3600)]
Length = Annotated[float, Physical("m", ge=0, le=1)]
Speed = Annotated[float, Physical("m/s", ge=0, le=5)]
Angle = Annotated[float, Physical("rad", ge=0, le=3.2)]


class Jitter(Spec):
    """How far a seed moves what the scene says, at most, each way."""

    ball: Length = Field(default=0.0, description="position of the ball, along each axis")
    robots: Length = Field(default=0.0, description="position of each robot, along each axis")
    heading: Angle = Field(default=0.0, description="heading of each robot")
    speed: Speed = Field(default=0.0, description="speed of a ball that moves, in its direction")


class GameStart(Spec):
    """The state of the game at the beginning."""

    phase: Phase = Field(default=Phase.RUNNING, description="what the referee has called")
    team: Team | None = Field(default=None, description="whose set piece it is")
    place: tuple[float, float] | None = Field(default=None, description="of the ball, m; that of the scene if missing")

    def problems(self) -> Iterator[tuple[str, str]]:
        """A set piece belongs to a team."""
        if self.team is None and self.phase not in (Phase.HALT, Phase.STOP, Phase.RUNNING, Phase.DROPPED_BALL):
            yield "team", f"a {self.phase} belongs to a team: blue or yellow"

    def whistle(self, ball: tuple[float, float]) -> Whistled:
        """The command to the referee with which the scenario begins."""
        place = self.place or (None if self.phase in (Phase.HALT, Phase.STOP, Phase.RUNNING) else ball)
        return Whistled(WHISTLES[self.phase], self.team, place=place)


class PlaySetup(Spec):
    """Who plays: a team of the league, "my_team.py:FUNCTION", or "external: COMMAND" for a program, in lockstep.

    In the command, {port} is the TCP port to connect to, {colour} is blue or yellow, {seed} the seed. {referee_port}
    and {referee_group} are where a channel of the league is sent to, here that of the referee.
    """

    blue: str = Field(default="still", description="the team that starts at −x")
    yellow: str = Field(default="still", description="the team that starts at +x")
    timeout: Seconds = Field(
        default=PATIENCE, description="wall-clock time for which an external program may be silent"
    )

    def unknown(self, league: str) -> Iterator[tuple[str, str]]:
        """Teams that cannot play a league, and why: the same names are possible as for `robopitch run`."""
        for team in Team:
            name = self.name(team)
            if self.command(team):
                continue
            try:
                if team_name(name, league or default_league()) == NOBODY:
                    yield team.value, 'which program? "external: COMMAND"'
            except SpecError:
                return  # the league is unknown, which others say
            except ValueError as error:
                yield team.value, f'{error}, or "external: COMMAND"'

    def name(self, team: Team) -> str:
        """What plays a colour."""
        return self.blue if team is Team.BLUE else self.yellow

    def command(self, team: Team) -> str:
        """The command line of an external program; empty for a built-in team."""
        name = self.name(team).strip()
        return name.removeprefix(EXTERNAL).strip() if name.startswith(EXTERNAL) else ""


class Check(Spec):
    """What must happen. `until` may stand beside `always` or `never`, which then hold until it comes true."""

    always: str = Field(default="", description="true at every moment")
    never: str = Field(default="", description="true at no moment")
    eventually: str = Field(default="", description="true at some moment")
    until: str = Field(default="", description="comes true, and what stands beside it holds until then")
    within: Seconds | None = Field(default=None, description="time limit from the beginning; else to the end")

    def problems(self) -> Iterator[tuple[str, str]]:
        """One kind, and an expression that can be read."""
        given = [kind for kind in KINDS if getattr(self, kind)]
        if len(given) != 1 and set(given) not in ({"always", "until"}, {"never", "until"}):
            yield "", f"one of {', '.join(KINDS)} is wanted, or until beside always or never"
            return
        for kind in given:
            try:
                _read(getattr(self, kind))
            except ValueError as error:
                yield kind, str(error)

    def validator(self) -> Validator:
        """A validator, for one run."""
        if self.until:
            hold = ~_read(self.never) if self.never else _read(self.always) if self.always else None
            return until(_read(self.until), hold, self.within)
        make, text = next((make, text) for make, text in zip(_MAKERS, self._texts, strict=True) if text)
        return make(_read(text), self.within)

    @property
    def _texts(self) -> tuple[str, str, str]:
        return self.always, self.never, self.eventually


_MAKERS = (always, never, eventually)


def _read(text: str) -> Any:
    from robopitch.testing.parsing import parse_condition

    return parse_condition(text)


class Scenario(Scene):
    """A scene, and what is to happen from there."""

    name: str = Field(default="", description="how reports call it; that of the file if missing")
    seconds: Seconds = Field(default=SECONDS, description="longest duration")
    realism: str = Field(default="", description="preset of noise, loss and delay; empty: none for teams in process")
    engine: str = Field(default="turf", description="physics engine")
    jitter: Jitter = Field(
        default_factory=Jitter, description="what a seed changes: a length for all positions, or a table"
    )
    game: GameStart = Field(default_factory=GameStart, description="the state of the game")
    play: PlaySetup = Field(default_factory=PlaySetup, description="who plays")
    check: list[Check] = Field(default_factory=list, description="what must happen")

    def problems(self) -> Iterator[tuple[str, str]]:
        """Also: every check fits into the duration."""
        yield from super().problems()
        for team, problem in self.play.unknown(self.league):
            yield f"play.{team}", problem
        for index, one in enumerate(self.check):
            if one.within is not None and one.within > self.seconds:
                yield f"check.{index}.within", f"{one.within:g} s is longer than the scenario, {self.seconds:g} s"

    def validators(self) -> list[Validator]:
        """The checks, for one run."""
        return [one.validator() for one in self.check]

    @property
    def external(self) -> dict[Team, str]:
        """Command lines of external programs."""
        return {team: command for team in Team if (command := self.play.command(team))}

    def played_by(self, blue: str | None = None, yellow: str | None = None) -> Scenario:
        """The same with other teams."""
        names = {team: name for team, name in (("blue", blue), ("yellow", yellow)) if name is not None}
        play = self.play.model_copy(update=names)
        for team, problem in play.unknown(self.league):
            raise SpecError(f"teams: {team}: {problem}")
        return self.model_copy(update={"play": play})


def load_scenario(path: Path) -> Scenario:
    """The scenario in a file; a SpecError that names the file and the key if it cannot be used."""
    tree = read_toml(path, str(path))
    scenario = make_scenario(tree, str(path))
    if not scenario.league:
        raise SpecError(f"{path}: league: which league the scenario is for")
    if not scenario.check:
        raise SpecError(f"{path}: check: a scenario without a check can only pass; add [[check]]")
    return scenario if scenario.name else scenario.model_copy(update={"name": path.stem})


def make_scenario(tree: Mapping[str, Any], label: str) -> Scenario:
    """A scenario from plain values; *label* is how messages call it."""
    given = dict(tree)
    if isinstance(given.get("jitter"), int | float | str):  # the same for all positions
        given["jitter"] = {"ball": given["jitter"], "robots": given["jitter"]}
    try:
        return Scenario.model_validate(given)
    except ValidationError as error:
        raise explain(error, Scenario, lambda key: label) from None


def starter_set() -> Path:
    """The folder of the scenarios that come with the package: in it, or in the repository that it is part of."""
    package = Path(robopitch.__file__).parent
    return next(one for one in (package / "scenarios", package.parents[1] / "scenarios") if one.is_dir())


def find_scenarios(paths: Sequence[Path]) -> list[Path]:
    """The files, and all TOML files in the folders, in order of their names."""
    found: dict[Path, None] = {}
    for path in paths:
        if not path.exists():
            raise SpecError(f"{path}: there is no such file or folder")
        inside = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not inside:
            raise SpecError(f"{path}: there is no scenario (.toml) in it")
        found |= dict.fromkeys(inside)
    return list(found)
