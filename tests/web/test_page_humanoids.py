"""Robots with joints in a real browser."""

import numpy as np
from tests.physics.figures.kinematics import matrix, pose_parts
from tests.web.screen import BLUE, YELLOW, eventually, robot_of

from robopitch.physics.figures.drawing import draw_figure

ARM = 3  # the id of SHOULDER_LEFT_PITCH
POSES = """() => {
  const figure = robopitch.stage.world.robots.kindMeshes[0].figure;
  return [[...figure.names], [...figure.poses.slice(0, 12 * figure.parts.length)]];
}"""  # of the first robot


def test_a_robot_with_joints_is_drawn_as_it_is_moved_by_its_sliders_and_dragged(served, look):
    stand = served(league="humanoid-kid", players=1, blue="still", yellow="still", referee="none")
    screen = look(stand)
    page, world = screen.page, stand.match.world
    screen.find_field(world.league)
    for team in (BLUE, YELLOW):
        x, y = screen.at(*robot_of(stand, team, 0)["pose"][:2])
        assert any(abs(a - x) < 8 and abs(b - y) < 8 for a, b in screen.blobs(team, least=6)), team
    start = robot_of(stand, BLUE, 0)["pose"][:2]
    screen.drag(start, (-1.0, 1.0))
    assert eventually(lambda: np.allclose(robot_of(stand, BLUE, 0)["pose"][:2], (-1.0, 1.0), atol=0.05))

    page.locator("#tab-servos").click()
    slider = page.locator(f'[data-servo="{ARM}"]')
    slider.fill("760")
    assert eventually(lambda: world.read_registers(BLUE, 0, ARM, 30, 2) == (760).to_bytes(2, "little"))
    page.locator(".servo-joint", has=slider).locator("button").click()
    speed = page.locator('[data-register="moving_speed"] input')
    speed.fill("300")
    speed.press("Enter")
    assert eventually(lambda: world.read_registers(BLUE, 0, ARM, 32, 2) == (300).to_bytes(2, "little"))
    stand.step(250)
    load = page.locator('[data-register="present_position"] span')
    assert eventually(lambda: int(load.inner_text()) > 560)

    robot = world.robot(BLUE, 0)
    trunk = matrix(robot.position3, robot.quaternion)
    expected = np.array(pose_parts(draw_figure(robot.spec.figure), trunk, robot.joints.tolist()))[:, :3]

    def drawn():
        names, numbers = page.evaluate(POSES)
        return names[0] == "blue 0" and np.allclose(np.reshape(numbers, expected.shape), expected, atol=0.002)

    assert eventually(drawn)
    for key in "3421":  # all views; a shader that fails complains on the console
        screen.press(key)
        screen.settle()
