"""Everybody can use it: an accessibility audit of the page and of every panel, in both themes."""

from pathlib import Path

from tests.web.screen import eventually

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PANELS = ("match", "parameters", "plots", "table", "sensors", "links", "designer", "scenes", "layers", "log")


def test_nothing_is_found_by_the_audit(served, look):
    """The whole page once, then what each panel changes; in the light theme, what has to do with colours."""
    stand = served(league="ssl-div-b", players=3, blue="chase", yellow="chase", speed=1.0)
    screen = look(stand)
    screen.page.evaluate(AXE.read_text(encoding="utf-8"))
    eventually(lambda: stand.status()["time"] > 1)
    stand.console("speed", speed=0)  # there is something to show in every panel
    found = []

    def audit(name, part, theme, rules):
        for problem in screen.page.evaluate(f"axe.run({part!r}, {rules}).then((result) => result.violations)"):
            places = [" ".join(map(str, node["target"])) for node in problem["nodes"]]
            found.append(f"{name}, {theme}: {problem['id']}: {problem['help']}: {', '.join(places)}")

    for theme, rules in (
        ("dark", "{resultTypes: ['violations']}"),
        ("light", "{runOnly: ['color-contrast'], resultTypes: ['violations']}"),
    ):
        screen.page.evaluate("(theme) => { window.robopitch.page.theme = theme; }", theme)
        screen.settle()
        assert screen.page.evaluate("document.documentElement.dataset.theme") == theme
        audit("page", "html", theme, rules)
        for panel in PANELS:
            screen.panel(panel)
            screen.idle()  # it asks the server
            audit(panel, f"#panel-{panel}", theme, rules)
        screen.press("?")
        audit("help", "#help", theme, rules)
        screen.page.keyboard.press("Escape")
    assert found == []


def test_everything_is_reached_with_the_tab_key_which_goes_round(served, look):
    screen = look(served(players=2, blue="still", yellow="still"))
    reached = []
    for _ in range(200):
        screen.page.keyboard.press("Tab")
        reached.append(screen.page.evaluate("document.activeElement.id || document.activeElement.dataset.view || ''"))
        if reached[-1] and reached.count(reached[-1]) == 3:  # nothing holds it fast
            break
    wanted = {"scene", "tool-help", "control", "tab-match", "whistle-halt", "live", "track", "speed", "save-clip"}
    assert wanted <= set(reached)
    assert len(reached) < 200
