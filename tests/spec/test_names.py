import pytest

from robopitch.spec import load_league, load_realism, load_robot
from robopitch.spec.names import find_name, known_name, suggestion

LEAGUES = ["mirosot-5v5", "mirosot-7v7", "mirosot-11v11", "vss-3v3", "msl", "msl-2010", "ssl-div-a", "ssl-div-b"]


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ("ssl", "did you mean 'ssl-div-a' or 'ssl-div-b'?"),
        ("SSL-", "did you mean 'ssl-div-a' or 'ssl-div-b'?"),
        ("mls", "did you mean 'msl'?"),
        ("7v7", "did you mean 'mirosot-7v7'?"),
        ("Vss-3v4", "did you mean 'vss-3v3'?"),
        ("ssl-div-c", "did you mean 'ssl-div-b' or 'ssl-div-a'?"),
        ("rugby", "known are mirosot-11v11, mirosot-5v5, mirosot-7v7, msl, msl-2010, ssl-div-a, ssl-div-b, vss-3v3"),
        ("", "known are mirosot-11v11, mirosot-5v5, mirosot-7v7, msl, msl-2010, ssl-div-a, ssl-div-b, vss-3v3"),
    ],
)
def test_names_are_suggested_by_beginning_part_or_likeness(wrong, text):
    assert suggestion(wrong, LEAGUES) == text


def test_a_name_is_found_whatever_its_case_unless_that_is_ambiguous():
    assert find_name("MSL", LEAGUES) == "msl"
    assert find_name("Ab", ["AB", "ab"]) is None
    assert find_name("ab", ["AB", "ab"]) == "ab"
    with pytest.raises(ValueError, match="no team is called 'chas'; did you mean 'chase'"):
        known_name("chas", ["chase", "still"], "team")


def test_leagues_robots_and_realism_are_found_whatever_their_case():
    assert load_league("SSL-Div-A").name == "ssl-div-a"
    assert load_robot("CAMBADA").name == "cambada"
    assert load_realism("ssl", "Friendly").name == "friendly"
