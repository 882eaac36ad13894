"""What built-in teams draw reaches the page, for as long as somebody looks."""

import pytest

from tests.web.stand import Stand


@pytest.fixture(scope="module")
def stand(tmp_path_factory):
    with Stand(tmp_path_factory.mktemp("stand"), realism="perfect", blue="cambada", yellow="mi20", speed=1.0) as stand:
        yield stand


def layers(visitor) -> dict[tuple[str, str], list]:
    found = {}
    for tell in visitor.tells:
        if tell["tell"] == "drawings":
            found |= {(layer["team"], layer["name"]): layer["shapes"] for layer in tell["layers"]}
    return found


def test_a_page_gets_the_layers_of_both_teams_and_none_of_a_team_that_left(stand):
    visitor = stand.visit()
    while len(layers(visitor)) < 2:
        visitor.hear()
    assert set(layers(visitor)) == {("blue", "cambada"), ("yellow", "mi20")}
    assert {"keeper", "keep"} <= {shape["text"] for shapes in layers(visitor).values() for shape in shapes}
    visitor.ask("control", take=True)
    visitor.ask("swap", team="blue", name="still")
    while layers(visitor)["blue", "cambada"]:
        visitor.hear()
