from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.server.pitch import free_network, with_changes
from tests.web.screen import Screen, Windows
from tests.web.stand import Stand, Visitor, until
from tools.browser import get_browser

from robopitch.leagues.network import Network
from robopitch.web.browser import opened
from robopitch.web.http import STATIC

LEAGUE = "ssl-div-b"  # of most tests


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium. There must be one: without it nobody knows whether the page works."""
    assert (STATIC / "index.html").is_file(), "the page is not built: make page"
    with opened(get_browser()) as browser:
        yield browser


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Windows:
    return Windows(browser)


@pytest.fixture(scope="session")
def network() -> Network:
    """The same for one test after the other: a browser keeps what it has compiled of a page at the same address."""
    return free_network(LEAGUE)


@pytest.fixture
def served(tmp_path: Path, network: Network) -> Iterator[Callable[..., Stand]]:
    """Servers with the real page; options as for `Stand`."""
    with ExitStack() as stack:

        def open_one(**options: Any) -> Stand:
            folder = tmp_path / f"stand-{len(list(tmp_path.iterdir()))}"
            folder.mkdir()
            league = options.get("league", LEAGUE)
            usual = network
            if league != LEAGUE:
                usual = with_changes(free_network(league), {"page": network.port("page")})
            return stack.enter_context(Stand(folder, **{"static": STATIC, "network": usual, **options}))

        yield open_one


@pytest.fixture
def look(windows: Windows) -> Iterator[Callable[..., Screen]]:
    """Viewers; at the end none of them may have complained on the browser's console."""
    screens: list[Screen] = []

    def open_one(stand: Stand, **options: Any) -> Screen:
        screens.append(Screen(windows, stand.url, **options))
        return screens[-1]

    yield open_one
    complaints = [text for screen in screens for text in screen.complaints]
    for screen in screens:
        screen.close()
    assert complaints == []


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory, network: Network, windows: Windows) -> Iterator[Callable[..., Any]]:
    """One match and one page of it for all tests of a file; options as for `Stand`.

    Call it in each test: the match begins again there, at the speed that is given.
    """
    shared: list[tuple[Stand, Screen]] = []
    with ExitStack() as stack:

        def begin(speed: float = 0.0, **options: Any) -> tuple[Stand, Screen]:
            if not shared:
                folder = tmp_path_factory.mktemp("stand")
                stand = stack.enter_context(Stand(folder, LEAGUE, static=STATIC, network=network, **options))
                shared.append((stand, Screen(windows, stand.url)))
            stand, screen = shared[0]
            screen.begin_again(stand, speed)
            return stand, screen

        yield begin
        for _, screen in shared:
            screen.close()
            assert screen.complaints == []


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    """A match of moving robots for the tests of one file."""
    options = {"realism": "realistic", "blue": "chase", "yellow": "chase", "seed": 11}
    with Stand(tmp_path_factory.mktemp("stand"), **options) as stand:
        yield stand


@pytest.fixture
def stand(played: Stand) -> Iterator[Stand]:
    """The match from its beginning, in a pause; nobody is there."""
    until(lambda: played.page.viewers == 0)
    with_control = played.visit()
    with_control.ask("speed", speed=0)
    with_control.ask("reset")
    with_control.close()
    until(lambda: played.page.viewers == 0)
    visitors: list[Visitor] = []
    visit = played.visit

    def remembered(**options: Any) -> Visitor:
        visitors.append(visit(**options))
        return visitors[-1]

    played.visit = remembered
    yield played
    played.visit = visit
    for visitor in visitors:
        visitor.close()
