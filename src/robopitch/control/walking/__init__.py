"""Walking on two legs: paths of the feet, the angles of legs that follow from them, and odometry.

Everything is arithmetic on a few numbers, in plain Python that Numba compiles to the same bits (`compiled.py`), so that
it can be lifted onto a robot: nothing here knows a simulator. A walk is ordered by three numbers (`Walk`).
"""

from robopitch.control.walking.gait import STATE, advance, legs_at_rest, position
from robopitch.control.walking.legs import LEG_JOINTS, Leg, leg_angles
from robopitch.control.walking.parameters import Gait, Walk, numbers_of

__all__ = [
    "LEG_JOINTS",
    "STATE",
    "Gait",
    "Leg",
    "Walk",
    "advance",
    "leg_angles",
    "legs_at_rest",
    "numbers_of",
    "position",
]
