"""What `tools/tree` prints, of a small repository."""

import pytest
from tools.tree.callers import without_callers
from tools.tree.rooms import measure

FILES = {
    "CONTRIBUTING.md": "Rooms:\n\n      wall/  bricks\n      roof/  tiles\n",
    "README.md": "Use `dry` for that.",
    "src/robopitch/wall/__init__.py": "from robopitch.wall.brick import Brick\n",
    "src/robopitch/wall/brick.py": """
from html.parser import HTMLParser
from robopitch.wall.brick import lay as again


class Brick:
    def lift(self): ...
    def drop(self): ...
    def paint(self): ...
    def break_up(self): return self.break_up()
    @property
    def weight(self): ...
    def _hidden(self): ...


def lay(): return wet()
def wet(): ...
def dry(): return dry()
def by_path(): ...
def burn(): ...
def unused(): ...


class Reader(HTMLParser):
    def handle_data(self, data): ...


@app.command()
def registered(): ...
""",
    "src/robopitch/roof/__init__.py": "",
    "src/robopitch/roof/tile.py": """
import robopitch.wall.brick as bricks
from robopitch.wall import Brick

PLACE = "robopitch.wall.brick:by_path"


def build():
    Brick().lift()
    getattr(Brick(), "paint", None)
    bricks.burn()
""",
    "examples/one.py": "from robopitch.roof.tile import build\nbuild()\nsomething.weight\n",
    "tests/test_wall.py": "from robopitch.wall.brick import dry, Brick\ndry()\nBrick().drop()\n",
}


@pytest.fixture
def repository(tmp_path):
    for name, text in FILES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


def test_rooms_have_their_lines_importers_and_longest_files_in_the_order_of_the_list(repository):
    wall, roof = measure(repository)
    assert (wall.name, wall.files, wall.importers) == ("wall", 2, 1)
    assert wall.longest[0] == ("brick.py", FILES["src/robopitch/wall/brick.py"].count("\n"))
    assert wall.lines == wall.longest[0][1] + 1
    assert (roof.name, roof.importers) == ("roof", 0)


def test_what_no_program_calls_is_found_with_the_tests_and_docs_that_name_it(repository):
    found = {one.name: (one.tests, one.documented) for one in without_callers(repository, "wall")}
    assert found == {
        "Brick.drop": (1, False),
        "Brick.break_up": (0, False),
        "dry": (1, True),
        "lay": (0, False),
        "unused": (0, False),
        "Reader": (0, False),
    }
    assert without_callers(repository, "roof") == []


def test_a_room_that_is_not_there_is_said(repository):
    with pytest.raises(ValueError, match="there is no folder"):
        without_callers(repository, "cellar")
