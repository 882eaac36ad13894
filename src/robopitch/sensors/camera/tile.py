"""The numbers of the pixels of a tile while it is made: columns of the arrays that the steps of the ray caster share.

Each step is a compiled loop over the pixels of a tile. A function that is called for each pixel takes numbers only:
passing an array costs more than most of what is computed with it.
"""

from __future__ import annotations

__all__ = ["FLOATS", "INTS", "TONE_NUMBERS"]

# ---- floating-point numbers of a pixel ------------------------------------------------------------------------------
OX, OY, OZ, DX, DY, DZ = range(6)  # origin and direction of the ray
QX, QY, WX, WY = 6, 7, 8, 9  # the same in the plane, in the frame of a thing
BEST, NX, NY, NZ = 10, 11, 12, 13  # distance of the nearest thing, and the normal in its frame
DISTANCE = 14  # of whatever is seen
RED, GREEN, BLUE = 15, 16, 17
SPREAD = 18  # angle between two pixels
FLOATS = 19

# ---- whole numbers of a pixel ---------------------------------------------------------------------------------------
THING, PART = 0, 1  # the nearest; −1: none
NUMBER = 2  # in the picture of numbers
TOUCHED = 3  # the ray meets the thing that is being tested
INTS = 4

# ---- light and exposure of a picture --------------------------------------------------------------------------------
GAIN = 0  # of red, green and blue
AMBIENT = 3  # share of the light that comes from all sides
LIGHT = 4  # unit vector to the light
NOISE = 7  # range of the noise
SLOPE_X, SLOPE_Y = 8, 9  # change of the light per metre of the field
VIGNETTE = 10  # share of the light that is lost in the corners of the picture
TONE_NUMBERS = 11

# ---- place of a thing -----------------------------------------------------------------------------------------------
X, Y, HX, HY, MIDDLE, REACH, PRESENT = range(7)
PLACE_NUMBERS = 7
