"""Panels that a league offers, and the editor of formations, in a real browser."""

import pytest
from tests.leagues.msl.agents.test_processes import Io
from tests.web.screen import eventually
from tests.web.test_page_audit import AXE

from robopitch import Team
from robopitch.leagues.msl.agents.connection import ProcessConnection
from robopitch.leagues.msl.wire.agents import Register, encode
from robopitch.teams.formation import read_formation


@pytest.fixture
def stage(served, look):
    """A match with a program of blue 1, which never answers."""
    stand = served(league="msl", players=3, blue="external", yellow="cambada", speed=0.0)
    endpoint = next(endpoint for endpoint in stand.server.endpoints if endpoint.name == "agents")
    connection = endpoint.connect(Io(stand.match))
    assert isinstance(connection, ProcessConnection)
    connection.on_data(encode(Register("mine", "blue", 1)))
    stand.step(200)
    return stand, look(stand)


def audit(page, panel):
    page.evaluate(AXE.read_text(encoding="utf-8"))
    rules = "{resultTypes: ['violations']}"
    found = page.evaluate(f"axe.run('#panel-{panel}', {rules}).then((result) => result.violations)")
    assert [(problem["help"], [node["target"] for node in problem["nodes"]]) for problem in found] == []


def test_programs_and_data_bases_of_robots_are_shown_while_their_panel_is_open(stage):
    _, screen = stage
    page = screen.page
    screen.panel("agents")
    agents = page.locator("#panel-agents")
    assert eventually(lambda: "mine" in agents.inner_text())
    assert "computes" in agents.inner_text()
    audit(page, "agents")
    screen.panel("rtdb")
    record = page.locator("#panel-rtdb tr[data-row]", has_text="VISION_INFO")
    record.locator("button").press("Enter")
    value = page.locator("#panel-rtdb .view-value")
    assert eventually(lambda: "lines: " in value.inner_text())
    assert record.locator("button").get_attribute("aria-expanded") == "true"
    audit(page, "rtdb")
    page.evaluate(
        """(() => {
          const { backend } = robopitch.page, ask = backend.ask.bind(backend);
          window.asked = 0;
          backend.ask = (what, about) => (what === "view" && window.asked++, ask(what, about));
        })()"""
    )
    assert eventually(lambda: page.evaluate("window.asked") >= 2)
    screen.panel("match")
    asked = page.evaluate("window.asked")
    page.wait_for_timeout(1200)
    assert page.evaluate("window.asked") == asked


def test_a_formation_is_edited_with_pointer_and_keys_saved_and_put_into_effect(stage):
    stand, screen = stage
    page = screen.page
    screen.panel("coach")
    page.locator('#panel-coach [data-choice="yellow"]').click()
    page.locator('#panel-coach [data-choice="defence"]').click()
    spot = page.locator(".formation-spot").first
    x = page.get_by_label("Place 1, x")
    before = float(x.input_value())
    spot.press("ArrowRight")
    spot.press("Shift+ArrowRight")
    assert eventually(lambda: float(x.input_value()) == pytest.approx(before + 0.6))
    box = spot.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 30, steps=4)
    page.mouse.up()
    assert eventually(lambda: float(x.input_value()) > before + 1)
    pull = page.get_by_label("Place 1, pull x")
    pull.fill("75")
    pull.press("Enter")
    audit(page, "coach")
    page.locator("#formation-use").click()
    told = eventually(lambda: stand.match.teams.formations.get(Team.YELLOW))
    assert told.defence[0].x == pytest.approx(float(x.input_value()))
    assert told.defence[0].pull_x == 0.75
    with page.expect_download() as waiting:
        page.locator("#formation-save").click()
    text = waiting.value.path().read_text(encoding="utf-8")
    assert read_formation(text) == ("cambada", told)
    page.locator("#formation-drop").click()
    assert eventually(lambda: stand.match.teams.formations == {})
    page.locator("#panel-coach input[type=file]").set_input_files(
        {"name": "mine.toml", "mimeType": "text/plain", "buffer": text.encode()}
    )
    assert eventually(lambda: float(x.input_value()) == pytest.approx(told.defence[0].x))
