"""Leagues plug in: these packages know no family of leagues, by import or by name.

Only `leagues/` knows a family. Comments and docstrings may cite one.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import robopitch

PACKAGE = Path(robopitch.__file__).parent
ROOMS = (
    "server",
    "recording",
    "web",
    "match",
    "messages",
    "cli",
    "measure",
    "sensors",
    "teams",
    "client",
    "testing",
    "wire",
)
FAMILIES = sorted(folder.name for folder in (PACKAGE / "leagues").iterdir() if (folder / "league.toml").exists())
NAMES = {*FAMILIES, "humanoid", "vss", "small size", "middle size"}  # those to come, a variant, and names in words

_NAMED = re.compile(rf"(?<![a-z])({'|'.join(sorted(NAMES))})(?![a-z])")


def named(text: str) -> bool:
    """Whether a family is a word of a text, or of an identifier in snake or camel case."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", text)
    return _NAMED.search(re.sub(r"[\W_]+", " ", words).lower()) is not None


def objections(source: str) -> list[str]:
    """Line and text of every import of a family, and of every identifier or string that names one."""
    tree = ast.parse(source)
    docs = {id(node) for node in _docstrings(tree)}
    found = []
    for node in ast.walk(tree):
        bad = [module for module in _modules(node) if _is_foreign(module)]
        bad += [name for name in _identifiers(node) if named(name)]
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            bad += [repr(node.value)] if named(node.value) else []
        found += [f"{node.lineno}: {text}" for text in dict.fromkeys(bad)]  # type: ignore[attr-defined]
    return found


def _docstrings(tree: ast.AST) -> Iterator[ast.Constant]:
    """Strings that stand alone: docstrings, and descriptions below a name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def _modules(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return []


def _is_foreign(module: str) -> bool:
    """robopitch.leagues.ssl.wire.grsim.codec, robopitch.leagues.ssl: everything that belongs to a league."""
    package, room, what = (*module.split(".")[:3], "", "", "")[:3]
    if package != "robopitch":
        return False
    return room == "leagues" and what in FAMILIES


def _identifiers(node: ast.AST) -> list[str]:
    """All names that a node itself contains."""
    fields = ("id", "attr", "name", "arg", "asname", "rest", "module")
    names = [getattr(node, field, None) for field in fields]
    return [name for name in (*names, *getattr(node, "kwd_attrs", ())) if isinstance(name, str)]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_names_no_family_of_leagues(room):
    files = sorted((PACKAGE / room).rglob("*.py"))
    assert files
    found = [
        f"{file.relative_to(PACKAGE)}:{what}" for file in files for what in objections(file.read_text(encoding="utf-8"))
    ]
    found += [str(file.relative_to(PACKAGE)) for file in files if named(file.stem) or named(file.parent.name)]
    assert found == [], "only leagues/<family>/ knows a family: use what its League declares"


def test_the_families_of_the_package_are_known():
    assert {"ssl", "msl", "mirosot"} <= set(FAMILIES)


def test_what_knows_a_family_is_found():
    sources = ["import robopitch.leagues.ssl.league", "from robopitch.leagues.ssl import league"]
    sources += ["from robopitch.leagues import msl", "from robopitch.leagues.ssl.wire.grsim import decode"]
    sources += ["from robopitch.leagues.ssl.wire import vision"]
    sources += ["def f():\n    import robopitch.leagues.mirosot.wire.mi20.codec"]
    sources += ["if TYPE_CHECKING:\n    from robopitch.leagues.ssl.wire.tracker import Codec"]
    sources += ["ssl = 1", "x.ssl_port", "f(msl=1)", "def ssl_log(): ...", "class SslLog: ...", "class SSLVision: ..."]
    sources += ["def f(vss): ...", "SMALL_SIZE = 1", "from x import y as mirosot_y", "MSLField = 1"]
    sources += ["x = 'ssl'", "x = 'ssl-div-a'", "x = f'{y}.ssl'", "x = {'ssl_log': 1}", "x == 'the Small Size League'"]
    sources += ["def f():\n    'Title.'\n    return 'humanoid-kid'", "f('SSL_DetectionFrame')"]
    assert [source for source in sources if not objections(source)] == []


def test_what_knows_no_family_is_allowed():
    sources = ["x = lossless", "'''As in the SSL.'''", "x = 1  # as in ssl-vision", "y = 'lossless'", "hassle = 1"]
    sources += ["def f():\n    '''As grSim of the Small Size League has it.'''", "class A:\n    x = 1\n    '''ssl'''"]
    sources += ["from robopitch.wire.recording import encode", "from robopitch.wire.pool import pool"]
    sources += ["from robopitch.leagues.registry import family_of", "from robopitch.leagues.league import League"]
    sources += ["x = 'cambada'", "x = 'mi20'", "endlessly = 'tassled'"]
    assert [source for source in sources if objections(source)] == []
