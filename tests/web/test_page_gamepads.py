"""Four gamepads in a real browser drive robots on two wheels [MI20 §2.4.6]: only the Gamepad API is faked."""

import math

from tests.web.screen import eventually, robot_of

PADS = """() => {
  const button = () => ({ pressed: false, touched: false, value: 0 });
  window.pads = [0, 1, 2, 3, 4].map((index) => ({ id: `faked ${index}`, index, connected: true, mapping: "standard",
    timestamp: 0, axes: [0, 0, 0, 0], buttons: Array.from({ length: 17 }, button) }));
  navigator.getGamepads = () => window.pads;
}"""


def test_four_gamepads_drive_four_robots_on_two_wheels(served, look):
    stand = served(league="mirosot-5v5", players=4, blue="still", yellow="still", speed=0.0)
    screen = look(stand)
    page = screen.page
    screen.know_field(stand.match.world.league)  # before the line about the latest event lies over it
    page.evaluate("robopitch.page.backend.ask('speed', { speed: 1 })")
    page.evaluate(PADS)
    before = {}
    for number in range(4):
        before[number] = robot_of(stand, "blue", number)["pose"]
        screen.right_click(*before[number][:2])
        page.locator("#menu [data-do=steer-gamepad]").click()
    told = ", ".join(f"blue {number} (gamepad {number + 1})" for number in range(4))
    assert eventually(lambda: f"You drive {told}." in page.locator("#steering").inner_text())
    # Forwards; backwards; the left stick turns who cannot go sideways; the right stick too, while it drives.
    page.evaluate(
        """() => { const axes = [[0, -1, 0, 0], [0, 1, 0, 0], [-1, 0, 0, 0], [0, -1, 1, 0]];
        axes.forEach((one, index) => { window.pads[index].axes = one; }); window.pads[4].axes = [0, -1, 0, 0]; }"""
    )

    def moved(number: int) -> float:
        (x, y, heading), (now_x, now_y, _) = before[number], robot_of(stand, "blue", number)["pose"]
        return (now_x - x) * math.cos(heading) + (now_y - y) * math.sin(heading)

    def turned(number: int) -> float:
        return math.remainder(robot_of(stand, "blue", number)["pose"][2] - before[number][2], math.tau)

    assert eventually(lambda: moved(0) > 0.1 and moved(1) < -0.04)
    assert eventually(lambda: abs(turned(2)) > 0.5)
    assert abs(moved(2)) < 0.02
    assert eventually(lambda: abs(turned(3)) > 0.3)
    page.evaluate("() => { window.pads[1].connected = false; }")
    screen.says("The gamepad is disconnected")
    assert eventually(lambda: "blue 1" not in page.locator("#steering").inner_text())
    page.keyboard.press("Escape")
    page.locator("#steering").wait_for(state="hidden")
