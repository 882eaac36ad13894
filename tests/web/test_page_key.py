"""Who controls in a real browser: the user by a cookie, others with the link or the key; everybody else watches."""

import socket

import pytest
from tests.web.screen import eventually
from tests.web.stand import TOKEN

from robopitch.leagues.ssl.wire.simulation.team import encode_orders
from robopitch.messages import BodyVelocity, RobotOrder

STRANGER = {"Via": "1.1 proxy"}  # whoever comes through another program gets no cookie


@pytest.fixture
def stand(served):
    return served(players=1, blue="still", yellow="external", speed=1.0)


@pytest.fixture
def stranger(browser, stand):
    """A page that no cookie is set for."""
    contexts = []

    def opened(address=""):
        context = browser.new_context(viewport={"width": 1280, "height": 720}, extra_http_headers=STRANGER)
        contexts.append(context)
        page = context.new_page()
        page.goto(stand.url + address)
        page.locator("#tab-match").wait_for()
        return page

    yield opened
    for context in contexts:
        context.close()


def role(page):
    return page.locator("#role").inner_text()


def test_the_address_alone_gives_control_to_the_users_own_browser(stand, look):
    screen = look(stand)
    assert eventually(lambda: "control" in role(screen.page))
    screen.press("Space")
    assert eventually(lambda: stand.status()["speed"] == 0)
    assert screen.page.evaluate("document.cookie") == ""  # no script can read it


def test_a_stranger_watches_is_told_why_and_controls_with_the_key(stand, stranger):
    page = stranger()
    page.locator("#tab-log").click()  # the notice itself goes after some seconds
    page.locator("#log li", has_text="open the link that the server printed").wait_for()
    assert "watch" in role(page)
    page.locator("#scene").focus()
    page.keyboard.press("Space")
    page.locator("#notice", has_text="to control, open the link").wait_for()
    assert stand.status()["speed"] == 1
    page.locator("#control", has_text="Needs the key").click()
    page.locator("#key-dialog #key").fill("wrong")
    page.locator("#key-send").click()
    page.locator("#notice", has_text="not the one of this server").wait_for()
    page.locator("#control").click()
    page.locator("#key-dialog #key").fill(stand.page.control_url)
    page.locator("#key-send").click()
    assert eventually(lambda: "control" in role(page))
    page.reload()
    assert eventually(lambda: "control" in role(page))


def test_the_printed_link_gives_control_and_the_key_leaves_the_address(stand, stranger):
    page = stranger(stand.page.control_url.removeprefix(stand.url))
    assert eventually(lambda: "control" in role(page))
    assert page.url == stand.url
    assert TOKEN not in page.content()


def test_warnings_are_a_badge_that_opens_a_list_and_each_a_line_of_the_log(stand, look):
    screen = look(stand)
    badge, entries = screen.page.locator("#warnings"), screen.page.locator("#warning-list")

    clients = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2)]
    order = encode_orders([RobotOrder(0, BodyVelocity(0.0, 0.0, 0.0))])

    def listed() -> bool:
        for client in clients:
            client.sendto(order, ("127.0.0.1", stand.network.port("yellow")))
        return "2 clients command yellow" in (entries.text_content() or "")

    assert eventually(lambda: listed() or badge.is_visible())
    assert not entries.is_visible()
    badge.click()
    assert eventually(listed)
    assert badge.get_attribute("aria-expanded") == "true"
    screen.page.evaluate("window.told = 0; robopitch.page.on('status', () => window.told++)")
    screen.wait("window.told >= 2")  # it is told twice more
    screen.settle()
    assert screen.page.locator("#notice .toast", has_text="2 clients").count() == 0  # it would hide the pitch
    screen.panel("log")
    assert screen.page.locator("#log li", has_text="2 clients command yellow").count() == 1
    assert not entries.is_visible()
    for client in clients:
        client.close()
