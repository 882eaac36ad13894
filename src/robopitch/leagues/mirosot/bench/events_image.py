"""Cost of a team that sees by itself: image vision, state estimator, strategy, motion and radio, in one program.

The images are those of the camera over a table on which a match is played. To render them is the simulator's work: that
is stated apart. The commands are encoded as for the network, and not sent.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

import robopitch
from robopitch.client.decisions import Decisions
from robopitch.client.events import NewImage, Velocities
from robopitch.client.framework import Framework
from robopitch.client.modules.image_vision import ImageVision
from robopitch.client.modules.motion import MotionModule
from robopitch.client.modules.state_estimator import StateEstimator
from robopitch.client.modules.strategy import Strategy
from robopitch.client.motion import MotionControl
from robopitch.leagues.network import Network
from robopitch.leagues.program import Seat, open_program
from robopitch.leagues.registry import family_of, network_of
from robopitch.messages import Team
from robopitch.sensors.camera.image import CameraImage

__all__ = ["RATE", "measure_images"]

LEAGUE, TEAM = "mirosot-5v5", "mi20"
RATE = 30.0  # Hz of the camera
SETTLED = 10  # images until everything has run once
DELAY = 0.04  # s from a frame until the resulting command takes effect


class _Radio:
    """Encodes the commands."""

    def __init__(self, link: Any) -> None:
        self._link = link
        self.bytes = 0

    def start(self, registry: Any) -> None:
        registry.work(Velocities, self._on_velocities)

    def stop(self) -> None:
        pass

    def _on_velocities(self, event: Velocities) -> None:
        self.bytes += len(self._link.write(event.orders))


def measure_images(images: int) -> dict[str, Any]:
    """The processor time of the chain for so many images of a match, and that of the images themselves."""
    from robopitch.leagues.mirosot.sensors.image_vision import ImageVision as Calibrated
    from robopitch.leagues.mirosot.sensors.overhead_camera import OverheadCamera

    match = robopitch.make_match(LEAGUE, seed=1, blue=TEAM, yellow=TEAM)
    world, league = match.world, match.world.league
    camera = OverheadCamera(league.name, {})
    system = _system(league, Calibrated(world, {}).vision(world))
    times = {"chain": 0.0, "rendering": 0.0}
    for number in range(SETTLED + images):
        match.advance(match.tick + round(1 / RATE / world.timestep))
        began = time.process_time()
        image = next(output for output in camera.sample(number + 1, world, (), ()) if isinstance(output, CameraImage))
        rendered = time.process_time()
        system.events.send(NewImage(number, world.time, image.packed))
        system.dispatch_frame(time.perf_counter)
        if number == SETTLED - 1:
            system.clear_times()
        elif number >= SETTLED:
            times["rendering"] += rendered - began
            times["chain"] += time.process_time() - rendered
    per_image = {name: round(1000 * seconds / images, 4) for name, seconds in times.items()}
    decided = system.timings["radio"].calls
    return {
        "images": images,
        "decided": decided,
        "chain_ms": per_image["chain"],
        "rendering_ms": per_image["rendering"],
        "core_share": round(times["chain"] / images * RATE, 4),
        "timings": dict(system.timings),
    }


def _system(league: Any, vision: Any) -> Framework:
    team, robot = Team.BLUE, league.team(Team.BLUE).robot
    link = open_program(family_of(LEAGUE), "team", Seat(team, league, Network(network_of(LEAGUE))))
    system, twist = Framework(), MotionControl(robot).twist
    system.offer("image vision", lambda: ImageVision(vision, team))
    system.offer("estimator", lambda: StateEstimator(league, team, DELAY, Counter(), draws=False))
    system.offer("strategy", lambda: Strategy(team, Decisions(), TEAM, True, twist, lambda: 1.0))
    system.offer("motion", lambda: MotionModule(robot, link.carries, lambda: 1.0, int(league.max_ids)))
    system.offer("radio", lambda: _Radio(link))
    for name in system.known:
        system.start(name)
    return system
