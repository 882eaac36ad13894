"""The panel of sensors in a real browser: sensors that the page has never heard of."""

import pytest
from tests.web.screen import Screen, eventually
from tests.web.stand import Stand
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
    cards = page.locator("[data-sensor]")
    assert eventually(lambda: cards.count() == len(stand.match.sensors.suite))
    for name in PROBES:
        page.locator(f'[data-sensor="{name}"] summary').click()
    distance = page.locator('[data-sensor="distance"]')
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
          const { link } = robopitch.page, ask = link.ask.bind(link);
          window.lists = 0;
          link.ask = async (what, about) => {
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
    page.locator(f'[data-sensor="{first}"] summary').click()
    page.locator(f'[data-sensor="{first}"] .sensor-tick input').check()
    assert eventually(lambda: page.evaluate("robopitch.page.sensed.size") == 1)
