"""Differences beyond their limits that are understood; docs/physics.md explains each at length.

A limit is not widened because an engine does not keep it. The table still says NO, and tells why.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["EXPLAINED", "explanation"]

_LOAD = "the wheels do not carry a quarter of the weight each: the less loaded ones slip, and turn the robot"
_LOADED = "the acceleration presses the wheels that push to the ground: they do not slip as turf's do"
_SKID = "a robot with two wheels leans on a skid when it accelerates, which takes weight from its wheels"
_SCRUB = "a tyre has a width: while it scrubs, the point that rolls moves away from its middle"
_SLIP = "an impact of 5 ms ends two thirds of the slip: a rolling ball climbs less, and lands sooner"
_STOPS = "the ball nearly stops: 14 mm/s more or less are 7°"
_TILT = "the kick acts at the height of the ball: it tilts the robot, whose base moves back"
_LIFT = "the impact lifts a light robot from its wheels for some 30 ms, in which nothing brakes its turn"
_CHANCE = "wheels that slip hold neither place nor heading: which of two equal robots gives way is decided by rounding"

# Kind of drive, scene and quantity → the reason, in a few words; no kind: for all
EXPLAINED: Mapping[tuple[str, str, str], str] = {
    **{("omni", "run-across", name): _LOAD for name in ("distance", "time to half way", "positions apart")},
    **{("omni", "diagonal", name): _LOADED for name in ("distance in 1 s", "speed at 0.3 s", "turned")},
    **{("omni", "brake", name): _LOAD for name in ("stopping distance", "time to stop", "turned", "positions apart")},
    **{("differential", "run-along", name): _SKID for name in ("time to half way", "positions apart")},
    **{("differential", "brake", name): _SKID for name in ("stopping distance", "time to stop", "positions apart")},
    **{("differential", "spin", name): _SCRUB for name in ("turned", "turn rate at 0.9 s")},
    ("", "kick", "recoil of the robot"): _TILT,
    ("", "bank-shot", "angle after"): _SLIP,
    ("", "ball-against-robot", "speed after"): _SLIP,
    ("", "ball-against-robot", "direction after"): _SLIP,
    ("differential", "ball-against-robot", "direction after"): _STOPS,
    ("differential", "ball-against-robot", "robot turned"): _LIFT,
    ("", "two-robots-and-a-ball", "time at yellow"): _SLIP,
    ("", "pushing-contest", "drift of the pair"): _CHANCE,
    ("", "pushing-contest", "turned"): _CHANCE,
}


def explanation(drive: str, scene: str, quantity: str) -> str:
    """Why an engine differs from turf there; empty if it should not."""
    return EXPLAINED.get((drive, scene, quantity)) or EXPLAINED.get(("", scene, quantity), "")
