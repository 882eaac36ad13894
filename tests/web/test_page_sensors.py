"""The panel of sensors in a real browser: sensors that the page has never heard of."""

import pytest
from tests.web.screen import Screen, eventually, robot_of
from tests.web.stand import Stand
from tests.web.test_page_audit import AXE
from tests.web.test_sensors import PROBES, fit

import robopitch
from robopitch.web.http import STATIC


@pytest.fixture
def screen(tmp_path, network, windows):
    match = robopitch.make_match("ssl-div-b", realism="realistic", players=2, seed=3, epoch=1e9, free_play=False)
    fit(match)
    with Stand(tmp_path, match=match, static=STATIC, network=network) as stand:
        stand.step(600)
        screen = Screen(windows, stand.url)
        screen.stand = stand
        yield screen
        assert screen.complaints == []
        screen.close()


def test_every_view_has_its_window_and_settings_can_be_changed(screen):
    page, stand = screen.page, screen.stand
    screen.panel("sensors")
    groups = page.locator("[data-owner]")
    assert eventually(lambda: groups.evaluate_all("all => all.map((one) => one.dataset.owner)") == ["field", "blue 1"])
    for owner in ("field", "blue 1"):
        page.locator(f'[data-owner="{owner}"] > summary').click()
    cards = page.locator("[data-sensor]")
    assert eventually(lambda: cards.count() == len(stand.match.sensors.suite))
    for name in PROBES:
        page.locator(f'[data-sensor="{name}"] > details > summary').click()
    distance = page.locator('[data-sensor="distance"]')
    distance.locator(".sensor-settings > summary").click()
    distance.locator(".u-wrap").wait_for()  # a plot
    assert "left wheel" in distance.inner_text()
    servo = page.locator('[data-sensor="blue 1 servo"] .sensor-table')
    assert eventually(lambda: "load" in servo.inner_text())
    assert eventually(
        lambda: page.evaluate(
            """(() => {
              const canvas = document.querySelector('[data-sensor="blue 1 eye"] canvas');
              const pixel = canvas.getContext("2d").getImageData(1, 1, 1, 1).data;
              return canvas.width === 2 && [...pixel].join() === "9,10,11,255";
            })()"""
        )
    )
    page.evaluate(  # a list that is long on its way must not undo what was typed meanwhile
        """(() => {
          const { backend } = robopitch.page, ask = backend.ask.bind(backend);
          window.lists = 0;
          backend.ask = async (what, about) => {
            const answer = await ask(what, about);
            if (what === "sensors") await new Promise((done) => setTimeout(done, 300));
            if (what === "sensors") window.lists++;
            return answer;
          };
        })()"""
    )
    gain = distance.locator('[data-path="gain"]')
    gain.fill("3.5")
    gain.press("Enter")
    probe = stand.match.sensors.sensor("distance")
    gain.fill("9")
    assert eventually(lambda: probe.settings.gain == 3.5)
    assert eventually(lambda: page.evaluate("window.lists") >= 2)
    assert gain.input_value() == "9"
    distance.locator("> input").uncheck()
    assert eventually(lambda: probe.settings.on is False)
    gain.fill("9")
    gain.press("Enter")
    distance.locator(".parameter-refusal", has_text="gain: Input should be less than or equal to 5").wait_for()
    first = stand.match.sensors.suite[0].name
    page.locator(f'[data-sensor="{first}"] > details > summary').click()
    page.locator(f'[data-sensor="{first}"] .sensor-tick input').check()
    assert eventually(lambda: page.evaluate("robopitch.page.sensed.size") == 1)
    page.evaluate(
        """(first) => {
          const { backend } = robopitch.page, ask = backend.ask.bind(backend);
          window.onItsWay = false;
          backend.ask = async (what, about) => {
            const answer = await ask(what, about);
            if (what !== "report" || about.name !== first) return answer;
            window.onItsWay = true;
            await new Promise((done) => setTimeout(done, 1000));
            setTimeout(() => (window.onItsWay = false)); // after the page has heard it
            return answer;
          };
        }""",
        first,
    )
    assert eventually(lambda: page.evaluate("window.onItsWay"))
    page.locator('[data-owner="field"] > summary').click()  # nobody looks any longer, and a late report shows nothing
    assert eventually(lambda: not page.evaluate("window.onItsWay"))
    assert page.evaluate("robopitch.page.sensed.size") == 0


@pytest.fixture
def crowded(served, look):
    """A match whose robots carry many sensors, all of them off."""
    stand = served(league="msl", players=3, blue="still", yellow="still", speed=0.0)
    screen = look(stand)
    screen.find_field(stand.match.world.league)
    return stand, screen


def test_sensors_are_grouped_by_robot_and_only_open_groups_are_asked_for(crowded):
    stand, screen = crowded
    page = screen.page
    screen.panel("sensors")
    owners = [f"{team} {number}" for team in ("blue", "yellow") for number in range(3)]
    groups = page.locator("[data-owner]")
    assert eventually(lambda: groups.evaluate_all("all => all.map((one) => one.dataset.owner)") == owners)
    assert page.locator("[data-owner][open]").count() == 0
    carried = len(stand.match.world.specs[0].sensors)
    assert groups.nth(1).locator(".sensor-count").inner_text() == f"0 of {carried} on"
    page.evaluate(
        """(() => {
          const { backend } = robopitch.page, ask = backend.ask.bind(backend);
          window.asked = [];
          backend.ask = (what, about) => (what === "sensors" && window.asked.push(about.owners), ask(what, about));
        })()"""
    )
    page.locator('[data-owner="yellow 1"] > summary').press("Enter")
    compass = page.locator('[data-sensor="yellow 1 compass"]')
    compass.wait_for()
    assert page.locator("[data-sensor]").count() == carried
    asked = {tuple(owners) for owners in page.evaluate("window.asked")}
    assert ("yellow 1",) in asked <= {(), ("yellow 1",)}
    compass.locator("> input").check()
    assert eventually(lambda: groups.nth(4).locator(".sensor-count").inner_text() == f"1 of {carried} on")
    assert stand.match.sensors.sensor("yellow 1 compass").settings.on


def test_from_a_robot_two_clicks_show_what_one_of_its_sensors_reports(crowded):
    stand, screen = crowded
    page = screen.page
    screen.right_click(*robot_of(stand, "blue", 2)["pose"][:2])
    page.locator("[data-do=sensors]").click()
    group = page.locator('[data-owner="blue 2"]')
    group.locator("[data-sensor]").first.wait_for()
    assert page.evaluate("document.activeElement.parentElement.dataset.owner") == "blue 2"
    page.mouse.click(*screen.to(*robot_of(stand, "yellow", 1)["pose"][:2]))  # the panel follows the selection …
    page.locator('[data-sensor="yellow 1 vision"] > details > summary').click()  # … and this is the second click
    age = page.locator('[data-sensor="yellow 1 vision"] .sensor-window', has_text="It is off.")
    age.wait_for()
    assert page.locator("[data-owner][open]").evaluate_all("all => all.map((one) => one.dataset.owner)") == ["yellow 1"]
    page.evaluate(AXE.read_text(encoding="utf-8"))
    rules = "{resultTypes: ['violations']}"
    found = page.evaluate(f"axe.run('#panel-sensors', {rules}).then((result) => result.violations)")
    assert [problem["help"] for problem in found] == []
