"""Judges inputs before a match takes them in: what is out of range or unknown is refused."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from robopitch.match.teleport import FARTHEST, check_place
from robopitch.messages import (
    Body,
    ChangeFormation,
    ChangeRealism,
    ChangeRobot,
    ChangeSensor,
    ChangeSpec,
    HangRobot,
    Input,
    Orders,
    PlaceBall,
    PlaceObstacle,
    PlaceRobot,
    PullRobot,
    Refusal,
    RemoveObstacle,
    RequestPlaces,
    ResetServo,
    RobotOrder,
    Steer,
    SwapTeam,
    Transmit,
    Whistle,
    Whistled,
    WriteRegisters,
)
from robopitch.physics.workspace import MAX_BODIES
from robopitch.spec import LeagueSpec, load_robot

if TYPE_CHECKING:
    from robopitch.match.match import Match

__all__ = ["refusals_of"]

# The error codes of refusals, as in ER-Force's simulator if it has one.
CODES: dict[type, str] = {
    ChangeRobot: "INVALID_SPEC",
    ChangeRealism: "INVALID_REALISM",
    ChangeSpec: "INVALID_GEOMETRY",
    ChangeSensor: "INVALID_SENSOR",
    PlaceBall: "OUT_OF_RANGE",
    PlaceRobot: "OUT_OF_RANGE",
    PlaceObstacle: "OUT_OF_RANGE",
}


def refusals_of(match: Match, input: Input, league: LeagueSpec) -> tuple[Refusal, ...]:
    """Why an input is refused; empty if it is valid. Orders of a team are judged one by one by `Robots.sift`.

    league: with the changes that were offered before
    """
    try:
        if isinstance(input, WriteRegisters):  # first: those of a servo bus come thousands of times a second
            _check_servo(match, input)
            return ()
        if isinstance(input, PlaceBall | PlaceRobot):
            check_place(input, league, match.world.ball.position.tolist())
        if isinstance(input, PlaceRobot | Transmit) and not 0 <= input.id < match.world.league.max_ids:
            text = f"there is no {input.team} {input.id}: ids are 0 to {match.world.league.max_ids - 1}"
            return (Refusal("UNKNOWN_ROBOT", text),)
        if isinstance(input, ChangeSpec | ChangeRobot | ChangeRealism):
            match.configuration.try_change(input)
        elif isinstance(input, ChangeSensor):
            match.sensors.try_change(input.name, input.values)
        elif isinstance(input, Steer):
            order = input.order or RobotOrder(input.id)
            return match.robots.sift(Orders(input.team, (order._replace(id=input.id),)))[1]
        elif isinstance(input, SwapTeam):
            match.teams.check(input.team, input.name)
        elif isinstance(input, ChangeFormation):
            match.teams.check_formation(input)
        elif isinstance(input, Whistled):
            known = match.referee.whistles
            if input.whistle not in known:
                names = ", ".join(sorted(whistle.value for whistle in known))
                raise ValueError(f"the referee of this match does not know {input.whistle.value!r}, but {names}")
            _check_whistle(match, input, league)
        elif isinstance(input, PlaceObstacle | RemoveObstacle):
            _check_obstacle(match, input)
        elif isinstance(input, RequestPlaces):
            for id, x, y, heading in input.robots:
                check_place(PlaceRobot(input.team, id, x, y, heading), league, match.world.ball.position.tolist())
                if not 0 <= id < match.world.league.max_ids:
                    raise ValueError(f"there is no {input.team} {id}: ids are 0 to {match.world.league.max_ids - 1}")
        elif isinstance(input, ResetServo):
            _check_servo(match, input)
        elif isinstance(input, HangRobot | PullRobot):
            _check_handling(match, input)
    except ValueError as error:
        return (Refusal(CODES.get(type(input), "INVALID"), str(error)),)
    return ()


def _check_servo(match: Match, input: WriteRegisters | ResetServo) -> None:
    """Whether there is such a servo, and such addresses; what it refuses to store it says itself."""
    if Body(input.team, input.robot) not in match.world.bodies:
        raise ValueError(f"there is no {input.team} {input.robot} on the field")
    table = match.world.servo_view(input.team, input.robot, input.servo).table
    if isinstance(input, WriteRegisters) and not (input.data and 0 <= input.address <= table.size - len(input.data)):
        last = table.size - 1
        raise ValueError(f"{table.model}: {len(input.data)} bytes at {input.address}; its addresses are 0 to {last}")


def _check_handling(match: Match, input: HangRobot | PullRobot) -> None:
    body = Body(input.team, input.id)
    if body not in match.world.bodies:
        raise ValueError(f"there is no {body} on the field")
    if isinstance(input, HangRobot):
        match.world.check_hook(input.team, input.id, input.clearance)
    else:
        match.world.check_pull(input.team, input.id, input.to, input.grip)


NEED_TEAM = frozenset(
    {
        Whistle.FREE_KICK,
        Whistle.GOAL_KICK,
        Whistle.CORNER_KICK,
        Whistle.THROW_IN,
        Whistle.PENALTY,
        Whistle.PLACEMENT,
        Whistle.TIMEOUT,
        Whistle.KEEPER,
        Whistle.SUBSTITUTION,
        Whistle.ADVANTAGE,
        Whistle.CARD,
        Whistle.SCORE,
        Whistle.FORFEIT,
    }
)
MOST_GOALS = 1000


def _check_whistle(match: Match, input: Whistled, league: LeagueSpec) -> None:
    if input.team is None and input.whistle in NEED_TEAM:
        raise ValueError(f"{input.whistle.value}: for which team? blue or yellow is wanted")
    if input.place is not None:
        check_place(PlaceBall(*input.place), league, match.world.ball.position.tolist())
    if input.robot is not None and not 0 <= input.robot < match.world.league.max_ids:
        raise ValueError(f"there is no robot {input.robot}: ids are 0 to {match.world.league.max_ids - 1}")
    if input.whistle is Whistle.KEEPER and input.robot is None:
        raise ValueError("keeper: the number of a robot is wanted")
    if why_not := match.referee.refusal(input):
        raise ValueError(why_not)
    if abs(input.count) > MOST_GOALS:
        raise ValueError(f"score: {input.count} goals at once; up to {MOST_GOALS} are possible")
    if input.card not in ("yellow", "red"):
        raise ValueError(f"there is no {input.card!r} card; yellow or red is possible")


def _check_obstacle(match: Match, input: PlaceObstacle | RemoveObstacle) -> None:
    if input.id is not None and Body(None, input.id) not in match.world.bodies:
        raise ValueError(f"there is no obstacle {input.id}")
    if isinstance(input, PlaceObstacle):
        if not (abs(input.x) <= FARTHEST and abs(input.y) <= FARTHEST and math.isfinite(input.heading)):
            raise ValueError(f"obstacle: ({input.x:g}, {input.y:g}) is out of range; {FARTHEST:g} m are possible")
        if input.id is None:
            load_robot(input.robot)
            if len(match.world.bodies) >= MAX_BODIES:
                raise ValueError(f"obstacle: a field holds {MAX_BODIES} bodies; remove one first")
