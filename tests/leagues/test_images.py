"""Images of cameras in recordings: on request."""

import base64
import json
from pathlib import Path

import numpy as np
import pytest

import robopitch
from robopitch.leagues.publishing import Publishers
from robopitch.leagues.registry import family_of
from robopitch.messages import ChangeSensor
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.sink import FileSink
from robopitch.sensors.camera.formats import decode
from robopitch.sensors.camera.image import CameraImage

SETTINGS = {"on": True, "rate": 20.0, "width": 64, "height": 48, "focal_length": 53.0, "delay": 0.01}


def recorded(path: Path, **settings) -> list[CameraImage]:
    """Record 0.2 s of a match with a camera; returns the images that were delivered."""
    match = robopitch.make_match("msl", seed=1)
    sink = FileSink(path, describe(match))
    recorder = Recorder(match, [sink])
    assert not match.offer("test", ChangeSensor("blue 2 omni-camera", {**SETTINGS, **settings}))
    topics = {name: channel.topic for name, channel in family_of("msl").channels.items()}
    images = []
    for published in Publishers(match, family_of("msl")).go(200):
        images += [output for output in published.outputs if isinstance(output, CameraImage)]
        recorder.packets_sent([(topics[packet.channel], packet.data) for packet in published.packets])
    recorder.close()
    sink.close()
    return images


@pytest.mark.parametrize("form", ["rgb", "yuv422", "bayer"])
def test_a_recording_contains_the_images_of_a_camera_on_request(form, tmp_path):
    images = recorded(tmp_path / "m.mcap", format=form, record=True)
    assert [image.number for image in images] == [1, 2, 3]
    with Recording(tmp_path / "m.mcap") as recording:
        packets = [json.loads(data) for _, topic, data in recording.packets(None, None, None) if topic == "/images"]
    assert [packet["frame_id"] for packet in packets] == ["blue 2 omni-camera"] * 3
    assert [packet["timestamp"]["nsec"] for packet in packets] == [50_000_000, 100_000_000, 150_000_000]
    first = packets[0]
    assert (first["width"], first["height"]) == (64, 48)
    assert (first["encoding"], first["step"]) == {
        "rgb": ("rgb8", 192), "yuv422": ("uyvy", 128), "bayer": ("bayer_rggb8", 64),
    }[form]  # fmt: skip
    shown = decode(base64.b64decode(first["data"]), form, 64, 48)
    np.testing.assert_array_equal(shown, images[0].image)


def test_a_recording_has_no_images_unless_they_are_wanted(tmp_path):
    assert len(recorded(tmp_path / "m.mcap")) == 3
    with Recording(tmp_path / "m.mcap") as recording:
        assert not [topic for _, topic, _ in recording.packets(None, None, None) if topic == "/images"]


def test_the_images_are_the_same_when_the_match_is_simulated_again(tmp_path):
    recorded(tmp_path / "m.mcap", record=True, noise=3.0)
    with Recording(tmp_path / "m.mcap") as recording:
        verdict = simulate_again(recording, packets=True)
    assert verdict.same
    assert verdict.packets >= 3  # images, and scores of the RefBox


def test_a_match_whose_cameras_are_off_reports_nothing():
    match = robopitch.make_match("msl", seed=1)
    assert match.advance(100) == []
