"""What the page shows of a match: goals, score, presentation, pictures of the pitch, the words of its panels."""

import io
import re

import pytest
from PIL import Image
from tests.web.screen import Screen, eventually
from tests.web.stand import Stand

from robopitch.messages import PlaceBall
from robopitch.web.http import STATIC


@pytest.fixture(scope="module")
def stage(tmp_path_factory, windows, network):
    """One match that stands still, and one page of it, for all tests here."""
    folder = tmp_path_factory.mktemp("match")
    options = {"league": "ssl-div-b", "players": 3, "blue": "still", "yellow": "still", "network": network}
    with Stand(folder, static=STATIC, **options) as stand:
        screen = Screen(windows, stand.url)
        yield stand, screen
        screen.close()
        assert screen.complaints == []


def score(screen) -> list[str]:
    return screen.page.locator("#score [data-score]").all_inner_texts()


def test_a_banner_tells_of_a_goal_and_comes_back_when_the_goal_is_looked_at_again(stage):
    stand, screen = stage
    banner = screen.page.locator("#goal")
    stand.step(500)
    length = float(stand.match.world.league.field.length)
    stand.match.offer("test", PlaceBall(length / 2 - 0.2, 0.35, 0.0, 4.0, 0.0, 0.0))  # beside the keeper
    stand.step(400)
    text = eventually(lambda: " ".join(banner.inner_text().split()))
    assert re.fullmatch(r"GOAL blue 1 : 0 at [34]\.\d m/s", text)  # no robot kicked it
    assert eventually(lambda: score(screen) == ["1", "0"])
    goal = screen.page.evaluate("robopitch.page.marks.find(({ kind }) => kind === 'goal').time")
    assert banner.get_attribute("aria-live") == "assertive"
    screen.page.evaluate(f"robopitch.page.watch({{ at: {goal} - 0.1, playing: false }})")
    assert eventually(lambda: banner.inner_text() == "" and score(screen) == ["0", "0"])
    screen.page.evaluate(f"robopitch.page.watch({{ at: {goal} + 0.2, playing: false }})")
    assert eventually(lambda: "GOAL" in banner.inner_text() and score(screen) == ["1", "0"])
    assert "goal for blue" in screen.page.locator("#latest-event").inner_text()
    screen.press("l")
    stand.step(4000)
    assert eventually(lambda: banner.inner_text() == "")


def test_the_presentation_leaves_the_pitch_and_a_large_score(stage):
    _, screen = stage
    away = [screen.page.locator(name) for name in ("#dock", "#time", "#tools", "#title")]
    size = "parseFloat(getComputedStyle(document.querySelector('[data-score=blue]')).fontSize)"
    assert screen.page.evaluate(size) >= 28  # in the bar, too, it is read from afar
    for end in ("Escape", "z"):
        screen.press("z")
        assert not any(part.is_visible() for part in away)
        assert screen.page.evaluate(size) >= 60
        assert screen.page.locator("#match-clock").is_visible()
        assert "Space" in screen.page.locator("#presentation-hint").inner_text()
        assert screen.page.locator("#scene").bounding_box()["width"] == 1040
        screen.press(end)
        assert all(part.is_visible() for part in away)


def test_the_camera_button_saves_the_pitch_alone_at_twice_its_size(stage):
    _, screen = stage
    box = screen.page.locator("#scene").bounding_box()
    screen.page.locator("#tool-picture").click()
    assert screen.page.locator("#menu [role=menuitem]").count() == 2
    with screen.page.expect_download() as waiting:
        screen.page.locator("#menu [data-do=picture-2]").click()
    picture = Image.open(io.BytesIO(waiting.value.path().read_bytes()))
    assert waiting.value.suggested_filename.endswith("2x.png")
    assert picture.size == pytest.approx((2 * box["width"], 2 * box["height"]), abs=2)


@pytest.mark.parametrize("focus", ["#tool-help", "#track", "#speed", "#tab-layers", '[data-layer="trails"]'])
def test_space_pauses_and_resumes_wherever_the_focus_is(stage, focus):
    stand, screen = stage
    screen.panel("layers")
    before = screen.page.locator('[data-layer="trails"]').is_checked()
    screen.page.locator(focus).focus()
    for speed in (1, 0):
        screen.page.keyboard.press("Space")
        assert eventually(lambda speed=speed: stand.status()["speed"] == speed)
    assert not screen.page.locator("#help").is_visible()
    assert screen.page.locator('[data-layer="trails"]').is_checked() == before


def test_space_writes_a_blank_where_text_is_written_and_enter_ticks_a_box(stage):
    stand, screen = stage
    screen.panel("log")
    screen.page.locator("#log-search").fill("goal")
    screen.page.locator("#log-search").press("Space")
    assert screen.page.locator("#log-search").input_value() == "goal "
    assert stand.status()["speed"] == 0
    screen.page.locator("#log-search").fill("")
    screen.panel("layers")
    box = screen.page.locator('[data-layer="trails"]')
    before = box.is_checked()
    box.press("Enter")
    assert box.is_checked() != before
    box.press("Enter")


def test_the_panels_use_the_words_of_the_field(stage):
    stand, screen = stage
    screen.panel("links")
    links = screen.page.locator("#panel-links").inner_text()
    assert "Incoming" in links
    assert "Outgoing" in links
    assert "Commanded by still" in links
    for name in ("control", "blue", "signals"):
        assert f"at UDP 127.0.0.1:{stand.network.port(name)}" in links
    screen.panel("table")
    assert "commanded" in eventually(lambda: screen.page.locator("#panel-table thead").inner_text()).lower()
    assert screen.page.locator("#control").inner_text() == "Release control"
    assert screen.page.locator("#referee-state").inner_text() == "Playing (free play)"


def test_a_table_that_is_cut_off_has_a_bar_even_where_the_browser_hides_its_own(stage):
    _, screen = stage
    screen.panel("table")
    frame, bar = screen.page.locator("#panel-table .data-frame"), screen.page.locator("#panel-table .beside")
    assert eventually(bar.is_visible), "the browsers of tests have no scroll bars"
    thumb, box = bar.locator("span").bounding_box(), bar.bounding_box()
    assert thumb["width"] == pytest.approx(box["width"] * frame.evaluate("(f) => f.clientWidth / f.scrollWidth"), abs=2)
    screen.page.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    assert eventually(lambda: frame.evaluate("(f) => f.scrollLeft + f.clientWidth >= f.scrollWidth - 1"))
    for name in ("commanded", "true", "seen − true", "state"):
        screen.page.locator(f'[data-columns="{name}"]').click()
    assert eventually(lambda: not bar.is_visible()), "what is left fits"
    for name in ("commanded", "true", "seen − true", "state"):
        screen.page.locator(f'[data-columns="{name}"]').click()


def test_a_plot_that_waited_long_for_its_signals_says_so_no_longer_once_they_are_there(stage):
    _, screen = stage
    screen.panel("plots")
    screen.page.evaluate(
        """() => {
          const { backend } = robopitch.page, ask = backend.ask.bind(backend);
          const late = (ms) => new Promise((done) => setTimeout(done, ms));
          backend.ask = (name, more) => (name === "trace" ? late(1000).then(() => ask(name, more)) : ask(name, more));
        }"""
    )
    screen.page.locator("#plots-expression").fill("ball.speed")
    screen.page.locator("#plots-add").click()
    said = screen.page.locator(".plots-said")
    screen.wait("document.querySelector('[data-trace=\"ball.speed\"] .mono')?.textContent")
    assert eventually(lambda: "paused" in said.inner_text())
    screen.page.evaluate("delete robopitch.page.backend.ask")
