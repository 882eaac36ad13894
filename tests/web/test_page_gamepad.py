"""A gamepad in a real browser: the Gamepad API is faked, all that follows from it is real."""

import math

import pytest
from tests.web.screen import ball_of, eventually, robot_of

from robopitch.messages import PlaceBall

# As browsers give a standard gamepad: axes count right and down, a button has a value.
PAD = """() => {
  const button = () => ({ pressed: false, touched: false, value: 0 });
  const pad = { id: "faked", index: 0, connected: true, mapping: "standard", timestamp: 0, axes: [0, 0, 0, 0],
    buttons: Array.from({ length: 17 }, button) };
  window.pad = pad;
  navigator.getGamepads = () => [null, window.pad, null, null];
}"""


@pytest.fixture
def stage(share):
    """A robot in the hand of a gamepad."""
    stand, screen = share(players=2, blue="still", yellow="still", speed=1.0)
    screen.know_field(stand.match.world.league)
    screen.page.evaluate(PAD)
    x, y, _ = robot_of(stand, "blue", 1)["pose"]
    screen.right_click(x, y)
    screen.page.locator("#menu [data-do=steer-gamepad]").click()
    screen.page.locator("#steering").wait_for()
    return stand, screen


def test_sticks_drive_the_robot_and_a_button_kicks(stage):
    stand, screen = stage
    page = screen.page

    def pose():
        return robot_of(stand, "blue", 1)["pose"]

    x, y, heading = pose()
    assert heading == pytest.approx(0.0, abs=0.01)
    page.evaluate("pad.axes = [0.05, -0.1, 0.05, 0]")  # no stick rests at zero
    since = stand.status()["time"]
    assert eventually(lambda: stand.status()["time"] > since + 0.2)
    assert pose() == pytest.approx([x, y, heading], abs=1e-3)
    page.evaluate("pad.axes = [0, -1, 0, 0]")
    assert eventually(lambda: pose()[0] > x + 0.3)
    page.evaluate("pad.axes = [-1, 0, 0, 0]")
    assert eventually(lambda: pose()[1] > y + 0.3)
    page.evaluate("pad.axes = [0, 0, -1, 0]")
    assert eventually(lambda: pose()[2] > 0.5)
    page.evaluate("pad.axes = [0, 0, 0, 0]")
    assert eventually(lambda: math.hypot(*robot_of(stand, "blue", 1)["velocity"]) < 0.02)
    x, y, heading = pose()
    assert "blue 1" in stand.visit(key=None).told("status", steered=["blue 1"])["steered"]

    page.evaluate("pad.buttons[0] = { pressed: true, touched: true, value: 1 }")
    reach = 0.073 + 0.0215  # the ball touches the kicker
    place = PlaceBall(x + reach * math.cos(heading), y + reach * math.sin(heading), 0.0, 0.0, 0.0, 0.0)
    stand.match.offer("test", place)
    assert eventually(lambda: math.hypot(*ball_of(stand)["velocity"][:2]) > 2.0)
    vx, vy, _ = ball_of(stand)["velocity"]
    assert math.atan2(vy, vx) == pytest.approx(heading, abs=0.2)


def test_a_gamepad_that_is_pulled_out_lets_the_robot_go(stage):
    stand, screen = stage
    screen.page.evaluate("pad.axes = [0, -1, 0, 0]")
    assert eventually(lambda: math.hypot(*robot_of(stand, "blue", 1)["velocity"][:2]) > 0.5)
    screen.page.evaluate("window.pad = null")
    screen.says("The gamepad is disconnected")
    assert eventually(lambda: math.hypot(*robot_of(stand, "blue", 1)["velocity"][:2]) < 0.05)
