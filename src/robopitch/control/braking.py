"""Safe speeds among other robots."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from robopitch.control.obstacles import Obstacles, as_complex

__all__ = ["safe_speeds"]

Floats = NDArray[np.float64]

SPEED = 2.0  # m/s without obstacles, chosen: CAMBADA's is 2.2 m/s
CLEARANCE = 0.05  # m between bodies, chosen
BRAKE = 1.0  # m/s² assumed for braking: a third of CAMBADA's, chosen
LOOK = 2.0  # s ahead for which collisions are predicted, chosen
FAR = 1e6  # m: no obstacle in the way


def safe_speeds(
    starts: Floats,
    velocities: Floats,
    waypoints: Floats,
    obstacles: Obstacles,
    radius: float,
    *,
    own: NDArray[np.int64] | None = None,
    speed: float = SPEED,
    brake: float = BRAKE,
    clearance: float = CLEARANCE,
    look: float = LOOK,
) -> Floats:
    """Speeds ``[robot]`` at which robots can still brake before a collision on the way to their waypoints.

    Reactive motion [MI20 §2.4.4]: `paths.next_waypoints` gives the direction, this function the speed.
    An obstacle counts if robot and obstacle come closer than their radii within *look* seconds, on the way to the
    waypoint or at the present velocity, which cannot change at once. They may then approach each other at √(2 brake
    gap).

    own:   ``[robot]``, index of the robot itself among the obstacles
    speed: m/s, without obstacles
    brake: m/s², well below the limit of the robot, because the other one may not brake at all
    """
    start, rate = as_complex(starts), as_complex(velocities)
    place, theirs = as_complex(obstacles.positions), as_complex(obstacles.velocities)
    q = place - start[:, None]
    if own is not None:
        q[np.arange(len(start)), own] = FAR
    far = np.abs(q) + 1e-9
    to = q / far
    room = obstacles.radii + (radius + clearance)
    closing = np.sqrt(2 * brake * np.maximum(far - room, 0.0)) + (to * theirs.conj()).real
    way = as_complex(waypoints) - start
    fast, now = np.full(len(start), speed), np.abs(rate)
    heading = np.array((way / (np.abs(way) + 1e-9), rate / (now + 1e-9)))[..., None]  # [wanted or now, robot, 1]
    relative = np.array((fast, now))[..., None] * heading - theirs
    square = (relative * relative.conj()).real + 1e-9
    time = (q * relative.conj()).real / square
    np.minimum(np.maximum(time, 0.0, out=time), look, out=time)
    miss = q - relative * time
    ahead = (heading * to.conj()).real
    limits = closing / np.maximum(ahead, 0.1)
    limits += ((miss.real**2 + miss.imag**2 >= room * room) | (ahead <= 0.1)) * FAR
    return np.minimum(np.maximum(limits.min(axis=(0, 2), initial=FAR), 0.0), speed)
