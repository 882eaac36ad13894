import pytest

from robopitch.messages import Team
from robopitch.spec import SpecError, load_league


def problem(league: str = "ssl-div-b", **changes) -> str:
    overrides = {path.replace("__", "."): value for path, value in changes.items()}
    with pytest.raises(SpecError) as caught:
        load_league(league, overrides)
    return str(caught.value)


def test_a_ball_must_go_into_the_goal():
    message = problem(ball__radius="9 cm")
    assert message.startswith("ball.radius: a ball of 0.18 m does not go into a goal of 0.16 m height")
    assert "field.goal.height larger" in message


def test_formations_stand_in_their_own_half():
    message = problem(formation__2__x="0.5 m", formation__3__y=-3.5)
    assert "formation.2.x: 0.5 m is not in the own half, which runs from -4.5 m to 0" in message
    assert "formation.3.y: -3.5 m is not between the touch lines at ±3 m" in message


def test_a_team_needs_ids_and_spots():
    assert "max_ids: 16 ids are too few for a team of 17" in problem(team_size=17)
    assert "formation: 1 spots are too few" in problem(formation=[{"x": -1, "y": 0}])


def test_goals_and_areas_fit_on_the_field():
    assert "field.goal.width: 7 m leaves no goal line" in problem(field__goal__width=7)
    assert "field.goal.depth: 0.5 m and a back of 0.02 m do not fit" in problem(field__goal__depth=0.5)
    assert "field.margin_goal: must be 0" in problem("vss-3v3", field__margin_goal=0.1)
    assert "field.penalty_area_width: 7 m is wider" in problem(field__penalty_area_width=7)
    assert "inside the penalty area" in problem(field__goal_area_width=3, field__goal_area_depth=0.5)
    assert "both be above 0" in problem(field__penalty_area_width=0)
    assert "reaches over the lines" in problem(field__centre_circle_radius=4)
    assert "reaches into the goal" in problem("vss-3v3", field__corner=0.5)
    assert "field.goal_corner: 0.7 m does not fit; it must be at most 0.6 m" in problem(
        "ssl-div-a", field__goal_corner=0.7
    )
    assert "with a margin_goal of 0 it stands in a gap of it" in problem(field__margin_goal=0.1)


def test_corners_beside_a_goal_are_filled_where_it_reaches_the_wall():
    def ways(league="ssl-div-a", **changes):
        return [
            one.way
            for one in load_league(league, {f"field.{key}": value for key, value in changes.items()}).field.fillings
        ]

    assert ways() == [1, -1]
    assert ways("ssl-div-b") == [1]  # a ball rolls through behind the goal
    assert ways(margin_goal=0, margin_touch=0) == [1]
    assert ways(corner=0) == [-1]
    assert load_league("ssl-div-a").field.recess == 0
    assert load_league("ssl-div-a", {"field.margin_goal": 0}).field.recess == pytest.approx(0.2)
    assert load_league("vss-3v3").field.recess == pytest.approx(0.1)


def test_a_field_without_blocks_beside_its_goals_is_written_as_before_there_were_any():
    assert "goal_corner" not in load_league("msl").field.model_dump()


def test_what_both_robots_have_wrong_is_said_once():
    assert problem(robot__mass=-1) == "robot.mass: -1 kg is not above 0"
    assert problem(blue__robot__mass=-1) == "blue.robot.mass: -1 kg is not above 0"


def test_the_robot_of_a_team_is_found_by_its_colour():
    league = load_league("msl", robots={"yellow": "msl-triangle"})
    assert league.team(Team.BLUE) is league.blue
    assert league.team("yellow").robot.name == "msl-triangle"
    with pytest.raises(ValueError, match="no team is called 'red'; there are blue and yellow"):
        league.team("red")
