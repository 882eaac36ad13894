"""Keyframe motions: files, and what is written when."""

import math

import pytest

from robopitch.control.keyframes import read_motions, steps_of

BEND = """
[bend]
title = "Bend"
keyframes = [
  { seconds = 0.5, pose = { "KNEE_*_PITCH" = 45, HEAD_YAW = -10 } },
  { seconds = 1.0, pose = { "KNEE_*_PITCH" = 0 } },
]
"""


def test_servos_of_a_keyframe_arrive_together(tmp_path):
    file = tmp_path / "motions.toml"
    file.write_text(BEND)
    motion = read_motions(file)["bend"]
    assert (motion.title, motion.duration) == ("Bend", 1.5)
    assert motion.servos == ("KNEE_LEFT_PITCH", "KNEE_RIGHT_PITCH", "HEAD_YAW")
    first, second = steps_of(motion, {"KNEE_LEFT_PITCH": math.radians(15)})
    assert (first.time, second.time) == (0.0, 0.5)
    assert first.goals["KNEE_LEFT_PITCH"] == pytest.approx((math.radians(45), math.radians(60)))
    assert first.goals["KNEE_RIGHT_PITCH"] == pytest.approx((math.radians(45), math.radians(90)))
    assert first.goals["HEAD_YAW"] == pytest.approx((math.radians(-10), math.radians(20)))
    assert second.goals["KNEE_LEFT_PITCH"] == pytest.approx((0.0, math.radians(45)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[a]\n", "a: a motion has keyframes"),
        ("[a]\nkeyframes = [{ seconds = 0, pose = {} }]", r"a: keyframes.0.seconds: 0; above 0"),
        ("[a]\nkeyframes = [{ seconds = 1, pose = { X = 'up' } }]", r"keyframes.0.pose.X: 'up' is no angle"),
        ("[a]\nkeyframes = [{ seconds = 1 }]", "a keyframe has seconds and a pose"),
        ("[a]\nspeed = 3\nkeyframes = [{ seconds = 1, pose = {} }]", "a motion has no 'speed'"),
        ("[a", "motions.toml: "),
    ],
)
def test_what_is_wrong_in_a_file_is_said(tmp_path, text, words):
    file = tmp_path / "motions.toml"
    file.write_text(text)
    with pytest.raises(ValueError, match=words):
        read_motions(file)
    with pytest.raises(ValueError, match=r"absent\.toml"):
        read_motions(tmp_path / "absent.toml")
