"""The table, the verdict and the page of a tournament, of results that are made up."""

import random
import re
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

import pytest

from robopitch.jobs import Ledger, Record
from robopitch.jobs.driver import Mismatch
from robopitch.jobs.matches import MatchSetup
from robopitch.jobs.record import failed
from robopitch.jobs.tournament.holding import hold
from robopitch.jobs.tournament.page import write_page
from robopitch.jobs.tournament.ratings import rate
from robopitch.jobs.tournament.schedule import pairings
from robopitch.jobs.tournament.standing import stand
from robopitch.jobs.tournament.text import write_junit
from robopitch.jobs.tournament.verdict import Outcome, judge, read_goal

USUAL = MatchSetup("ssl-div-b", "", "", seconds=2.0)
TEAMS = ["cambada", "chase", "still"]
STRENGTH = {"cambada": 3.0, "chase": 2.0, "still": 0.0, "mi20": 2.2}


class MadeUp:
    """Results that depend on the unit alone: the stronger team shoots more goals."""

    def __init__(self, workers=1, pool=None, broken=()):
        self.takes, self._pool, self._broken = 2 * workers, pool, broken

    def submit(self, unit):
        future = Future()
        if self._pool is None:
            future.set_result(self._record(unit))
        else:
            self._pool.submit(lambda: future.set_result(self._record(unit)))
        return future

    def _record(self, unit):
        drawn = random.Random(unit.about)  # not the key: that changes with every line of source
        goals = {
            side: sum(drawn.random() < STRENGTH[unit.settings[side]] / 10 for _ in range(10))
            for side in ("blue", "yellow")
        }
        if unit.settings["seed"] in self._broken:
            return failed(unit, "RuntimeError: it was so", "trace")
        return Record(unit.key, unit.about, unit.again, unit.settings, {"score": goals}, seconds=1.0)


def held(folder, executor, teams=TEAMS, rounds=6, goal=None):
    schedule = list(pairings(teams, rounds, 0, USUAL))
    with Ledger(folder) as ledger:
        return hold(teams, schedule, executor, ledger, None if goal is None else read_goal(goal))


def page_of(folder, state, **more):
    write_page(folder / "index.html", "Title", "About", state.standing, True, "", state.verdict)
    return (folder / "index.html").read_text()


def test_every_pair_meets_on_both_sides_with_each_seed():
    schedule = list(pairings(TEAMS, 2, 5, USUAL))
    assert [(one.left, one.right) for one in schedule] == 2 * [
        ("cambada", "chase"),
        ("cambada", "still"),
        ("chase", "still"),
    ]
    assert {unit.settings["seed"] for one in schedule[:3] for unit in one.units} == {5}
    there, back = schedule[0].units
    assert (there.settings["blue"], there.settings["yellow"]) == ("cambada", "chase")
    assert (back.settings["blue"], back.settings["yellow"]) == ("chase", "cambada")
    assert len({unit.key for one in schedule for unit in one.units}) == 12


def test_the_table_does_not_depend_on_workers_and_can_be_folded_again(tmp_path):
    one = held(tmp_path / "one", MadeUp())
    with ThreadPoolExecutor(4) as pool:
        many = held(tmp_path / "many", MadeUp(4, pool))
    assert many.standing == one.standing
    again = held(tmp_path / "many", MadeUp(broken=range(6)))  # nothing is played
    assert (again.standing, again.new) == (one.standing, 0)
    assert page_of(tmp_path, one) == page_of(tmp_path, again)


def test_the_better_team_is_rated_higher_and_the_course_ends_there(tmp_path):
    standing = held(tmp_path, MadeUp()).standing
    assert standing.ratings["cambada"].elo > standing.ratings["chase"].elo > standing.ratings["still"].elo
    assert sum(rating.elo for rating in standing.ratings.values()) == pytest.approx(0.0, abs=1e-6)
    assert [number for number, _ in standing.course] == [1, 2, 3, 4, 5, 6]
    assert standing.course[-1][1] == standing.ratings
    assert standing.cells["chase", "cambada"].goals == standing.cells["cambada", "chase"].goals[::-1]
    assert (
        standing.row("still").losses == standing.cells["cambada", "still"].wins + standing.cells["chase", "still"].wins
    )


def test_ratings_of_two_teams_are_the_odds_of_their_results():
    found = rate(["a", "b"], [("a", "b", 1.0)] * 75 + [("b", "a", 1.0)] * 25)
    assert found["a"].elo - found["b"].elo == pytest.approx(191, abs=4)  # 400 log10(3)
    wide = rate(["a", "b"], [("a", "b", 1.0)] * 3 + [("b", "a", 1.0)])
    assert wide["a"].margin > 3 * found["a"].margin
    assert rate(["a", "b"], [])["a"].elo == 0.0


def test_a_failed_match_is_told_and_does_not_count(tmp_path):
    state = held(tmp_path, MadeUp(broken=[2]))
    assert state.standing.played == 6 * 6 - 6
    assert len(state.standing.failures) == 6
    page = page_of(tmp_path, state)
    assert "it was so" in page
    assert "--seed 2" in page


@pytest.mark.parametrize(("teams", "outcome"), [(["still", "cambada"], "better"), (["cambada", "still"], "worse")])
@pytest.mark.parametrize("goal", ["20elo", "95%"])
def test_a_verdict_ends_the_tournament_and_does_not_depend_on_workers(tmp_path, teams, outcome, goal):
    one = held(tmp_path / "one", MadeUp(), teams, 200, goal)
    with ThreadPoolExecutor(5) as pool:
        many = held(tmp_path / "many", MadeUp(5, pool), teams, 200, goal)
    assert one.verdict.outcome == outcome
    assert (many.verdict, many.standing) == (one.verdict, one.standing)
    assert one.standing.played == 2 * one.verdict.pairs < 100
    assert many.new <= one.new + 20  # what was under way


def test_equal_teams_are_not_told_apart_by_chance():
    drawn = random.Random(0)
    for goal, most in (("20elo", 8), ("95%", 4)):
        verdicts = [
            judge([drawn.choice((0, 0.5, 1, 1, 1.5, 2)) for _ in range(400)], read_goal(goal)) for _ in range(60)
        ]
        assert sum(verdict.outcome is Outcome.BETTER for verdict in verdicts) <= most  # 5 % of 60 are 3


def test_a_verdict_is_that_of_the_first_pair_at_which_it_is_clear():
    scores = [2.0] * 40
    early = judge(scores, read_goal("20elo"))
    assert early.pairs < 40
    assert judge([*scores[: early.pairs], *[0.0] * 40], read_goal("20elo")) == early
    assert judge([], read_goal("20elo")).outcome is Outcome.OPEN


def test_matches_after_a_gap_do_not_count_for_the_verdict(tmp_path):
    from robopitch.jobs.tournament.holding import scores_of

    schedule = list(pairings(["still", "cambada"], 5, 0, USUAL))
    made = MadeUp()
    records = {unit.key: made.submit(unit).result() for one in schedule for unit in one.units}
    whole = scores_of(schedule, records)
    del records[schedule[2].back.key]
    assert scores_of(schedule, records) == whole[:2]


@pytest.mark.parametrize("text", ["20", "0elo", "elo", "50%", "100%", "-3elo", "2000elo"])
def test_a_goal_that_is_none_is_refused(text):
    with pytest.raises(ValueError, match="write a difference such as 20elo"):
        read_goal(text)


def test_the_page_needs_no_script_and_each_cell_leads_to_its_matches(tmp_path):
    page = page_of(tmp_path, held(tmp_path, MadeUp(), ["cambada", "chase"], 3))
    assert "<script" not in page
    assert "refresh" not in page
    targets = re.findall(r'href="#([^"]+)"', page)
    assert len(targets) == 2
    assert all(f'id="{target}"' in page for target in targets)
    assert (
        "robopitch run ssl-div-b --blue cambada --yellow chase --seed 0 --headless --referee free --seconds 2" in page
    )
    assert len(re.findall("<li>seed [012]: ", page)) == 12


def test_who_forfeits_has_lost_whatever_the_goals_are_and_the_page_says_why(tmp_path):
    class Forfeited(MadeUp):
        def _record(self, unit):
            side = next(side for side in ("blue", "yellow") if unit.settings[side] == "cambada")
            result = {"score": {"blue": 0, "yellow": 0, side: 3}, "forfeits": {side: "its program <ended>"}}
            return Record(unit.key, unit.about, unit.again, unit.settings, result)

    state = held(tmp_path, Forfeited(), ["cambada", "chase"], 5, "95%")
    assert state.standing.row("cambada").losses == 10
    assert state.standing.cells["chase", "cambada"].goals == (0, 30)
    assert state.verdict.counts == (0, 0, 0, 0, 5)
    assert page_of(tmp_path, state).count("forfeits: its program &lt;ended&gt;") == 20


def test_the_axis_of_ratings_has_round_numbers_also_if_all_are_equal(tmp_path):
    for team, numbers in (("chase", ["+0", "+10"]), ("still", ["−400", "−200", "+0", "+200", "+400"])):

        class Decided(MadeUp):
            def _record(self, unit):
                goals = {side: int(unit.settings[side] != "still") for side in ("blue", "yellow")}
                return Record(unit.key, unit.about, unit.again, unit.settings, {"score": goals})

        page = page_of(tmp_path, held(tmp_path / team, Decided(), ["cambada", team], 3))
        assert sorted(re.findall(r'text-anchor="end" font-size="11">([+−]\d+)<', page)) == sorted(numbers)
        assert re.findall(r'font-size="11" fill="#\w+">(\w+)<', page)


def test_names_on_the_page_are_text(tmp_path):
    standing = stand(["<b>", "&"], [], {}, [Mismatch("<i>", "again", "tick 3")])
    write_page(tmp_path / "a.html", "<u>", "about", standing, False, "soon")
    page = (tmp_path / "a.html").read_text()
    assert not re.search("<(b|i|u)>", page)
    assert "refresh" in page
    assert "two runs differ from tick 3 on" in page


def test_the_verdict_is_a_test_case(tmp_path):
    teams = ["cambada", "still"]
    state = held(tmp_path, MadeUp(), teams, 100, "20elo")
    write_junit(tmp_path / "a.xml", teams, state)
    suite = ElementTree.parse(tmp_path / "a.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("1", "1")
    assert "still is worse than cambada" in suite.find("testcase/failure").get("message")
    with pytest.raises(ValueError, match="cannot be written"):
        write_junit(Path("/proc/nowhere/a.xml"), teams, state)
