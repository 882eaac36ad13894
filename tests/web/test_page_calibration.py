"""Calibration in a real browser: over the image of the camera, colours are clicked and field points are dragged."""

from tests.web.screen import eventually
from tests.web.test_calibration import resting
from tests.web.test_page_audit import AXE

VISION = "image vision"


def test_colours_are_clicked_points_are_dragged_and_the_residual_and_what_was_found_are_shown(served, look):
    stand = served(league="vss-3v3", match=resting())
    screen = look(stand)
    page = screen.page
    screen.panel("sensors")
    page.locator(f'[data-sensor="{VISION}"] > details > summary').click()
    page.locator(f'[data-sensor="{VISION}"] .sensor-calibrate').click()
    dialog = page.locator("#calibration")
    dialog.locator("[data-do=switch-on]").click()
    vision = stand.match.sensors.sensor(VISION)
    assert eventually(lambda: vision.settings.on)
    stand.step(40)  # one image
    dialog.locator('[data-found="blue 2"]').wait_for()
    found = dialog.locator("[data-found]")
    assert eventually(lambda: found.count() == 7)

    ball = dialog.locator('[data-found="ball"] circle').bounding_box()
    middle = ball["x"] + ball["width"] / 2, ball["y"] + ball["height"] / 2
    dialog.locator('[data-colour="ball"]').click()
    dialog.get_by_text("Begin anew").click()
    dialog.locator("[data-cube]", has_text="no pixels yet").wait_for()
    stand.step(40)
    assert eventually(lambda: found.count() == 6)
    page.mouse.click(*middle)
    assert eventually(lambda: vision.settings.cubes["ball"][0] < 255)
    stand.step(40)
    assert eventually(lambda: found.count() == 7)

    dialog.locator("[data-mode=field]").click()
    residual = dialog.locator("[data-residual]")
    assert eventually(lambda: float(residual.inner_text().split()[1]) < 0.3)
    point = dialog.locator('[data-point="centre"]')
    box = point.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 10, steps=3)
    page.mouse.up()
    assert eventually(lambda: float(residual.inner_text().split()[1]) > 2)
    assert dialog.locator("tbody tr").first.inner_text().startswith("centre")
    before = vision.settings.points["centre"]
    point.press("Shift+ArrowLeft")
    assert eventually(lambda: vision.settings.points["centre"][0] < before[0] - 4)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    problems = page.evaluate("axe.run('#calibration', {resultTypes: ['violations']}).then((all) => all.violations)")
    assert [problem["help"] for problem in problems] == []
    dialog.get_by_text("Usual points").click()
    assert eventually(lambda: vision.settings.points == {})
    dialog.locator("[data-do=close]").click()
    assert eventually(lambda: page.locator("#calibration").count() == 0)
