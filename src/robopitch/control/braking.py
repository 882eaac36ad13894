"""How fast one may go among others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from robopitch.control.obstacles import Obstacles, as_complex

__all__ = ["safe_speeds"]

Floats = NDArray[np.float64]

SPEED = 2.0  # m/s if nobody is in the way, chosen: CAMBADA's is 2.2 m/s
CLEARANCE = 0.05  # m between bodies, chosen
BRAKE = 1.0  # m/s² that robots count on to brake for each other: a third of CAMBADA's, chosen
LOOK = 2.0  # s ahead in which somebody may be run into, chosen
FAR = 1e6  # m: where nobody is in the way


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
    """How fast robots may drive to their waypoints, ``[robot]``, so that they can brake before they run into somebody.

    Reactive motion [MI20 §2.4.4], beside `paths.next_waypoints`: that says where to, this how fast.
    An obstacle counts if robot and obstacle come closer than their radii within *look* seconds, be it on the way to the
    waypoint or as the robot moves now, which it cannot change at once. They may then close in at √(2 brake gap).

    own:   ``[robot]``, which of the obstacles the robot is itself
    speed: m/s, if nobody is in the way
    brake: m/s², well below what the robot can, since the other one may not brake at all
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
