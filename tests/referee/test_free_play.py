"""Free play: kick-offs after goals, placement of the ball, and freeing of stuck balls and robots."""

import math
import re
from pathlib import Path

import pytest

import robopitch
from robopitch import Team
from robopitch.match import Match, play
from robopitch.messages import (
    Body,
    BodyVelocity,
    Goal,
    Kicked,
    Orders,
    Phase,
    PlaceBall,
    PlaceRobot,
    Restarted,
    RobotOrder,
    Touch,
    Whistle,
    Whistled,
)
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.sink import FileSink
from robopitch.referee.ball_placement import free_place, in_defence_area, legal_place
from robopitch.spec import league_names, load_league
from robopitch.teams import TEAMS

DOCS = Path(__file__).parents[2] / "docs" / "teams.md"


def fresh(blue="cambada", yellow="mi20", league="ssl-div-b", **options) -> Match:
    return robopitch.make_match(league, **{"realism": None, "seed": 1, "blue": blue, "yellow": yellow, **options})


def seconds(match: Match, length: float) -> list[tuple[Phase, Team | None]]:
    """Advance the match; returns the phases that the referee ruled, and whose they are, in order."""
    phases = [ruled(match)]
    for _ in range(round(length / 0.01)):
        match.advance(match.tick + round(0.01 / match.world.timestep))
        if ruled(match) != phases[-1]:
            phases.append(ruled(match))
    return phases


def ruled(match: Match) -> tuple[Phase, Team | None]:
    return match.game.phase, match.game.team


def scored(match: Match, team: Team = Team.BLUE) -> Goal:
    """Let a team score; returns the goal."""
    side = 1.0 if team is Team.BLUE else -1.0
    line = match.world.league.field.length / 2
    match.offer("test", PlaceRobot(team.other, 0, side * -0.5, 1.5))
    match.offer("test", PlaceBall(side * (line - 0.05), 0.1, vx=side * 3.0))
    before = match.score[team]
    while match.score[team] == before:
        match.advance(match.tick + 10)
    return next(event for event in reversed(match.news) if isinstance(event, Goal))


# ---- after a goal -------------------------------------------------------------------------------------------------


def test_after_a_goal_both_teams_drive_to_formation_and_the_other_team_kicks_off():
    match = fresh()
    match.advance(3000)
    match.news.clear()
    goal = scored(match)
    assert math.hypot(*match.world.ball.position[:2]) > 4.0  # for a second it can be seen in the goal
    commands = seconds(match, 1.5)
    assert commands == [(Phase.STOP, Team.YELLOW), (Phase.KICK_OFF, Team.YELLOW)]
    assert match.world.ball.position[:2].tolist() == [0.0, 0.0]
    while ruled(match) != (Phase.RUNNING, Team.YELLOW):
        match.advance(match.tick + 10)
    assert 2.0 <= match.world.time - goal.time <= 5.05
    for robot in match.world.robots():
        assert robot.pose.x < 0 if robot.body.team is Team.BLUE else robot.pose.x > 0
    seconds(match, 2.0)
    assert math.hypot(*match.world.ball.position[:2]) > 0.3  # it was taken
    restarts = [event for event in match.news if isinstance(event, Restarted)]
    assert [event.why for event in restarts] == ["goal"]
    assert restarts[0].time == pytest.approx(goal.time + 1.0, abs=0.03)


@pytest.mark.parametrize("league", ["mirosot-5v5", "vss-3v3", "msl"])
def test_the_ball_lies_on_the_centre_spot_at_kick_off_in_every_kind_of_league(league):
    match = fresh(league=league)
    seconds(match, 2.0)
    scored(match, Team.YELLOW)
    while ruled(match) != (Phase.RUNNING, Team.BLUE):
        match.advance(match.tick + 1)
    assert math.hypot(*match.world.ball.position[:2]) <= match.world.league.ball.radius


def test_a_ball_that_comes_out_of_the_goal_and_goes_in_again_is_one_goal():
    match = fresh()
    scored(match)
    match.offer("test", PlaceBall(4.4, 0.0, vx=3.0))
    seconds(match, 0.5)
    match.offer("test", PlaceBall(2.0, 2.9, vx=0.0, vy=3.0))
    seconds(match, 0.4)
    assert match.score[Team.BLUE] == 1
    assert [type(event).__name__ for event in match.news if isinstance(event, Goal)] == ["Goal"]


def test_external_teams_get_the_commands_of_a_kick_off_and_nobody_moves_their_robots():
    match = fresh("external", "external", realism="perfect")
    match.advance(2500)
    poses = [robot.pose for robot in match.world.robots()]
    match.offer("test", PlaceBall(4.4, 0.3, vx=3.0))
    before = match.game.number
    assert seconds(match, 6.5) == [
        (Phase.RUNNING, None),
        (Phase.STOP, Team.YELLOW),
        (Phase.KICK_OFF, Team.YELLOW),
        (Phase.RUNNING, Team.YELLOW),
    ]
    assert match.game.number - before == 3
    assert [robot.pose for robot in match.world.robots()] == poses


def test_a_kick_off_that_nobody_takes_is_open_to_both_teams_after_five_seconds():
    def lazy(sight):
        return {}

    match = Match(robopitch.make("ssl-div-b", seed=1), policies={**TEAMS, "lazy": lazy}, blue="lazy", yellow="lazy")
    scored(match)
    said = seconds(match, 12.0)
    assert said[-3:] == [(Phase.RUNNING, Team.YELLOW), (Phase.STOP, None), (Phase.RUNNING, None)]


def test_a_team_that_stands_takes_no_kick_off():
    match = fresh("cambada", "still")
    scored(match, Team.BLUE)
    assert (Phase.KICK_OFF, Team.BLUE) in seconds(match, 1.5)


def test_a_match_that_is_saved_between_goal_and_kick_off_goes_on_the_same():
    match = fresh(league="mirosot-5v5")
    seconds(match, 1.0)
    scored(match)
    seconds(match, 1.2)
    saved = match.save()
    first = seconds(match, 4.0), match.world.fingerprint()
    match.restore(saved)
    assert (seconds(match, 4.0), match.world.fingerprint()) == first
    assert (Phase.RUNNING, Team.YELLOW) in first[0]


# ---- scorers ------------------------------------------------------------------------------------------------------


def test_a_goal_says_who_scored_and_how_fast_the_ball_was():
    match = fresh("still", "still")
    match.offer("test", PlaceRobot(Team.YELLOW, 0, present=False))
    match.offer("test", PlaceRobot(Team.BLUE, 3, 4.0, 0.0, 0.0))
    match.offer("test", PlaceBall(4.13, 0.0, vx=-0.5))  # touches blue 3
    match.advance(200)
    match.world.place_ball(4.3, 0.0, vx=3.0)
    match.advance(400)
    (goal,) = [event for event in match.news if isinstance(event, Goal)]
    assert goal.scorer == Body(Team.BLUE, 3)
    assert goal.speed == pytest.approx(2.4, abs=0.4)  # it slides for 0.2 m


@pytest.mark.parametrize(("later", "scorer"), [(1.0, Body(Team.BLUE, 3)), (4.0, Body(Team.YELLOW, 0))])
def test_a_deflected_shot_is_not_an_own_goal(later, scorer):
    from robopitch.referee.scorers import Scorers

    place = (0.0, 0.0, 0.0)
    shot = Kicked(0, 1.0, Body(Team.BLUE, 3), place, 5.0)
    saved = Touch(0, 1.0 + later - 0.1, Body(Team.YELLOW, 0), place, 2.0)
    scorers = Scorers()
    scorers.name([shot])
    kept = Scorers()
    kept.load(scorers.state())
    *_, goal = kept.name([saved, Goal(0, 1.0 + later, Team.BLUE, place)])
    assert goal.scorer == scorer
    kept.forget()
    assert kept.name([Goal(0, 9.0, Team.BLUE, place)])[0].scorer is None


# ---- the ball -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("league", league_names("turf"))
def test_no_place_for_the_ball_is_in_a_defence_area_or_off_the_field(league):
    spec, world = load_league(league), robopitch.make(league)
    half_x, half_y = spec.field.length / 2, spec.field.width / 2
    for across in range(-20, 21):
        for along in range(-20, 21):
            point = along / 20 * half_x, across / 20 * half_y
            for x, y in (legal_place(spec, *point), free_place(world, *point)):
                assert abs(x) < half_x
                assert abs(y) < half_y
                assert not in_defence_area(spec, x, y), point


def test_a_ball_that_goes_out_beside_the_goal_is_laid_before_or_beside_the_defence_area():
    match = fresh("still", "still")
    match.offer("test", PlaceBall(4.4, 0.7, vx=3.0))
    match.advance(300)
    (out,) = [event for event in match.news if isinstance(event, Restarted)]
    assert out.why == "out"
    assert not in_defence_area(match.world.league, *out.position[:2])


def test_the_second_team_of_the_docs_scores_against_robots_that_stand():
    code = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)[1]
    names: dict[str, object] = {}
    exec(code[: code.index("game = play(")], names)
    game = play(robopitch.make("ssl-div-b", seed=0), names["mine"], TEAMS["still"], 25.0)
    assert game.score[Team.BLUE] > 0
    longest, start = 0.0, None
    for time, x, y, _, _ in game.ball_track.tolist():
        if start is None or time != time or math.dist(start[:2], (x, y)) > 0.05:
            start = None if time != time else (x, y, time)
        else:
            longest = max(longest, time - start[2])
    assert longest < 5.5


def test_a_ball_that_rests_in_a_defence_area_is_freed_after_five_seconds():
    match = fresh("cambada", "still")
    for number in range(6):
        match.offer("test", PlaceRobot(Team.BLUE, number, present=False))
    match.offer("test", PlaceBall(4.2, 0.55, vx=0.0, vy=0.0))
    match.advance(4900)
    assert match.world.ball.position[0] == pytest.approx(4.2, abs=0.01)
    match.advance(5200)
    (freed,) = [event for event in match.news if isinstance(event, Restarted)]
    assert freed.why == "stuck"
    assert not in_defence_area(match.world.league, *freed.position[:2])


@pytest.mark.parametrize("teams", [("still", "still"), ("external", "still"), ("external", "external")])
def test_where_nobody_built_in_plays_the_ball_rests_as_long_as_it_likes(teams):
    match = fresh(*teams)
    match.offer("test", PlaceBall(4.2, 0.55, vx=0.0, vy=0.0))
    match.advance(9000)
    assert match.world.ball.position[:2].tolist() == pytest.approx([4.2, 0.55], abs=0.01)


# ---- robots in goals ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("team", ["cambada", "mi20"])
@pytest.mark.parametrize(("y", "heading"), [(0.15, math.pi / 2), (-0.16, 1.2), (0.0, math.pi / 2)])
def test_a_robot_that_was_pushed_into_a_goal_drives_out(team, y, heading):
    match = fresh(team, "still", league="mirosot-5v5", players={"blue": 2, "yellow": 0})
    match.offer("test", PlaceRobot(Team.BLUE, 1, -1.205, y, heading))
    match.offer("test", PlaceBall(0.5, 0.5, vx=0.0, vy=0.0))
    seconds(match, 3.0)
    assert match.world.robot("blue", 1).pose.x > -1.1


@pytest.mark.parametrize("league", ["mirosot-5v5", "vss-3v3"])
def test_free_play_takes_a_robot_out_of_a_goal_that_stays_in_it(league):
    match = fresh("still", "cambada", league=league, players={"blue": 2, "yellow": 1})
    inside = match.world.league.field.length / 2 + 0.05
    match.offer("test", PlaceRobot(Team.BLUE, 1, -inside, 0.1, 1.0))
    seconds(match, 3.8)
    assert match.world.robot("blue", 1).pose.x < -inside + 0.01
    seconds(match, 0.4)
    x, y, _ = match.world.robot("blue", 1).pose
    assert -match.world.league.field.length / 2 < x < -0.3
    assert abs(y) < 0.2


# ---- the truth ----------------------------------------------------------------------------------------------------


def test_a_match_says_which_teams_see_the_truth():
    assert fresh("cambada", "external").sees_truth == {Team.BLUE}
    assert fresh("external", "external").sees_truth == frozenset()
    assert fresh("cambada", "external", realism="perfect", sees="tracker").sees_truth == frozenset()


# ---- external teams that come late ----------------------------------------------------------------------------------

ANEW = [(Phase.HALT, None), (Phase.STOP, None), (Phase.RUNNING, None)]


def command(match: Match, team: Team = Team.BLUE) -> None:
    match.offer(team.value, Orders(team, (RobotOrder(0, BodyVelocity(0.0, 0.0, 0.0)),)))


def touch(match: Match) -> None:
    """Let a robot touch the ball, which then rests."""
    x, y, _ = match.world.robot("yellow", 2).pose
    match.offer("test", PlaceBall(x - 0.3, y, vx=1.0, vy=0.0))
    match.advance(match.tick + 500)
    match.offer("test", PlaceBall(x - 1.0, y, vx=0.0, vy=0.0))
    match.advance(match.tick + 20)


@pytest.fixture
def late() -> Match:
    match = fresh("external", "external", realism="perfect")
    match.advance(5000)
    return match


def test_free_play_begins_anew_for_each_external_team_that_comes_late(late):
    for team in Team:
        command(late, team)
        assert seconds(late, 2.5) == [(Phase.RUNNING, None), *ANEW]
        command(late, team)
        assert seconds(late, 0.1) == [(Phase.RUNNING, None)]  # once
    assert late.rulings == []


def test_teams_that_are_there_at_the_beginning_hear_it_once():
    match = fresh("external", "external", realism="perfect")
    for _ in range(30):
        command(match, Team.BLUE)
        command(match, Team.YELLOW)
        match.advance(match.tick + 20)
    assert seconds(match, 2.0) == ANEW
    assert match.game.number == 3


def test_a_team_that_comes_while_the_ball_is_played_waits_until_it_rests(late):
    command(late, Team.YELLOW)
    seconds(late, 2.5)
    touch(late)
    late.offer("test", PlaceBall(-2.0, 0.0, vx=2.0, vy=0.0))
    command(late)
    assert seconds(late, 0.3) == [(Phase.RUNNING, None)]
    assert late.referee.waits_for == "a ball at rest, to begin anew for blue"
    late.offer("test", PlaceBall(0.0, 0.0, vx=0.0, vy=0.0))
    assert seconds(late, 2.5) == [(Phase.RUNNING, None), *ANEW]
    assert late.referee.waits_for == ""


@pytest.mark.parametrize(("silence", "begins"), [(29.9, False), (30.0, True)])
def test_a_team_that_commands_again_after_thirty_seconds_was_started_again(late, silence, begins):
    command(late)
    seconds(late, 2.5)
    touch(late)
    score = late.score
    command(late)
    late.advance(late.tick + round(1000 * silence))
    command(late)
    assert (seconds(late, 2.5)[1:] == ANEW) is begins
    assert late.score == score


@pytest.mark.parametrize("whistle", [Whistle.HALT, Whistle.STOP, Whistle.START])
def test_a_person_overrules_it_until_the_ball_is_played(late, whistle):
    late.offer("test", Whistled(whistle))
    late.advance(late.tick + 10)
    command(late)
    assert len(seconds(late, 4.0)) == 1
    late.offer("test", Whistled(Whistle.START))
    touch(late)
    command(late, Team.YELLOW)
    assert seconds(late, 2.5) == [(Phase.RUNNING, None), *ANEW]


def test_what_a_match_waits_for_is_the_first_command_of_each_external_team():
    match = fresh("external", "external", realism="perfect")
    assert match.referee.waits_for == "the first command of blue and of yellow"
    command(match)
    match.advance(100)
    assert match.referee.waits_for == "the first command of yellow"
    assert fresh("cambada", "mi20").referee.waits_for == ""
    assert fresh("external", "mi20", referee="rules").referee.waits_for == "the first command of blue"
    assert fresh("external", "mi20", referee="external").referee.waits_for == "an external referee"
    assert fresh("external", "mi20", referee="none").referee.waits_for == ""


def test_a_match_that_is_saved_between_two_teams_goes_on_the_same(late):
    command(late)
    late.advance(late.tick + 500)
    saved = late.save()
    courses = []
    for _ in range(2):
        course = seconds(late, 3.0)
        command(late)  # it has come already
        command(late, Team.YELLOW)
        courses.append((course, seconds(late, 3.0), late.game))
        late.restore(saved)
    assert courses[0] == courses[1]
    assert courses[0][1][1:] == ANEW


def test_a_repeated_simulation_begins_anew_at_the_same_ticks(tmp_path):
    file = tmp_path / "late.mcap"
    match = fresh("external", "still", realism="perfect")
    sink = FileSink(file, describe(match))
    recorder = Recorder(match, [sink], snapshots=1.0)
    match.advance(4000)
    command(match)
    match.advance(8000)
    recorder.close()
    sink.close()
    assert match.game.number == 6
    with Recording(file) as recording:
        found = simulate_again(recording)
    assert (found.same, found.decisions_differ) == (True, 0)
    assert found.decisions > 5
