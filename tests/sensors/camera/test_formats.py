"""Formats of images."""

import numpy as np
import pytest

from robopitch.sensors.camera.formats import FORMATS, decode, encode

COLOURS = {"red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255), "black": (0, 0, 0), "grey": (128, 128, 128)}


def flat(colour, height=2, width=4):
    return np.full((height, width, 3), colour, np.uint8)


@pytest.mark.parametrize(
    ("colour", "expected"),
    [("red", (90, 82, 240)), ("green", (54, 145, 34)), ("blue", (240, 41, 110)), ("black", (128, 16, 128))],
)
def test_yuv_has_the_values_of_the_standard(colour, expected):
    u, y, v = expected  # ITU-R BT.601, 16 to 235
    packed = np.frombuffer(encode(flat(COLOURS[colour]), "yuv422"), np.uint8).astype(int)
    assert packed.size == 16
    np.testing.assert_allclose(packed.reshape(-1, 4), np.tile((u, y, v, y), (4, 1)), atol=1)


def test_yuv_of_any_colours_is_computed_as_with_large_numbers():
    image = np.random.default_rng(1).choice(np.array([0, 1, 77, 128, 254, 255], np.uint8), (64, 64, 3))
    red, green, blue = np.moveaxis(image.astype(int), 2, 0)
    packed = np.frombuffer(encode(image, "yuv422"), np.uint8).reshape(64, 128)
    np.testing.assert_array_equal(packed[:, 1::2], (66 * red + 129 * green + 25 * blue + 128) // 256 + 16)
    for channel, (a, b, c) in ((0, (-38, -74, 112)), (2, (112, -94, -18))):
        each = (a * red + b * green + c * blue + 128) // 256 + 128
        np.testing.assert_array_equal(packed[:, channel::4], (each[:, 0::2] + each[:, 1::2] + 1) // 2)


def test_bayer_has_one_colour_of_each_pixel():
    image = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
    mosaic = np.frombuffer(encode(image, "bayer"), np.uint8).reshape(2, 4)
    assert mosaic.tolist() == [
        [image[0, 0, 0], image[0, 1, 1], image[0, 2, 0], image[0, 3, 1]],
        [image[1, 0, 1], image[1, 1, 2], image[1, 2, 1], image[1, 3, 2]],
    ]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("colour", COLOURS)
def test_an_even_colour_comes_back(form, colour):
    image = flat(COLOURS[colour])
    back = decode(encode(image, form), form, 4, 2)
    assert back.shape == image.shape
    np.testing.assert_allclose(back.astype(int), image.astype(int), atol=3)


def test_bytes_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="5 bytes are not an image of 2 × 2 px in rgb"):
        decode(b"12345", "rgb", 2, 2)
    with pytest.raises(ValueError, match="there is no format 'jpeg'"):
        decode(b"", "jpeg", 2, 2)
    with pytest.raises(ValueError, match="there is no format 'jpeg'"):
        encode(flat((0, 0, 0)), "jpeg")
