"""Puts inputs into effect that change the world, the sensors or the game of a match."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from robopitch.messages import (
    ChangeCameras,
    ChangeSensor,
    HangRobot,
    Input,
    PlaceBall,
    PlaceObstacle,
    PlaceRobot,
    PullRobot,
    RemoveObstacle,
    ResetServo,
    Restarted,
    Ruling,
    WriteRegisters,
)

if TYPE_CHECKING:
    from robopitch.match.match import Match

__all__ = ["apply", "rebuild", "update_robots"]

RULINGS = 10_000  # calls kept for readers: some hundred matches


def apply(match: Match, input: Input, release: bool) -> None:
    """Put an input into effect, which was judged before; others than these change nothing here.

    release: a placement ends a pull of the same object
    """
    world = match.world
    if isinstance(input, WriteRegisters):  # first: those of a servo bus come thousands of times a second
        with suppress(ValueError):  # the robot may have been exchanged since it was offered
            world.write_registers(input.team, input.robot, input.servo, input.address, input.data)
        return
    before = world.bodies
    if isinstance(input, PlaceBall):
        match.teleport.place_ball(input, release)
        _ball_was_placed(match, input.restart)
    elif isinstance(input, PlaceRobot):
        match.teleport.place_robot(input, release)
    elif isinstance(input, PlaceObstacle):
        with suppress(ValueError):  # the field may have become full since it was offered
            _place_obstacle(match, input)
    elif isinstance(input, RemoveObstacle):
        world.remove_obstacle(input.id)
    elif isinstance(input, Ruling):
        match.game = input.game
        match.rulings += input.calls
        del match.rulings[:-RULINGS]
        match.stoppage = [] if input.game.playing else [*match.stoppage, *input.calls]
    elif isinstance(input, ChangeCameras):
        match.sensors.change_cameras(input.cameras)
    elif isinstance(input, ChangeSensor):
        with suppress(ValueError):  # it was checked alone; one that conflicts with others changes nothing
            match.sensors.change(input.name, input.values)
    elif isinstance(input, ResetServo):
        with suppress(ValueError):  # as above
            world.reset_servo(input.team, input.robot, input.servo, input.factory, input.keep)
    elif isinstance(input, HangRobot):
        with suppress(ValueError):
            world.hang_robot(input.team, input.id, input.clearance)
    elif isinstance(input, PullRobot):
        with suppress(ValueError):  # before the first step it has no bodies yet
            world.pull_robot(input.team, input.id, input.to, input.grip)
    if world.bodies != before:  # a robot that is added may differ from the rest of its team
        match.configuration.apply()
        update_robots(match)


def rebuild(match: Match) -> None:
    """Put changed specs into effect in the world and the sensors."""
    configuration = match.configuration
    before = configuration.realism
    changed = configuration.apply()
    if configuration.realism is not None and configuration.realism != before:
        match.sensors.change_realism(configuration.realism)
    if changed:
        update_robots(match)
        match.radio.sift(match.robots.sift)  # orders on their way were judged for the robots as they were


def update_robots(match: Match) -> None:
    """Update all that depends on the robots and specs, after one of them changed."""
    match.configuration.measure()
    match.robots.update()
    match.sensors.change_world()


def _place_obstacle(match: Match, input: PlaceObstacle) -> None:
    if input.id is None:
        number = match.world.place_obstacle(input.x, input.y, input.heading, input.robot)
        match.configuration.add_obstacle(number, input.robot)
    else:
        match.world.move_obstacle(input.id, input.x, input.y, input.heading)


def _ball_was_placed(match: Match, why: str) -> None:
    x, y, z = match.world.ball.position.tolist()
    restarted = Restarted(match.tick, match.world.time, why or "placed", (x, y, z))
    if why:
        match.tell([restarted])
    match.scorers.forget()
    match.sensors.on_events([restarted])
