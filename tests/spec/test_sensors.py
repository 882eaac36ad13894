import pytest

from robopitch.spec import SpecError, VisionSpec, league_names, load_league, parameters


def test_only_the_small_size_league_has_cameras_yet():
    for name in league_names():
        assert (load_league(name).sensors.vision is not None) == name.startswith("ssl")


def test_the_cameras_of_the_small_size_league():
    vision = load_league("ssl-div-a").sensors.vision
    assert (vision.cameras, vision.rate, vision.focal_length) == (4, 70, 390)
    assert (vision.image_width, vision.image_height, vision.stagger) == (780, 580, False)
    assert (vision.geometry_interval, vision.tracker_rate) == (0.5, 100)


def test_any_league_can_be_given_cameras_and_any_can_lose_them():
    assert load_league("msl", {"sensors.vision.cameras": 2}).sensors.vision.cameras == 2
    assert load_league("ssl-div-a", {"sensors.vision": "none"}).sensors.vision is None


def test_rates_have_their_units():
    assert load_league("ssl-div-a", {"sensors.vision.rate": "0.1 kHz"}).sensors.vision.rate == 100
    with pytest.raises(SpecError, match=r"'px' is a number of pixels; a frequency in Hz, 1/s or kHz is wanted"):
        load_league("ssl-div-a", {"sensors.vision.rate": "70 px"})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("cameras", 0),
        ("cameras", 65),
        ("cameras", 2.5),
        ("rate", 0.5),
        ("rate", 1001),
        ("distortion", -0.1),
        ("height", 0),
    ],
)
def test_what_no_camera_can_be_is_refused(key, value):
    with pytest.raises(SpecError, match=rf"sensors.vision.{key}: "):
        load_league("ssl-div-a", {f"sensors.vision.{key}": value})


def test_cameras_hang_above_the_robots():
    with pytest.raises(SpecError, match=r"sensors.vision.height: 0.8 m is not above the robots, which are 1.2 m high"):
        load_league("ssl-div-a", {"sensors.vision.height": 0.8, "robot.height": 1.2})


def test_every_number_of_the_cameras_is_a_parameter_with_a_source():
    found = {parameter.path: parameter for parameter in parameters(load_league("ssl-div-a"))}
    for key in VisionSpec.model_fields:
        assert key == "stagger" or found[f"sensors.vision.{key}"].source
