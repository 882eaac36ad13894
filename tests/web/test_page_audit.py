"""Everybody can use it: an accessibility audit of the page and of every panel, in both themes."""

from pathlib import Path

import pytest
from tests.web.screen import eventually

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PANELS = ("match", "parameters", "plots", "table", "links", "scenes", "layers", "log")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_nothing_is_found_by_the_audit(served, look, theme):
    stand = served(league="ssl-div-b", players=3, blue="chase", yellow="chase", speed=1.0)
    screen = look(stand, theme=theme)
    assert screen.page.evaluate("document.documentElement.dataset.theme") == theme
    screen.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = []
    for panel in PANELS:
        screen.panel(panel)
        screen.page.wait_for_timeout(400)
        for problem in screen.page.evaluate("axe.run().then((result) => result.violations)"):
            places = [" ".join(map(str, node["target"])) for node in problem["nodes"]]
            found.append(f"{panel}: {problem['id']}: {problem['help']}: {', '.join(places)}")
    screen.press("?")
    screen.page.wait_for_timeout(200)
    for problem in screen.page.evaluate("axe.run().then((result) => result.violations)"):
        found.append(f"help: {problem['id']}: {problem['help']}")
    assert found == []


def test_everything_is_reached_with_the_tab_key(served, look):
    stand = served(players=2, blue="still", yellow="still")
    screen = look(stand)
    reached = set()
    for _ in range(80):
        screen.page.keyboard.press("Tab")
        reached.add(screen.page.evaluate("document.activeElement.id || document.activeElement.dataset.view || ''"))
    wanted = {"scene", "tool-help", "control", "tab-match", "whistle-halt", "live", "track", "speed", "save-clip"}
    assert wanted <= reached
    assert eventually(lambda: screen.page.evaluate("document.activeElement !== null"))
