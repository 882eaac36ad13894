"""A page that is open before the match has begun, and after its server has gone."""

import threading

import pytest
from numba import njit
from tests.server.pitch import free_network
from tests.web.promises import problems
from tests.web.screen import eventually
from tests.web.stand import HERE, TOKEN, Visitor

import robopitch
from robopitch.server import Server
from robopitch.web import schema
from robopitch.web.http import STATIC, Page

WINDOW = (1040, 600, "dark", False)


@pytest.fixture
def prepared(tmp_path):
    """A server whose loop does not run yet, with its page."""
    match = robopitch.make_match("ssl-div-b", blue="still", yellow="still", players=1, seed=7, epoch=1e9)
    network = free_network()
    server = Server(match, network, 1.0)
    page = Page(server, HERE, network.port("page"), TOKEN, tmp_path / "clips", tmp_path / "scenes", STATIC)
    page.start()
    thread = threading.Thread(target=server.run, kwargs={"warm_up": False})
    yield page, thread
    page.close()
    server.stop()
    if thread.ident is not None:
        thread.join(20)
    server.close()


def test_the_page_says_large_that_the_match_is_being_prepared_and_that_the_server_is_gone(prepared, windows):
    page, thread = prepared
    window = windows.take(*WINDOW)
    window.goto(page.url)
    card = window.locator("#connection")
    assert eventually(lambda: "Loading the physics" in card.inner_text())
    visitor = Visitor(page.port, hello=False)
    visitor.send(ask="hello")
    assert problems(visitor.told("preparing"), schema.Preparing) == []
    visitor.close()
    njit(lambda x: x + 1)(1)  # Numba compiles something, as it does when the server starts for the first time
    assert eventually(lambda: "Compiling the physics" in card.inner_text() and " of about " in card.inner_text())
    size = "parseFloat(getComputedStyle(document.querySelector('#connection strong')).fontSize)"
    assert window.evaluate(size) >= 22
    assert green(window) == []
    assert window.locator("#play").is_disabled()
    thread.start()
    assert eventually(lambda: not card.is_visible())
    assert eventually(lambda: green(window) == ["You control", "LIVE"])
    page.close()
    assert eventually(lambda: card.is_visible() and "No connection to the server" in card.inner_text())
    assert "ago" in card.inner_text()
    assert green(window) == []
    windows.give_back(window, *WINDOW)


def green(window) -> list[str]:
    """What looks as if the match were live and in control of this page."""
    return window.locator("#live[data-live=true], #role.controls").all_inner_texts()
