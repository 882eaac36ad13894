"""The panels of robots with joints in a real browser: motions, balance and bus."""

import socket

from tests.web.screen import eventually
from tests.web.stand import HERE
from tests.web.test_page_audit import AXE

from robopitch.wire.dynamixel import Instruction, encode_packet

ARM, HEAD = 3, 2  # the ids of SHOULDER_LEFT_PITCH and HEAD_YAW
AUDIT = "([part, rules]) => axe.run(part, rules).then((found) => found.violations.map((one) => one.id))"
RULES = {"dark": {"resultTypes": ["violations"]}, "light": {"runOnly": ["color-contrast"]}}


def goal(stand, servo):
    return int.from_bytes(stand.match.world.read_registers("blue", 0, servo, 30, 2), "little")


PLACE = 'robopitch.page.backend.ask("place", { gesture: 9, things: [{ team: "blue", id: 0, x: 0.5, y: -0.5 }] })'
TRUNK = """() => {
  const { x, y } = robopitch.stage.screen(...robopitch.page.frame.articulated[0].position);
  const { left, top } = document.getElementById("scene").getBoundingClientRect();
  return [left + x, top + y];
}"""  # of the first robot, on the screen


def test_poses_are_recorded_ordered_played_and_saved(served, look):
    stand = served(league="humanoid-kid", players=1, blue="still", yellow="still", referee="none")
    screen = look(stand)
    page = screen.page
    screen.panel("motions")
    page.locator("#motion-source").select_option("goal_angle")
    page.locator(f'#panel-motions [data-servo="{ARM}"]').fill("612")
    assert eventually(lambda: goal(stand, ARM) == 612)
    keyframes, record = page.locator(".keyframe"), page.locator("#motion-record")
    record.click()
    assert eventually(lambda: keyframes.count() == 1)
    page.locator(f'#panel-motions [data-servo="{HEAD}"]').fill("562")
    assert eventually(lambda: goal(stand, HEAD) == 562)
    page.locator("#motion-seconds").fill("0.5")
    record.click()
    assert eventually(lambda: keyframes.count() == 2)
    page.locator('[data-act="up 1"]').press("Enter")  # the second one is now the first, and keeps the focus
    assert page.evaluate("document.activeElement.dataset.act") == "down 0"
    assert page.locator(".keyframe-line input").first.input_value() == "0.5"
    page.locator(".keyframe-angles summary").first.press("Enter")
    arm = page.get_by_label("SHOULDER_LEFT_PITCH of keyframe 1, degrees")
    assert arm.input_value() == "29.3"
    arm.fill("-30")
    arm.press("Tab")
    page.locator("#motion-play").press("Enter")
    assert eventually(lambda: goal(stand, ARM) == round(512 - 30 * 1024 / 300))
    page.locator("#motion-playing", has_text="Plays Motion").wait_for()
    page.locator("#motion-stop").press("Enter")
    assert eventually(lambda: not page.locator("#motion-playing").is_visible())
    page.locator("#motion-title").fill("Nod")
    page.locator("#motion-name").fill("nod")
    page.locator("#motion-name").press("Enter")
    assert eventually(lambda: page.locator('[data-play="nod"]').count() == 1)
    assert (stand.scenes.with_name("motions") / "nod.toml").read_text().startswith("[nod]\ntitle = ")
    page.locator('[data-play="knee_bend"]').press("Enter")
    assert eventually(lambda: goal(stand, ARM) == 512)

    page.evaluate(PLACE)
    screen.press("4")
    stand.step(10)
    screen.wait("Math.abs(robopitch.page.frame.articulated[0].position[0] - 0.5) < 0.01")
    screen.settle()
    x, y = page.evaluate(TRUNK)
    height = stand.match.world.robot("blue", 0).position3[2]
    page.keyboard.down("Control")
    page.mouse.move(x, y)
    page.mouse.down()
    for way in (10, 30, 60):
        page.mouse.move(x, y - way)
    screen.idle()
    stand.step(200)
    assert stand.match.world.robot("blue", 0).position3[2] > height + 0.05
    page.mouse.up()
    page.keyboard.up("Control")


def test_feet_imu_and_bus_are_shown_and_the_audit_finds_nothing(served, look):
    stand = served(league="humanoid-kid", players=1, blue="external", yellow="still", referee="none")
    screen = look(stand)
    page = screen.page
    page.evaluate(AXE.read_text(encoding="utf-8"))
    stand.step(300)
    screen.panel("balance")
    soles = page.locator(".sole:visible")
    assert eventually(lambda: soles.count() == 2 and "%" in soles.nth(1).inner_text())
    assert "roll" in page.locator(".horizon").get_attribute("aria-label")
    assert eventually(lambda: float(page.locator(".imu-values tr:last-child td:last-child").inner_text()) > 9)
    screen.panel("bus")
    page.locator("#panel-bus", has_text="Nobody has spoken").wait_for()
    with socket.create_connection((HERE, stand.network.port("bus_blue_0"))) as bus:
        bus.sendall(encode_packet(1, ARM, Instruction.READ, b"\x1e\x02") + encode_packet(1, HEAD, Instruction.PING))
        bus.recv(8)
    rows = page.locator(".bus-lines tbody tr")
    assert eventually(lambda: rows.count() == 4)
    page.locator('[data-bus="id"]').select_option(str(ARM))
    assert eventually(lambda: rows.count() == 2 and "status goal_position = 512" in rows.first.inner_text())
    for theme, rules in RULES.items():
        page.evaluate("(theme) => { window.robopitch.page.theme = theme; }", theme)
        for panel in ("servos", "balance", "motions", "bus"):
            screen.panel(panel)
            screen.idle()
            assert page.evaluate(AUDIT, [f"#panel-{panel}", rules]) == [], (panel, theme)
