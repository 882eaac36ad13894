"""The robots of a running match can be exchanged for others, whole; later changes build on that."""

import robopitch
from robopitch.messages import ChangeSpec, Team
from robopitch.spec import load_robot
from robopitch.spec.file_tree import spec_tree


def made():
    return robopitch.make_match("ssl-div-b", seed=2, players=2, blue="chase", yellow="chase")


def offer(match, values):
    assert match.offer("page", ChangeSpec(values)) == ()
    match.advance(match.tick)


def test_a_team_plays_on_with_other_robots_where_they_stand():
    match = made()
    match.advance(100)
    before = match.world.robot("blue", 1).pose
    offer(match, {"blue.robot": spec_tree(load_robot("msl-triangle"))})
    assert match.world.league.team(Team.BLUE).robot == load_robot("msl-triangle")
    assert match.world.league.team(Team.YELLOW).robot == load_robot("ssl")
    assert match.world.robot("blue", 1).pose == before
    match.advance(600)
    assert match.world.robot("blue", 1).pose != before


def test_a_number_is_changed_after_the_robot_was_exchanged_and_the_input_stays_as_it_was():
    match = made()
    tree = spec_tree(load_robot("msl-triangle"))
    offer(match, {"robot": tree})
    offer(match, {"robot.mass": "3 kg", "blue.robot.drive.wheels.1.radius": 0.02})
    blue, yellow = (match.world.league.team(team).robot for team in Team)
    assert (float(blue.mass), float(yellow.mass)) == (3.0, 3.0)
    assert float(blue.drive.wheels[1].radius) == 0.02
    assert yellow.drive.wheels == load_robot("msl-triangle").drive.wheels
    assert tree == spec_tree(load_robot("msl-triangle"))


def test_an_exchange_replaces_the_changes_before_it_for_one_team_or_both():
    match = made()
    offer(match, {"robot.mass": 2.0})
    offer(match, {"blue.robot": spec_tree(load_robot("vss"))})
    assert match.world.league.team(Team.BLUE).robot == load_robot("vss")
    assert float(match.world.league.team(Team.YELLOW).robot.mass) == 2.0
    offer(match, {"robot": spec_tree(load_robot("ssl"))})
    assert all(match.world.league.team(team).robot == load_robot("ssl") for team in Team)
    offer(match, {"robot.mass": 2.2})
    assert all(float(match.world.league.team(team).robot.mass) == 2.2 for team in Team)


def test_a_saved_match_has_the_exchanged_robots():
    match = made()
    offer(match, {"yellow.robot": spec_tree(load_robot("msl-ackermann"))})
    match.advance(50)
    saved = match.save()
    match.advance(150)
    end = match.world.fingerprint()
    other = made()
    other.restore(saved)
    other.advance(150)
    assert other.world.fingerprint() == end
    assert other.world.league.team(Team.YELLOW).robot == load_robot("msl-ackermann")
