"""Module image vision: from images of the camera over the field to snapshots, in the program of the team
[MI20 §2.4.1, §2.4.2].
"""

from __future__ import annotations

from robopitch.client.events import NewImage, NewSnapshot, SwapIds
from robopitch.client.framework import Registry
from robopitch.control.vision.identification import Identification
from robopitch.control.vision.snapshot import SeenRobot as FoundRobot
from robopitch.control.vision.vision import Vision
from robopitch.messages import CameraFrame, SeenBall, SeenRobot, Team

__all__ = ["ImageVision"]

BUDGET = 0.005  # s


class ImageVision:
    """Finds robots and balls in each image. Robots that patches do not identify get ids by former images.

    vision: with its calibration; its teams are "blue" and "yellow"
    own:    the team whose robots `id_swap` exchanges
    """

    def __init__(self, vision: Vision, own: Team) -> None:
        self._vision, self._own = vision, own
        self._ids = {team: Identification() for team in Team}

    def start(self, registry: Registry) -> None:
        """Listen to images."""
        self._registry = registry
        registry.work(NewImage, self._on_image, BUDGET)
        registry.listen(SwapIds, self._on_swap)

    def stop(self) -> None:
        """Nothing is held."""

    def _on_image(self, event: NewImage) -> None:
        snapshot = self._vision.look(event.image)
        balls = tuple(
            [
                SeenBall(ball.x, ball.y, ball.pixel_x, ball.pixel_y, float(ball.area), ball.certainty)
                for ball in snapshot.balls
            ]
        )
        blue, yellow = (
            tuple([_reported(robot) for robot in self._ids[team].see(event.capture, snapshot.robots[team.value])])
            for team in (Team.BLUE, Team.YELLOW)
        )
        frame = CameraFrame(0, event.number, event.capture, event.capture, balls, blue, yellow)
        self._registry.send(NewSnapshot((frame,)))

    def _on_swap(self, event: SwapIds) -> None:
        """Exchange two tracks; nothing happens if one of them was never seen."""
        ids = self._ids[self._own]
        if {event.one, event.other} <= {int(row[0]) for row in ids.state()}:
            ids.swap(event.one, event.other)


def _reported(robot: FoundRobot) -> SeenRobot:
    heading = 0.0 if robot.heading is None else robot.heading
    return SeenRobot(robot.id, robot.x, robot.y, heading, robot.pixel_x, robot.pixel_y, 0.0, robot.certainty)
