"""What the reference teams draw: roles, targets, ways, passes; for whoever looks, and without changing the match."""

import pytest

import robopitch
from robopitch import Team, make_match
from robopitch.messages import PlaceBall
from robopitch.server.drawings import read_drawing
from robopitch.spec import league_names
from robopitch.teams import TEAMS, look
from robopitch.teams.cambada.striker import Plan


def fresh(league="ssl-div-b", blue="cambada", yellow="mi20", **options):
    return make_match(league, realism=None, seed=2, blue=blue, yellow=yellow, **options)


@pytest.mark.parametrize("league", league_names("turf"))
def test_both_teams_draw_in_every_league_what_a_page_can_show(league):
    match, drawn = fresh(league), {}
    match.draw(lambda team, shapes: drawn.setdefault(team, []).append(read_drawing(match, team, shapes)))
    match.advance(round(1.0 / match.world.timestep))
    for team in Team:
        assert 9 <= len(drawn[team]) <= 11  # ten a second
        assert all(message.layer == match.players[team] for message in drawn[team])
        texts = {shape.text for message in drawn[team] for shape in message.shapes}
        assert "keeper" in texts or "keep" in texts
        kinds = {shape.kind for message in drawn[team] for shape in message.shapes}
        assert kinds >= {"line", "circle", "text"}


def test_a_role_is_written_at_its_robot_for_both_teams():
    match, drawn = fresh(), {}
    match.draw(lambda team, shapes: drawn.update({team: read_drawing(match, team, shapes)}))
    match.advance(round(0.02 / match.world.timestep))
    for team, word in ((Team.BLUE, "keeper"), (Team.YELLOW, "keep")):
        (x, y) = next(shape.points[0] for shape in drawn[team].shapes if shape.text == word)
        pose = match.world.robot(team, 0).pose
        assert x == pytest.approx(pose.x, abs=0.02)
        assert abs(y - pose.y) < 0.3


def test_a_planned_pass_is_an_arrow_from_the_ball_to_its_aim():
    world, memory = robopitch.make("ssl-div-b", seed=2), {}
    aim = (1.5, 1.0)
    world.place_ball(0.0, 0.0)
    world.place_robot("blue", 5, -0.12, 0.0, 0.0)
    memory |= {"plan": list(Plan("pass", aim, 3.0, 0.06, 0.0, 4)), "plan of": 5, "striker": 5, "frame": 2}
    TEAMS["cambada"](look(world, Team.BLUE, memory=memory, draws=True))
    arrows = [shape["arrow"] for shape in memory["drawings"] if "arrow" in shape]
    assert arrows == [[[0.0, 0.0], list(aim)]]


def test_who_looks_changes_nothing():
    alone, watched = fresh(), fresh()
    watched.draw(lambda team, shapes: None)
    for match in (alone, watched):
        match.offer("test", PlaceBall(0.5, 0.3, vx=0.5))
        match.advance(2000)
    assert alone.save() == watched.save()


def test_nothing_is_drawn_where_nobody_looks():
    world, memory = robopitch.make("ssl-div-b"), {}
    for name in ("cambada", "mi20"):
        TEAMS[name](look(world, Team.BLUE, memory=memory))
        assert "drawings" not in memory


@pytest.mark.parametrize("shapes", ["nonsense", [7], [{"circle": [1, 2]}], None])
def test_what_cannot_be_drawn_is_left_out(shapes):
    assert read_drawing(fresh(), Team.BLUE, shapes) is None


def test_drawing_starts_again_when_the_match_goes_back():
    match, drawn = fresh(), []
    saved = match.save()
    match.draw(lambda team, shapes: drawn.append(team))
    match.advance(2000)
    match.restore(saved)
    drawn.clear()
    match.advance(round(0.1 / match.world.timestep))
    assert drawn
