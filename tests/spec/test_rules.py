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


def test_an_older_rule_book_changes_what_its_table_has():
    league = load_league("ssl-div-a")
    assert rules_of(league, 2021).match.mercy_lead == 1
    assert rules_of(league).match.mercy_lead == 2
    assert rules_of(league, 2021).match.half == 300
    with pytest.raises(ValueError, match=r"no rules of 1999; 2021, 2024"):
        rules_of(league, 1999)


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
