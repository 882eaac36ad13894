"""The rules of leagues as data: every league has some, variants and years change single values, errors name the key."""

import math

import pytest

from robopitch.messages import Phase
from robopitch.spec import SpecError, load_league
from robopitch.spec import rules as rules_module
from robopitch.spec.catalogue import league_folders
from robopitch.spec.rules import RuleSpec, rules_of


@pytest.mark.parametrize("name", sorted(league_folders()))
def test_every_rule_of_every_league_has_a_source_and_a_known_restart(name):
    rules = rules_of(load_league(name))
    assert rules.match.half > 0
    phases = {phase.value for phase in Phase}
    for kind, rule in rules.rule.items():
        assert rule.source, kind
        assert rule.restart in ("", *phases), kind
        assert rule.stops or not rule.restart, kind


def test_a_division_changes_single_values_of_a_rule():
    a, b = (rules_of(load_league(f"ssl-div-{division}")) for division in "ab")
    assert (a.rule["keeper_held_ball"].grace, b.rule["keeper_held_ball"].grace) == (5.0, 10.0)
    assert a.rule["keeper_held_ball"].source == b.rule["keeper_held_ball"].source
    assert (a.match.kick_time, b.match.kick_time) == (5.0, 10.0)
    assert "aimless_kick" in b.rule
    assert "aimless_kick" not in a.rule


def halts(rules):
    return rules.rule["attacker_too_close_to_defense_area"].count is None


@pytest.mark.parametrize(
    ("year", "has_halts", "substitutions", "after_halt", "lead"),
    [
        (None, True, 5, 10.0, 2),
        (2026, True, 5, 10.0, 2),
        (2025, True, 5, 10.0, 2),
        (2024, False, 5, 10.0, 2),
        (2023, False, 1000, 10.0, 2),
        (2022, False, 1000, 2.0, 2),
        (2021, False, 1000, 2.0, 1),
    ],
)
def test_a_table_of_a_year_holds_for_it_and_all_before(year, has_halts, substitutions, after_halt, lead):
    rules = rules_of(load_league("ssl-div-a"), year)
    assert halts(rules) is has_halts
    assert (rules.match.substitutions, rules.match.halt_stop_time) == (substitutions, after_halt)
    assert rules.match.mercy_lead == lead
    assert rules.match.half == 300


@pytest.mark.parametrize("year", [2020, 2027])
def test_a_year_without_rules_is_refused(year):
    with pytest.raises(ValueError, match=f"no rules of {year}; 2021 to 2026 is possible"):
        rules_of(load_league("ssl-div-a"), year)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[common]", "one year only"),
        ("[years]\nfirst = 2020\nlast = 2026\n[year.early.common]", "year.early.*a year is wanted"),
    ],
)
def test_a_file_without_years_or_with_a_wrong_one_is_refused(tmp_path, monkeypatch, text, words):
    (tmp_path / "rules.toml").write_text(text)
    monkeypatch.setattr(rules_module, "league_folders", lambda: {"ssl-div-a": tmp_path})
    with pytest.raises(ValueError, match=words):
        rules_of(load_league("ssl-div-a"), 2024)


def test_a_rule_without_a_threshold_has_none():
    rule = RuleSpec(source="chosen: a test")
    assert (rule.limit, rule.second, rule.grace) == (math.inf, 0.0, 0.0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[common.match]\nhalf = { value = 5, unit = 'm' }", "half.*a time in s"),
        ("[common.match]\nhalves = 2", "halves"),
        ("[common.rule.goal]\nstops = true", "source"),
        ("[common.rule.goal]\nsource = 'x'\nthreshold = { value = 5, unit = 'parsec' }", "parsec"),
    ],
)
def test_an_error_names_the_key(tmp_path, monkeypatch, text, words):
    (tmp_path / "rules.toml").write_text(text)
    monkeypatch.setattr(rules_module, "league_folders", lambda: {"ssl-div-a": tmp_path})
    with pytest.raises(SpecError, match=words):
        rules_of(load_league("ssl-div-a"))
