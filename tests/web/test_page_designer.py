"""The panel Designer: values are typed, problems are shown beside them, and the file is that of the form."""

import pytest
from tests.web.screen import eventually

from robopitch.spec import load_robot, parse_robot


@pytest.fixture
def stage(share):
    return share(players=2, blue="still", yellow="still")


def test_a_robot_is_edited_refused_drawn_downloaded_and_used(stage):
    stand, screen = stage
    page = screen.page
    screen.panel("designer")
    status = page.locator("#design-status")
    eventually(lambda: "No problems" in status.inner_text())
    mass = page.locator("#design-mass")
    assert mass.input_value() == "2.5"
    mass.fill("-1")
    row = page.locator('[data-field="mass"]')
    eventually(lambda: "not above 0" in row.inner_text())
    assert mass.get_attribute("aria-invalid") == "true"
    assert page.locator("#design-download").is_disabled()
    assert page.locator("#design-use").is_disabled()
    mass.fill("2600 g")  # with a unit of its own
    eventually(lambda: "No problems" in status.inner_text())
    outline = page.locator("#design-drawing .design-outline")
    before = outline.get_attribute("points")
    page.locator("#design-outline-front").fill("0.06")
    eventually(lambda: outline.get_attribute("points") != before)
    page.locator('[data-field="drive"] > summary').click()
    page.locator('[data-field="drive.wheels"] > summary').click()
    page.locator('[data-field="drive.wheels.3"] > summary').click()
    page.locator("#design-drive-wheels-3-remove").click()
    eventually(lambda: page.locator("#design-drawing .design-wheel").count() == 3)
    eventually(lambda: page.locator("#design-download").is_enabled())
    with page.expect_download() as waiting:
        page.locator("#design-download").click()
    assert waiting.value.suggested_filename == "ssl.toml"
    robot = parse_robot(waiting.value.path().read_text(encoding="utf-8"), "file")
    assert (float(robot.mass), float(robot.outline.front), len(robot.drive.wheels)) == (2.6, 0.06, 3)
    assert "chosen in the robot designer; was 2.5 kg" in robot.mass.source
    page.locator("#design-team").select_option("blue")
    page.locator("#design-use").click()
    eventually(lambda: stand.match.world.league.blue.robot == robot)
    assert stand.match.world.league.yellow.robot == load_robot("ssl")
    screen.says("The blue team plays with SSL robot")


def test_a_file_is_loaded_another_robot_is_chosen_and_parts_come_and_go(stage, tmp_path):
    _, screen = stage
    page = screen.page
    page.on("dialog", lambda dialog: dialog.accept())
    screen.panel("designer")
    status = page.locator("#design-status")
    eventually(lambda: "No problems" in status.inner_text())
    (tmp_path / "wrong.toml").write_text("name = ")
    page.locator("#design-file").set_input_files(tmp_path / "wrong.toml")
    screen.says("this is not TOML")
    assert page.locator("#design-name").input_value() == "ssl"  # nothing changed
    page.locator("#design-start").select_option("cambada")
    eventually(lambda: page.locator("#design-name").input_value() == "cambada")
    page.locator('[data-field="kicker"] > summary').click()
    page.locator("#design-kicker-there").uncheck()
    eventually(lambda: page.locator("#design-drawing .design-kicker").count() == 0)
    page.locator("#design-kicker-there").check()
    eventually(lambda: page.locator("#design-drawing .design-kicker").count() == 1)
    assert page.locator("#design-kicker-speed").input_value() == "10.85"  # as it was
    page.locator("#design-outline-kind").select_option("disc")
    eventually(lambda: "A circle." in page.locator('[data-field="outline"]').inner_text())
    page.locator('[data-field="sensors"] > summary').click()
    page.locator('[data-field="sensors.1"] > summary').click()
    switch = page.locator("#design-sensors-1-settings-on")  # its field comes from the kind of sensor
    eventually(lambda: switch.count() == 1)
    switch.check()
    eventually(lambda: "(off)" not in page.locator('[data-field="sensors.1"] > summary').inner_text())
    eventually(lambda: "No problems" in status.inner_text())
    page.locator("#design-copy").click()
    robot = parse_robot(eventually(lambda: page.evaluate("navigator.clipboard.readText()")), "file")
    assert (robot.outline.kind, robot.kicker) == ("disc", load_robot("cambada").kicker)
    assert robot.sensors[1].settings["on"] is True
