from experiments import matches


def test_the_teams_change_sides_in_every_second_match():
    found = matches.fixtures("still:chase:3", 10, "vss-3v3", 1.0)
    assert [(one.blue, one.yellow, one.seed) for one in found] == [
        ("still", "chase", 0),
        ("chase", "still", 1),
        ("still", "chase", 2),
    ]


def test_a_short_match_is_counted():
    fixture = matches.Fixture("still", "chase", 0, "vss-3v3", 0.5)
    stats = matches.played(fixture._asdict())["statistics"]
    assert stats.blue.goals + stats.yellow.goals == 0
