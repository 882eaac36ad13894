"""The four views, the ground and the effects: on one page of a match that stands still."""

from __future__ import annotations

import json
import math
import socket
from typing import Any

import numpy as np
import pytest
from tests.web.screen import Screen, eventually
from tests.web.stand import Stand

from robopitch.web.http import STATIC

PLAYERS = 6


class Setting:
    """A match on a page, and somebody who moves its robots and ball."""

    def __init__(self, stand: Stand, screen: Screen) -> None:
        self.stand, self.screen = stand, screen
        self._mover = stand.visit()
        self._mover.ask("control", take=True)
        self._gesture = 0

    def evaluate(self, expression: str, value: Any = None) -> Any:
        return self.screen.page.evaluate(expression, value)

    def put(self, ball: tuple[float, float], robots: dict[tuple[str, int], tuple[float, float]] | None = None) -> None:
        """Put the ball, and robots, there; waits until the page knows."""
        self._gesture += 1
        things: list[dict[str, Any]] = [{"ball": True, "x": ball[0], "y": ball[1]}]
        for (team, number), (x, y) in (robots or {}).items():
            things.append({"team": team, "id": number, "x": x, "y": y})
        self._mover.ask("place", gesture=self._gesture, things=things)
        self.stand.step(1)
        now = self.stand.status()["time"]
        assert eventually(lambda: abs(self.evaluate("robopitch.page.frame.time") - now) < 1e-9)
        self.screen.settle()

    def view(self, name: str) -> None:
        """Show a view as it is at first."""
        self.evaluate("(name) => { robopitch.stage.setView(name); robopitch.stage.resetView(); }", "top")
        self.evaluate("(name) => robopitch.stage.setView(name)", name)

    def at(self, x: float, y: float, z: float = 0.0) -> tuple[float, float]:
        """Where a place is in the pane, as parts of its width and height."""
        spot = self.evaluate("([x, y, z]) => robopitch.stage.screen(x, y, z)", [x, y, z])
        assert spot is not None, "it is behind the camera"
        pane = self.evaluate("robopitch.stage.panes[0]")
        return spot["x"] / pane["width"], spot["y"] / pane["height"]

    def colour(self, x: float, y: float) -> Any:
        """Of a place on the pitch in the top view."""
        column, row = (round(number) for number in self.screen.at(x, y))
        return self.screen.picture()[row, column]


@pytest.fixture(scope="module")
def ssl(tmp_path_factory, network, windows):
    """Small Size, six robots a side that do nothing."""
    options = {"league": "ssl-div-b", "players": PLAYERS, "blue": "still", "yellow": "still", "static": STATIC}
    with Stand(tmp_path_factory.mktemp("stand"), network=network, **options) as stand:
        screen = Screen(windows, stand.url)
        screen.page.evaluate("robopitch.stage.setQuality('high')")  # each picture is drawn once
        screen.settle()
        screen.find_field(stand.match.world.league)
        yield Setting(stand, screen)
        complaints = screen.complaints
        screen.close()
    assert complaints == []


# ---- views ---------------------------------------------------------------------------------------------------------


def test_the_free_view_is_low_and_the_field_fills_it(ssl):
    ssl.put((0, 0))
    ssl.view("free")
    x, y, z = ssl.evaluate("robopitch.stage.views.eye(0).camera.position.toArray()")
    elevation = math.atan2(z, math.hypot(x, y))
    assert y < 0, "from the touch line"
    assert 0.3 < elevation < 0.75
    (_, top), (_, bottom) = ssl.at(0, 3), ssl.at(0, -3)
    assert bottom - top > 0.55
    assert 0 < top < bottom < 1


@pytest.mark.parametrize("x", [-4.4, 4.4])
@pytest.mark.parametrize("y", [-2.9, 2.9])
def test_the_free_view_holds_the_ball_wherever_it_is(ssl, x, y):
    ssl.put((x, y))
    ssl.view("free")
    across, down = ssl.at(x, y)
    assert 0.02 < across < 0.98
    assert 0.02 < down < 0.98


def test_the_free_view_follows_the_ball_softly_until_the_user_moves_it(ssl):
    ssl.put((-3, 0))
    ssl.view("free")
    middle = [ssl.at(0, 0)[0]]
    ssl.put((3, 0))
    middle.append(ssl.at(0, 0)[0])
    for _ in range(2):
        ssl.stand.step(400)
        ssl.put((3, 0))
        middle.append(ssl.at(0, 0)[0])
    assert middle[0] - middle[1] < 0.05, "it does not jump"
    assert middle[1] > middle[2] > middle[3], "it goes there"
    assert middle[0] - middle[3] > 0.15
    ssl.evaluate("robopitch.stage.orbit(40, 10, 100, 100)")
    middle = [ssl.at(0, 0)[0]]
    ssl.stand.step(800)
    ssl.put((-3, 0))
    assert ssl.at(0, 0)[0] == pytest.approx(middle[0], abs=1e-6)


def test_the_free_view_looks_at_a_goal_for_a_moment(ssl):
    """The ball is laid on the centre spot meanwhile."""
    ssl.put((0, 0))
    _happen(ssl, "goal", (-4.55, 0), "yellow", 0.5)
    ssl.view("free")
    left = ssl.at(0, 0)[0]
    _happen(ssl, "goal", (-4.55, 0), "yellow", 3)
    ssl.view("free")
    assert left > ssl.at(0, 0)[0] + 0.1


def test_the_ball_view_holds_the_four_nearest_robots(ssl):
    near = {("blue", 1): (1.2, 0.0), ("blue", 2): (0.0, 1.0), ("yellow", 1): (-1.5, 0.3), ("yellow", 2): (0.2, -1.1)}
    far = {("blue", 3): (-4.0, 2.0), ("yellow", 3): (4.0, 2.0), ("blue", 4): (-4.0, -2.0), ("yellow", 4): (4.0, -2.0)}
    ssl.put((0, 0), near | far)
    ssl.view("ball")
    assert ssl.at(0, 0) == pytest.approx((0.5, 0.5), abs=0.01)
    for x, y in near.values():
        for place in ((x - 0.09, y - 0.09), (x + 0.09, y + 0.09)):
            assert all(0 < part < 1 for part in ssl.at(*place))
    wide = ssl.at(0.5, 0)[0] - ssl.at(-0.5, 0)[0]
    closer = {robot: (0.5 * x, 0.5 * y) for robot, (x, y) in near.items()}
    ssl.put((0, 0), closer)
    ssl.view("ball")
    assert ssl.at(0.5, 0)[0] - ssl.at(-0.5, 0)[0] > 1.5 * wide, "nearer robots, closer view"


def test_the_robot_view_is_the_strikers_unless_the_user_selects_a_robot(ssl):
    ssl.put((1, 1), {("yellow", 4): (1.12, 1), ("blue", 4): (0.2, 0.2)})
    ssl.stand.step(2000)  # another situation: the striker changes at once
    ssl.put((1, 1))
    ssl.view("robot")
    label = ssl.screen.page.locator(".pane-frame > span")
    assert eventually(lambda: label.inner_text() == "yellow 4")
    ssl.evaluate("robopitch.page.select(['blue 2'])")
    assert eventually(lambda: label.inner_text() == "blue 2")
    ssl.evaluate("robopitch.page.select([])")
    assert eventually(lambda: label.inner_text() == "yellow 4")


def test_numbers_lie_on_their_robots(ssl):
    """Above them they would hide the robots behind."""
    ssl.put((0, 0))
    ssl.view("free")
    ssl.screen.settle()
    anchors = ssl.evaluate(
        """(() => {
          const { geometry } = robopitch.stage.world.lettering.mesh;
          const { array } = geometry.getAttribute("anchor");
          const box = geometry.getAttribute("box").array;
          const rows = Array.from({ length: geometry.instanceCount }, (_, i) => i);
          return rows.map((i) => [array[4 * i], array[4 * i + 1], array[4 * i + 2], box[4 * i + 1], box[4 * i + 3]]);
        })()"""
    )
    places = [robot["pose"][:2] for robot in ssl.stand.truth()["robots"]]
    assert len(anchors) == 2 * PLAYERS
    for x, y, z, low, high in anchors:
        assert min(math.dist((x, y), place) for place in places) < 0.001
        assert 0 < z < 0.15, "within the robot's height"
        assert low < 0 < low + high, "around the place, not beside it"


# ---- the ground ----------------------------------------------------------------------------------------------------


def test_the_top_view_has_stripes_names_and_the_direction_of_attack(ssl):
    corners = {("blue", number): (-4 + 0.4 * number, 2.7) for number in range(PLAYERS)}
    corners |= {("yellow", number): (4 - 0.4 * number, 2.7) for number in range(PLAYERS)}
    ssl.put((0, -2.7), corners)
    ssl.view("top")
    ssl.screen.settle()
    stripe = 9.0 / 12
    assert eventually(lambda: np.ptp([ssl.colour(stripe * (i + 0.5), 2.0) for i in (0, 1)], axis=0).max() > 5)
    picture = ssl.screen.picture()
    left, row = (round(number) for number in ssl.screen.at(-4.4, 0))
    right, _ = (round(number) for number in ssl.screen.at(-0.9, 0))
    height = round(0.5 * 9.0 * (0.36 - 0.02) / 8 * ssl.screen._map[2])
    band = picture[row - height : row + height + 1]
    for strip, forwards in ((band[:, left:right], 1), (band[:, ::-1][:, left - 1 : right - 1], -1)):
        tinted = strip.min(axis=2) > picture[row - 3 * height, left + 5].min() + 25
        tinted[:, tinted.mean(axis=0) > 0.9] = False  # lines across
        columns = np.flatnonzero(tinted.any(axis=0))
        assert len(columns) > 40, "neither name nor chevrons"
        # The last thing before the middle is the tip of a chevron: it is where the band's middle row is.
        tip = np.flatnonzero(tinted[:, columns.max()])
        assert abs(tip.mean() - height) < 0.25 * height, forwards


def test_tables_are_black_with_white_lines(served, look):
    stand = served(league="mirosot-5v5", players=2, blue="still", yellow="still")
    screen = look(stand)
    screen.page.evaluate("robopitch.stage.setQuality('high')")
    screen.settle()
    table, line = screen.page.evaluate("[[0.3, 0.5], [0, 0.5]].map(([x, y]) => robopitch.stage.screen(x, y, 0))")
    picture = screen.picture()
    assert picture[round(table["y"]), round(table["x"])].max() < 60
    assert picture[round(line["y"]), round(line["x"]) - 2 : round(line["x"]) + 3].min(axis=1).max() > 150


# ---- effects -------------------------------------------------------------------------------------------------------


def _happen(ssl: Setting, kind: str, place: tuple[float, float], team: str, ago: float) -> None:
    """As if the server had said so."""
    ssl.evaluate(
        """([kind, place, team, ago]) => {
          const time = robopitch.page.frame.time - ago;
          robopitch.page.marks = [{ time, kind, text: "", team, place, score: null, detail: "" }];
          robopitch.stage.touch();
        }""",
        [kind, place, team, ago],
    )


@pytest.mark.parametrize(
    ("kind", "place", "team", "ago", "gone"),
    [("goal", (4.55, 0.1), "blue", 0.4, 3.0), ("kick", (1, 1), "blue", 0.1, 0.5)],
)
def test_goals_and_kicks_are_seen(ssl, kind, place, team, ago, gone):
    ssl.stand.step(4000)
    ssl.put((0, -2.7))
    ssl.view("top")
    ssl.screen.settle()
    column, row = (round(number) for number in ssl.screen.at(*place))
    around = np.s_[row - 12 : row + 13, column - 12 : column + 13]

    def changed(since: float) -> float:
        _happen(ssl, kind, place, team, since)
        ssl.screen.settle()
        return float(np.abs(ssl.screen.picture()[around] - before).mean())

    _happen(ssl, "note", place, team, 0)
    ssl.screen.settle()
    before = ssl.screen.picture()[around]
    assert changed(ago) > 15
    assert changed(gone) < 2
    assert changed(-1) < 2, "what has not happened yet is not seen"


# ---- drawings ------------------------------------------------------------------------------------------------------


def test_what_a_built_in_team_draws_is_hidden_until_it_is_ticked(ssl):
    for layer in ("roles", "cambada", "plan"):
        message = {"team": "blue", "layer": layer, "shapes": [{"line": [[-3, 2], [3, 2]], "colour": "#ff00ff"}]}
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as team:
            team.sendto(json.dumps(message).encode(), ("127.0.0.1", ssl.stand.network.port("signals")))
    assert eventually(lambda: ssl.evaluate("robopitch.page.drawings.size") == 3)
    ssl.screen.panel("layers")
    box = ssl.screen.page.locator
    assert box("[data-drawing='blue/plan']").is_checked()
    for layer in ("roles", "cambada"):
        assert not box(f"[data-drawing='blue/{layer}']").is_checked()
        assert ssl.evaluate("(key) => robopitch.stage.hiddenDrawings.has(key)", f"blue/{layer}")
    box("[data-drawing='blue/roles']").check()
    assert not ssl.evaluate("robopitch.stage.hiddenDrawings.has('blue/roles')")
