"""The page of a tournament in a browser, while it is played."""

from playwright.sync_api import expect

from robopitch.jobs import Record
from robopitch.jobs.matches import MatchSetup
from robopitch.jobs.tournament.page import write_page
from robopitch.jobs.tournament.schedule import pairings
from robopitch.jobs.tournament.standing import stand


def test_a_page_that_is_loaded_again_stays_at_the_cell_that_was_chosen(browser, tmp_path):
    schedule = list(pairings(["chase", "still"], 3, 0, MatchSetup("ssl-div-b", "", "", seconds=2.0)))
    units = [unit for pairing in schedule for unit in pairing.units]
    goals = {"score": {"blue": 1, "yellow": 0}}
    records = {unit.key: Record(unit.key, unit.about, unit.again, unit.settings, goals) for unit in units}
    path = tmp_path / "index.html"
    write_page(path, "Title", "About", stand(["chase", "still"], schedule, records), False, "soon")
    path.write_text(path.read_text().replace("5000", "300"))
    page = browser.new_page(viewport={"width": 800, "height": 300})
    page.goto(f"file://{path}")
    page.click("a[href='#m0-1']")
    page.evaluate("scrollTo(0, 250); window.old = true")
    page.wait_for_function("!window.old")
    expect(page.locator("#m0-1")).to_be_visible()
    assert page.evaluate("scrollY") == 250
    page.close()
