"""Several browsers at once, a server that is started again, and small screens."""

from tests.web.screen import Screen, eventually
from tests.web.stand import Stand

from robopitch.web.http import STATIC


def test_one_controls_the_other_watches_and_they_change_places(served, look):
    stand = served(players=2, blue="still", yellow="still", speed=1.0)
    first, second = look(stand), look(stand)
    assert eventually(lambda: "control" in first.page.locator("#role").inner_text().lower())
    assert eventually(lambda: "watch" in second.page.locator("#role").inner_text().lower())
    second.press("Space")
    second.says("take control first")
    assert stand.status()["speed"] == 1
    second.page.locator("#control").click()
    assert eventually(lambda: "watch" in first.page.locator("#role").inner_text().lower())
    first.says("taken control")
    second.press("Space")
    assert eventually(lambda: stand.status()["speed"] == 0)
    first.press("Space")
    first.says("take control first")
    assert stand.status()["speed"] == 0


def test_a_page_finds_a_server_that_was_started_again(tmp_path, windows):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with Stand(tmp_path / "a", static=STATIC, players=2, blue="still", yellow="still") as stand:
        screen = Screen(windows, stand.url)
        network = stand.network
    try:
        screen.page.locator("#connection[data-state=lost]").wait_for()
        again = {"static": STATIC, "players": 1, "blue": "still", "yellow": "still", "network": network}
        with Stand(tmp_path / "b", **again):
            screen.says("started again")
            assert eventually(lambda: screen.page.evaluate("robopitch.page.frame?.robots.length") == 2)
        errors = [text for text in screen.complaints if "WebSocket" not in text]  # browsers tell each vain attempt
        assert errors == []
    finally:
        screen.close()


def test_on_a_phone_the_pitch_comes_first_and_sideways_the_panels_slide_over_it(served, look):
    stand = served(league="ssl-div-b", players=6, blue="chase", yellow="chase", speed=1.0)
    screen = look(stand, width=390, height=844, touch=True)
    page = screen.page

    def box(name):
        return page.locator(name).bounding_box()

    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert (box("#scene")["x"], box("#scene")["y"], box("#scene")["width"]) == (0, 0, 390)
    assert box("#scene")["height"] > 250
    assert box("#dock")["y"] >= box("#scene")["y"] + box("#scene")["height"]
    assert box("#dock")["width"] == 390
    assert eventually(lambda: page.evaluate("robopitch.stage.frames") > 5)
    page.set_viewport_size({"width": 844, "height": 390})
    assert eventually(lambda: not page.locator("#dock").is_visible())
    page.locator("#tool-dock").click()
    assert eventually(lambda: box("#dock")["x"] + box("#dock")["width"] == 844)
    assert box("#scene")["width"] == 844
    assert page.evaluate("document.documentElement.scrollWidth") <= 844
    page.set_viewport_size({"width": 390, "height": 844})
