"""Public functions, classes and methods that no program calls: only tests, or nobody.

It reads the source and runs nothing, so it sees names, not objects:

- A plain name is followed through imports to its definition.
- An attribute of a module is followed too. Any other, `x.close`, is a call of every method of that name: a dead method
  with the name of a living one is missed. So is the name in `getattr(x, "close", None)`.
- A path in a string, "robopitch.cli.run:run", is a call; a name that is put together while running is not.
- A decorated function counts as called if the decorator is a call or an attribute, as in `@app.callback()`: it may have
  registered it.
- A method is left out if its class derives from one of another package, which may call it.
- What is looked up by name while running, as pytest does its hooks and `robopitch bench` the `measure` of a benchmark,
  is listed although it is called.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

__all__ = ["PROGRAMS", "Definition", "without_callers"]

PROGRAMS = ("src", "examples", "experiments", "tools")
PLAIN = {"BaseModel", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "Generic", "NamedTuple", "Protocol"}
HARMLESS = {"cached", "dataclass", "lru_cache"}  # decorators with arguments that register nothing
PATH = re.compile(r"robopitch(?:\.\w+)+(?::\w+)?")

Definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Definition(NamedTuple):
    """Something public that no program calls. tests: files of tests that name it; documented: whether docs name it"""

    name: str
    file: Path
    line: int
    tests: int
    documented: bool


class _Module:
    """The names that a file binds at its imports, and those that it uses, each with the definitions around the use."""

    def __init__(self, file: Path, name: str) -> None:
        self.file, self.name = file, name
        self.tree = ast.parse(file.read_text(encoding="utf-8"))
        self.imported: dict[str, str] = {}  # local name → "module" or "module.name"
        self.names: list[tuple[str, frozenset[str]]] = []
        self.attributes: list[tuple[str, frozenset[str]]] = []
        self.places: list[tuple[str, frozenset[str]]] = []  # dotted, from a module on
        self._read(self.tree, frozenset())

    def _read(self, node: ast.AST, around: frozenset[str]) -> None:
        if isinstance(node, Definitions):
            inside = around | {node.name}
            for decorator in node.decorator_list:
                self._read(decorator, around)
            for child in ast.iter_child_nodes(node):
                if child not in node.decorator_list:
                    self._read(child, inside)
            return
        if isinstance(node, ast.Import):
            for alias in node.names:
                self.imported[alias.asname or alias.name.split(".")[0]] = (
                    alias.name if alias.asname else alias.name.split(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                self.imported[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            self.names.append((node.id, around))
        elif isinstance(node, ast.Attribute):
            dotted = _dotted(node)
            self.attributes.append((node.attr, around))
            if dotted and dotted[0] in self.imported:
                self.places.append((".".join((self.imported[dotted[0]], *dotted[1:])), around))
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("getattr", "hasattr", "setattr"):
            if isinstance(node.args[1], ast.Constant):
                self.attributes.append((str(node.args[1].value), around))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and PATH.fullmatch(node.value):
            self.places.append((node.value.replace(":", "."), frozenset()))
        for child in ast.iter_child_nodes(node):
            self._read(child, around)


class _Uses:
    """What some files use: names as the place of their definition, attributes by name."""

    def __init__(self, modules: Sequence[_Module], all_modules: dict[str, _Module]) -> None:
        self._places: dict[str, set[tuple[Path, frozenset[str]]]] = {}
        self._attributes: dict[str, set[tuple[Path, frozenset[str]]]] = {}
        for module in modules:
            names = ((module.imported.get(name, f"{module.name}.{name}"), around) for name, around in module.names)
            for place, around in (*names, *module.places):
                self._places.setdefault(_follow(place, all_modules), set()).add((module.file, around))
            for name, around in module.attributes:
                self._attributes.setdefault(name, set()).add((module.file, around))

    def files(self, module: _Module, name: str, method: bool) -> set[Path]:
        """The files that use a definition elsewhere than in itself."""
        uses = self._attributes.get(name, ()) if method else self._places.get(f"{module.name}.{name}", ())
        return {file for file, around in uses if file != module.file or name not in around}


def without_callers(root: Path, room: str) -> list[Definition]:
    """The public definitions in a folder of src/robopitch, such as "match" or "leagues/ssl", without a caller."""
    package = root / "src/robopitch"
    folder = package / room
    if not folder.is_dir():
        raise ValueError(f"there is no folder {folder}")
    programs = [_Module(file, _name(file, root)) for top in PROGRAMS for file in sorted((root / top).rglob("*.py"))]
    tests = [_Module(file, _name(file, root)) for file in sorted((root / "tests").rglob("*.py"))]
    known = {module.name: module for module in programs}
    called, tested = _Uses(programs, known), _Uses(tests, known)
    pages = [*sorted((root / "docs").glob("*.md")), root / "README.md", *sorted(package.rglob("README.md"))]
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`[^`\n]+`|^    .*", _text(pages), re.MULTILINE))))
    found = []
    for module in programs:
        if not module.file.is_relative_to(folder):
            continue
        for node, owner in _public(module.tree):
            if not called.files(module, node.name, owner is not None):
                name = f"{owner.name}.{node.name}" if owner is not None else node.name
                files = tested.files(module, node.name, owner is not None)
                found.append(Definition(name, module.file, node.lineno, len(files), node.name in words))
    return found


def _public(
    tree: ast.Module,
) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, ast.ClassDef | None]]:
    """The public definitions of a module, and the class of each method."""
    for node in tree.body:
        if isinstance(node, Definitions) and not node.name.startswith("_") and not _registered(node):
            yield node, None
        if isinstance(node, ast.ClassDef) and not _foreign(node, tree):
            for inner in node.body:
                if isinstance(inner, Definitions) and not inner.name.startswith("_") and not _registered(inner):
                    yield inner, node


def _registered(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Whether a decorator may have handed it to whoever calls it."""
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        if isinstance(decorator, (ast.Call, ast.Attribute)) and name not in HARMLESS:
            return True
    return False


def _foreign(node: ast.ClassDef, tree: ast.Module) -> bool:
    """Whether a class derives from one of another package that may call its methods."""
    ours = {
        alias.asname or alias.name
        for statement in ast.walk(tree)
        if isinstance(statement, ast.ImportFrom)
        and (statement.level or (statement.module or "").startswith("robopitch"))
        for alias in statement.names
    } | {statement.name for statement in ast.walk(tree) if isinstance(statement, ast.ClassDef)}
    for base in node.bases:
        plain = base.value if isinstance(base, ast.Subscript) else base
        name = plain.attr if isinstance(plain, ast.Attribute) else getattr(plain, "id", "")
        if name not in ours | PLAIN and not hasattr(builtins, name):
            return True
    return False


def _dotted(node: ast.expr) -> tuple[str, ...]:
    """The parts of a name with dots; empty if it is anything else."""
    if isinstance(node, ast.Name):
        return (node.id,)
    inner = _dotted(node.value) if isinstance(node, ast.Attribute) else ()
    return (*inner, node.attr) if inner and isinstance(node, ast.Attribute) else ()


def _follow(place: str, modules: dict[str, _Module]) -> str:
    """Where a name is defined: packages pass on what they import."""
    for _ in range(10):
        module, _, name = place.rpartition(".")
        passed = modules[module].imported.get(name) if module in modules else None
        if passed is None or passed == place:
            break
        place = passed
    return place


def _name(file: Path, root: Path) -> str:
    """The name by which a file is imported."""
    parts = file.relative_to(root).with_suffix("").parts
    parts = parts[1:] if parts[0] == "src" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _text(pages: Sequence[Path]) -> str:
    return "\n".join(page.read_text(encoding="utf-8") for page in pages if page.is_file())
