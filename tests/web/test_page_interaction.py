"""Interaction on the pitch: mouse and keyboard in a real browser, checked on the server's side."""

import math
import re

import pytest
from tests.web.screen import ball_of, eventually, robot_of

from robopitch.messages import PlaceBall, PlaceRobot


@pytest.fixture
def stage(share):
    """A pitch that stands still, and a page of it."""
    stand, screen = share(players=3, blue="still", yellow="still")
    screen.know_field(stand.match.world.league)
    return stand, screen


def near(place, wanted, within=0.05):
    return math.dist(place[:2], wanted) <= within


@pytest.mark.parametrize("speed", [0, 1])
def test_a_robot_goes_where_it_is_dragged(stage, speed):
    stand, screen = stage
    stand.console("speed", speed=speed)
    start = tuple(robot_of(stand, "blue", 1)["pose"][:2])
    screen.drag(start, (-1.0, 2.0))
    assert eventually(lambda: near(robot_of(stand, "blue", 1)["pose"], (-1.0, 2.0)))
    assert eventually(lambda: math.hypot(*robot_of(stand, "blue", 1)["velocity"][:2]) < 0.05)


def test_the_ball_can_be_dragged_from_a_view_in_which_it_is_smaller_than_a_pixel(stage):
    stand, screen = stage
    screen.page.mouse.move(*screen.to(0, 0))
    for _ in range(4):
        screen.page.mouse.wheel(0, 400)
    screen.settle()
    screen.find_field(stand.match.world.league)
    column, _ = screen.to(0, 0)
    screen.drag((0.0, 0.0), (2.0, 1.0))
    assert eventually(lambda: near(ball_of(stand)["position"], (2.0, 1.0), 0.1))
    assert column > 0


def test_a_hand_shows_a_line_and_numbers_while_it_drags(stage):
    stand, screen = stage
    start = tuple(robot_of(stand, "blue", 1)["pose"][:2])
    shown = []
    screen.drag(start, (-1.0, 2.0), during=lambda: shown.append(screen.page.locator("#overlay").text_content()))
    x, y = map(float, re.findall(r"[-\d.]+", shown[0].replace("−", "-"))[:2])
    assert (x, y) == pytest.approx((-1.0, 2.0), abs=0.02)


def test_a_robot_turns_to_where_it_is_dragged_with_the_right_button(stage):
    stand, screen = stage
    x, y, _ = robot_of(stand, "blue", 1)["pose"]
    screen.drag((x, y), (x, y + 1.5), button="right")
    assert eventually(lambda: abs(robot_of(stand, "blue", 1)["pose"][2] - math.pi / 2) < 0.05)
    assert near(robot_of(stand, "blue", 1)["pose"], (x, y), 0.01)


def test_the_ball_gets_a_velocity_by_the_right_button(stage):
    stand, screen = stage
    screen.drag((0.0, 0.0), (1.0, -0.5), button="right")
    # What was drawn so far is sent while the mouse moves: the last word is that of the button let go.
    vx, vy, _ = eventually(lambda: now if (now := ball_of(stand)["velocity"])[0] > 0.5 else None)
    assert vy == pytest.approx(-0.5 * vx, rel=0.1)


def test_a_thing_that_is_thrown_keeps_the_speed_of_the_hand(stage):
    stand, screen = stage
    places = [screen.to(share, 0.0) for share in (0.0, 0.3, 0.6, 0.9, 1.2, 1.5)]  # reckoned first: a hand does not wait

    def thrown():
        """Throw; on a busy machine the hand may seem to rest before it lets go."""
        stand.match.offer("test", PlaceBall(0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
        stand.console("step", ticks=1)
        screen.wait("Math.abs(robopitch.page.frame.ball.x) < 0.01")
        screen.page.keyboard.down("Shift")
        screen.page.mouse.move(*places[0])
        screen.page.mouse.down()
        for place in places[1:]:
            screen.page.mouse.move(*place, steps=3)
        screen.page.mouse.up()
        screen.page.keyboard.up("Shift")
        for _ in range(15):  # the last word arrives
            vx, vy, _ = ball_of(stand)["velocity"]
            if vx > 0.5:
                return vx, vy
            screen.page.wait_for_timeout(20)
        return None

    vx, vy = eventually(thrown)
    assert vx <= 10.0
    assert abs(vy) < 0.3 * vx


def test_kick_to_here_stop_here_pass_and_chip(stage):
    stand, screen = stage
    keys = {"fast": ["Control"], "stop": ["Shift"], "pass": ["Control", "Shift"], "chip": ["Alt"]}
    seen = {}
    for how, pressed in keys.items():
        stand.match.offer("test", PlaceBall(0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
        stand.console("step", ticks=1)
        screen.right_click(2.0, 1.0, *pressed)
        seen[how] = eventually(lambda: ball_of(stand)["velocity"] if any(ball_of(stand)["velocity"]) else None)
    for vx, vy, _ in seen.values():
        assert math.atan2(vy, vx) == pytest.approx(math.atan2(1, 2), abs=0.03)
    assert math.hypot(*seen["fast"][:2]) == pytest.approx(6.5, rel=0.02)
    assert seen["chip"][2] > 1
    assert math.hypot(*seen["stop"][:2]) < math.hypot(*seen["pass"][:2]) < 6.5


def test_the_menu_removes_and_adds_robots_and_undo_brings_them_back(stage):
    stand, screen = stage
    x, y, _ = robot_of(stand, "yellow", 1)["pose"]
    screen.right_click(x, y)
    screen.page.locator("#menu [data-do=remove]").click()
    assert eventually(lambda: robot_of(stand, "yellow", 1) is None)
    screen.press("Control+z")
    assert eventually(lambda: robot_of(stand, "yellow", 1) is not None)
    assert near(robot_of(stand, "yellow", 1)["pose"], (x, y), 0.001)
    screen.right_click(3.0, -2.0)
    screen.page.locator("#menu [data-do=add-blue]").click()
    assert eventually(lambda: robot_of(stand, "blue", 3) is not None)
    assert near(robot_of(stand, "blue", 3)["pose"], (3.0, -2.0))


def test_a_robot_changes_its_team(stage):
    stand, screen = stage
    x, y, _ = robot_of(stand, "yellow", 2)["pose"]
    screen.right_click(x, y)
    screen.page.locator("#menu [data-do=change-team]").click()
    assert eventually(lambda: robot_of(stand, "yellow", 2) is None and robot_of(stand, "blue", 3) is not None)
    assert near(robot_of(stand, "blue", 3)["pose"], (x, y), 0.01)


def test_several_are_selected_with_a_box_and_dragged_together(stage):
    stand, screen = stage
    for number, y in ((1, 1.0), (2, 1.5)):
        stand.match.offer("test", PlaceRobot("blue", number, x=-2.0, y=y))  # type: ignore[arg-type]
    stand.console("step", ticks=1)
    screen.wait("Math.abs(robopitch.page.robot('blue 2').y - 1.5) < 0.01")
    screen.drag((-2.6, 0.6), (-1.5, 2.0))
    screen.drag((-2.0, 1.0), (1.0, 1.0))
    assert eventually(lambda: near(robot_of(stand, "blue", 1)["pose"], (1.0, 1.0)))
    assert near(robot_of(stand, "blue", 2)["pose"], (1.0, 1.5))


def test_a_robot_is_driven_with_the_keyboard(stage):
    stand, screen = stage
    stand.console("speed", speed=1)
    x, y, _ = robot_of(stand, "blue", 1)["pose"]
    screen.right_click(x, y)
    screen.page.locator("#menu [data-do=steer-keyboard]").click()
    screen.page.locator("#steering").wait_for()
    screen.page.keyboard.down("w")
    assert eventually(lambda: robot_of(stand, "blue", 1)["pose"][0] > x + 0.3)
    screen.page.keyboard.up("w")
    for speed in (0, 1):  # Space pauses, as everywhere
        screen.page.keyboard.press("Space")
        assert eventually(lambda speed=speed: stand.status()["speed"] == speed)
    assert eventually(lambda: math.hypot(*robot_of(stand, "blue", 1)["velocity"][:2]) < 0.01)
    x, y, heading = robot_of(stand, "blue", 1)["pose"]
    reach = 0.073 + 0.0215  # the ball touches the kicker
    screen.page.keyboard.down("Enter")
    place = PlaceBall(x + reach * math.cos(heading), y + reach * math.sin(heading), 0.0, 0.0, 0.0, 0.0)
    stand.match.offer("test", place)
    assert eventually(lambda: math.hypot(*ball_of(stand)["velocity"][:2]) > 2.0)
    screen.page.keyboard.up("Enter")
    screen.page.keyboard.press("Escape")
    assert eventually(lambda: math.hypot(*robot_of(stand, "blue", 1)["velocity"][:2]) < 0.05)


def test_distances_are_measured(stage):
    _, screen = stage
    screen.press("m")
    screen.drag((-1.0, 1.0), (2.0, 1.0))
    distance = float(re.search(r"[\d.]+", screen.page.locator("#overlay").text_content())[0])
    assert distance == pytest.approx(3.0, abs=0.02)


def test_arrow_keys_move_what_is_selected(stage):
    stand, screen = stage
    x, y, _ = robot_of(stand, "blue", 1)["pose"]
    screen.page.mouse.click(*screen.to(x, y))
    screen.press("ArrowUp")
    assert eventually(lambda: near(robot_of(stand, "blue", 1)["pose"], (x, y + 0.1), 0.005))


def test_whoever_looks_at_the_past_is_told_why_nothing_moves(stage):
    stand, screen = stage
    stand.step(500)
    screen.press("<")
    start = tuple(robot_of(stand, "blue", 1)["pose"][:2])
    screen.drag(start, (-1.0, 2.0))
    screen.says("past")
    assert near(robot_of(stand, "blue", 1)["pose"], start, 0.001)
