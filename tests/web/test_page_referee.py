"""The referee by the rules on the page: buttons, banner, cards, score, and the log."""

import pytest
from tests.web.screen import Screen, eventually
from tests.web.stand import Stand

from robopitch.messages import PlaceBall
from robopitch.web.http import STATIC


@pytest.fixture(scope="module")
def stage(tmp_path_factory, windows, network):
    """One match by the rules that stands still, and one page of it, for all tests here."""
    folder = tmp_path_factory.mktemp("referee")
    options = {"league": "ssl-div-b", "players": 3, "blue": "still", "yellow": "still", "referee": "rules"}
    with Stand(folder, static=STATIC, network=network, **options) as stand:
        screen = Screen(windows, stand.url)
        yield stand, screen
        screen.close()
        assert screen.complaints == []


def whistle(screen, name):
    screen.panel("match")
    screen.page.locator(f'.whistles [aria-label="{name}"]').click()


def play(stand):
    """Nothing waits any more; the ball is in play."""
    for name in ("halt", "start", "start"):  # the first start gives what was due
        stand.console("whistle", whistle=name)
    stand.step(10)


def test_a_set_piece_has_a_banner_in_the_colour_of_its_team_and_its_time_left(stage):
    stand, screen = stage
    banner = screen.page.locator("#ruling")
    whistle(screen, "Free kick for yellow")
    assert eventually(lambda: banner.inner_text() == "Stop: free kick for yellow")
    assert "yellow" in banner.get_attribute("class")
    screen.page.locator("#whistle-start").click()
    stand.step(100)
    assert eventually(lambda: banner.inner_text() == "Free kick for yellow")
    assert screen.page.locator("[data-fact=stage]").inner_text() == "first half, 05:00 left"


def test_the_banner_does_not_cover_the_place_of_the_ball(stage):
    stand, screen = stage
    banner, width = screen.page.locator("#ruling"), float(stand.match.world.league.field.width)
    screen.page.evaluate("robopitch.stage.setView('top')")
    for team, y, low in (("blue", width / 2 - 0.1, True), ("yellow", 0.0, False)):
        stand.console("whistle", whistle="free-kick", team=team, place=[0.0, y])
        assert eventually(lambda team=team: banner.inner_text() == f"Stop: free kick for {team}")
        assert ("low" in banner.get_attribute("class").split()) == low


def test_cards_are_counted_beside_the_teams(stage):
    _, screen = stage
    whistle(screen, "Yellow card for blue")
    whistle(screen, "Red card for yellow")
    cards = {team: screen.page.locator(f"[data-fact=cards-{team}] .card") for team in ("blue", "yellow")}
    assert eventually(lambda: all(shown.count() == 1 for shown in cards.values()))
    assert cards["blue"].get_attribute("aria-label") == "1 yellow card"
    assert cards["yellow"].get_attribute("aria-label") == "1 red card"
    screen.panel("log")
    texts = screen.page.locator("#log li .log-text")
    assert eventually(lambda: "yellow card for blue" in texts.all_inner_texts())
    assert "card (by hand)" not in " ".join(texts.all_inner_texts())


def test_a_corrected_score_is_undone_and_each_is_a_line_of_the_log_with_its_score(stage):
    stand, screen = stage
    score = screen.page.locator("#score [data-score]")
    whistle(screen, "Free kick for yellow")
    stand.step(500)
    whistle(screen, "Goal +1 for blue")
    assert eventually(lambda: score.all_inner_texts() == ["1", "0"])
    stand.step(500)
    screen.page.locator("#whistle-undo").click()
    assert eventually(lambda: score.all_inner_texts() == ["0", "0"])
    screen.panel("log")
    screen.page.locator("#log li", has_text="corrects the score: 1 : 0").locator("button").click()
    assert eventually(lambda: score.all_inner_texts() == ["1", "0"])  # as it was then
    screen.press("l")
    assert eventually(lambda: score.all_inner_texts() == ["0", "0"])
    texts = screen.page.locator("#log li .log-text").all_inner_texts()
    assert "free kick for yellow (by hand)" in texts
    assert "the score is 0 : 0 again" in texts


def test_the_panel_and_the_banner_say_what_the_referee_said_at_the_moment_shown(stage):
    stand, screen = stage
    panel, banner = screen.page.locator("[data-fact=referee]"), screen.page.locator("#ruling")
    moments = {}
    for name in ("Free kick for blue", "Penalty for yellow"):
        whistle(screen, name)
        text = f"Stop: {name.lower()}"
        assert eventually(lambda text=text: panel.inner_text() == text)
        stand.step(100)
        moments[text] = stand.status()["time"] - 0.05
    screen.page.locator("#whistle-start").click()
    assert eventually(lambda: panel.inner_text() == "Playing")
    stand.step(300)
    for text, moment in moments.items():
        screen.page.evaluate(f"robopitch.page.watch({{ at: {moment}, playing: false }})")
        assert eventually(lambda text=text: panel.inner_text() == banner.inner_text() == text)
        assert screen.page.locator("#referee-state").inner_text() == f"Replay · {text}"
        assert screen.page.locator("[data-fact=mode]").inner_text() == "replay, paused"
        assert not screen.page.locator("[data-fact=factor]").is_visible(), "that is of the server as it is now"
    screen.press("l")
    assert eventually(lambda: panel.inner_text() == "Playing" and banner.inner_text() == "")


def test_after_a_rewind_nothing_later_is_told_any_more(stage):
    stand, screen = stage
    screen.panel("match")
    play(stand)
    moment = stand.status()["time"]
    stand.step(200)
    whistle(screen, "Free kick for blue")
    stand.step(200)
    latest, panel = screen.page.locator("#latest-event"), screen.page.locator("[data-fact=referee]")
    assert eventually(lambda: "free kick for blue" in latest.inner_text())
    screen.page.evaluate(f"robopitch.page.backend.ask('branch', {{ at: {moment} }})")
    assert eventually(lambda: panel.inner_text() == "Playing" and "free kick for blue" not in latest.inner_text())
    assert screen.page.evaluate(f"robopitch.page.rulings.every(({{ time }}) => time <= {moment})")
    screen.page.locator("#whistle-halt").click()
    for _ in range(2):
        stand.step(8000)
    assert eventually(lambda: latest.inner_text() == ""), "the last event was a quarter of a minute ago"


@pytest.mark.parametrize(("width", "height"), [(1040, 600), (390, 844)])
def test_after_a_goal_there_is_one_banner_which_hides_what_is_below_it(stage, width, height):
    stand, screen = stage
    screen.page.set_viewport_size({"width": width, "height": height})
    goal, ruling = screen.page.locator("#goal .goal-banner"), screen.page.locator("#ruling")
    play(stand)
    assert eventually(lambda: ruling.inner_text() == "")
    before = stand.match.score
    stand.match.offer("test", PlaceBall(4.3, 0.35, 0.0, 4.0, 0.0, 0.0))  # beside the keeper
    stand.step(400)
    assert eventually(lambda: stand.match.score != before and ruling.text_content().startswith("Stop: kick-off"))
    assert goal.is_visible()
    assert not ruling.is_visible()
    colour = goal.evaluate("(one) => getComputedStyle(one).backgroundColor")
    assert colour.startswith("rgb("), "it lets something through"
    box, room = goal.bounding_box(), screen.page.locator("#stage").bounding_box()
    assert room["x"] <= box["x"]
    assert box["x"] + box["width"] <= room["x"] + room["width"]
    stand.step(3500)
    assert eventually(lambda: goal.count() == 0 and ruling.is_visible())
    assert ruling.bounding_box()["height"] < 45, "one line"
    screen.page.set_viewport_size({"width": 1040, "height": 600})
