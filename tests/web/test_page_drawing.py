"""What is drawn, read back from the pixels."""

import math

import numpy as np
import pytest
from tests.web.screen import BALL, BLUE, YELLOW, ball_of, eventually


def test_all_22_robots_are_drawn_where_the_server_says(served, look, record_property):
    stand = served(league="ssl-div-a", players=11, blue="still", yellow="still")
    screen = look(stand, width=1440, height=900)  # numbers stand on the robots; on a small screen they are beside them
    screen.find_field(stand.match.world.league)
    picture = screen.picture()
    spots = [screen.at(-1.5, y) for y in (-0.3, 0.0, 0.3)]
    across = [picture[round(row), round(column)].min() for column, row in spots]
    assert across[1] > max(across[0], across[2]) + 40, "there is no mid-line"
    worst = 0.0
    for team in (BLUE, YELLOW):
        expected = [screen.at(*robot["pose"][:2]) for robot in stand.truth()["robots"] if robot["team"] == team]
        found = screen.blobs(team)
        assert len(found) == len(expected) == 11
        for place in expected:
            off = min(math.dist(place, spot) for spot in found)
            assert off <= 2, f"{team} at {place}: the nearest spot is {off:.1f} px away"
            worst = max(worst, off)
    record_property("tell", f"22 robots found in the pixels of the top view, at most {worst:.2f} px off")


def test_a_moving_ball_is_followed(served, look):
    stand = served(league="ssl-div-b", blue="still", yellow="still")
    screen = look(stand)
    screen.find_field(stand.match.world.league)
    mover = stand.visit()
    mover.ask("control", take=True)
    mover.ask("place", gesture=1, held=False, things=[{"ball": True, "x": -2, "y": 1.5, "vx": 2.0, "vy": -0.5}])
    seen = -2.0
    for _ in range(3):
        stand.step(300)
        x, y, _ = ball_of(stand)["position"]
        assert x > seen + 0.3

        def there(x=x, y=y):
            spots = screen.blobs(BALL, least=6)
            return len(spots) == 1 and math.dist(spots[0], screen.at(x, y)) <= 2

        assert eventually(there)
        seen = x


@pytest.mark.parametrize("league", ["msl", "mirosot-5v5", "vss-3v3"])
def test_other_leagues_are_drawn_too(served, look, league):
    stand = served(league=league, players=3, blue="still", yellow="still")
    screen = look(stand, width=1280, height=720)  # thin lines need pixels
    screen.find_field(stand.match.world.league)
    for team in (BLUE, YELLOW):
        expected = [screen.at(*robot["pose"][:2]) for robot in stand.truth()["robots"] if robot["team"] == team]
        found = screen.blobs(team)
        assert all(min(math.dist(place, spot) for spot in found) <= 3 for place in expected)


def test_markings_of_a_field_are_drawn_where_cameras_see_them(served, look):
    own = [
        {"kind": "line", "start": [-5.0, 5.0], "end": [-3.0, 5.0]},
        {"kind": "arc", "centre": [5.0, 4.0], "radius": 1.0, "begin": 0.0, "sweep": math.pi},
        {"kind": "spot", "centre": [4.0, -5.0], "radius": 0.5},
    ]
    stand = served(league="msl", players=1, blue="still", yellow="still", overrides={"field.markings": own})
    field = stand.match.world.league.field
    screen = look(stand, width=1280, height=720)
    screen.find_field(stand.match.world.league)
    picture = screen.picture()

    def bright(x, y):
        column, row = screen.at(x, y)
        return picture[round(row), round(column)].min() > 150

    painted = [(-4.0, 5.0), (5.0, 5.0), (4.0, 4.0), (4.0, -5.0), (4.3, -4.7)]
    painted.append((field.length / 2 - field.penalty_mark, 0.0))
    painted.append((field.length / 2 - field.line_width / 2, 3.0))  # lines lie inside of what they bound
    bare = [(-4.0, 5.3), (5.0, 3.0), (4.0, -5.7), (4.45, -4.55), (field.length / 2 + 0.1, 3.0)]
    assert [spot for spot in painted if not bright(*spot)] == []
    assert [spot for spot in bare if bright(*spot)] == []


def test_what_a_team_draws_is_seen(served, look):
    import socket

    stand = served(blue="still", yellow="still")
    screen = look(stand)
    screen.find_field(stand.match.world.league)
    before = screen.picture()
    message = b'{"team":"blue","layer":"plan","shapes":[{"line":[[-3,2],[3,2]],"colour":"#ff00ff","width":0.05}]}'
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as team:
        team.sendto(message, ("127.0.0.1", stand.network.port("signals")))

    def magenta():
        picture = screen.picture()
        column, row = (round(number) for number in screen.at(1.5, 2))
        near = picture[row - 2 : row + 3, column]
        return (np.abs(near - [255, 0, 255]).sum(axis=1) < 120).any()

    assert eventually(magenta)
    assert before.shape == screen.picture().shape
    screen.panel("layers")
    screen.page.locator('[data-drawing="blue/plan"]').click()
    assert eventually(lambda: not magenta())


def test_views_and_panes_show_something_else_each(served, look):
    stand = served(league="ssl-div-b", players=6, blue="still", yellow="still")
    screen = look(stand)
    pictures = {}
    for key, name in {"1": "top", "2": "ball", "3": "robot", "4": "free"}.items():
        screen.press(key)
        pressed = screen.page.locator("#top [data-view][aria-pressed=true]")
        assert eventually(lambda pressed=pressed, name=name: pressed.inner_text() == name)
        screen.settle()
        pictures[name] = screen.picture()
        assert pictures[name].std() > 5, f"{name} is blank"
    names = list(pictures)
    for one in names:
        for other in names[names.index(one) + 1 :]:
            assert np.abs(pictures[one] - pictures[other]).mean() > 2, f"{one} looks like {other}"
    screen.press("p")
    screen.press("p")
    screen.wait("robopitch.stage.panes.length === 4")
    screen.settle()
    four = screen.picture()
    height, width = four.shape[0] // 2, four.shape[1] // 2
    for quarter in (four[:height, :width], four[:height, width:], four[height:, :width], four[height:, width:]):
        assert quarter.std() > 5
