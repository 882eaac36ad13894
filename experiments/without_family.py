"""Without a family of leagues the rest works: `python -m experiments.without_family [FAMILY …]`, all if none is named.

A copy of the repository loses `leagues/<family>/`. Then the flags of its features are gone from the help, and all tests
pass that name none of its leagues and robots, in their own text or in that of the modules and files that they use.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
LEAGUES = Path("src", "robopitch", "leagues")
# Tests of texts and programs that are about all leagues by name.
ABOUT_ALL = ("tests/cli/test_readme.py", "tests/examples", "tests/experiments", "tests/tools", "tests/bench")
PROCESSES = "2"


def main() -> int:
    """Check these families; the exit code is 1 if something fails."""
    from robopitch.leagues.registry import families

    known = {family.family: family for family in families()}
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("families", nargs="*", metavar="FAMILY", choices=[[], *known])
    ask.add_argument("--list", action="store_true", help="only print the tests that would run")
    asked = ask.parse_args()
    failed = []
    for name in asked.families or known:
        tests = sorted(str(file) for file in independent(named_by(name)))
        if asked.list:
            print(*tests, sep="\n")
            continue
        others = {flag for other in known.values() if other.family != name for flag in flags_of(other.features)}
        own = flags_of(known[name].features) - others
        wrong = check(name, own, others, tests)
        print(f"without {name}: {len(tests)} files of tests, {len(own)} flags fewer: {wrong or 'passed'}", flush=True)
        failed += [name] if wrong else []
    return bool(failed)


def check(family: str, own: set[str], others: set[str], tests: list[str]) -> str:
    """What is wrong in a copy without a family; empty: nothing."""
    with TemporaryDirectory(prefix=f"without-{family}-") as folder:
        copy = Path(folder)
        left = shutil.ignore_patterns(".git", ".venv", "node_modules", "out", "dist")
        shutil.copytree(ROOT, copy, symlinks=True, ignore=left, dirs_exist_ok=True)
        shutil.rmtree(copy / LEAGUES / family)
        environment = {**os.environ, "PYTHONPATH": f"{copy / 'src'}{os.pathsep}{copy}", "COLUMNS": "200"}

        def run(*words: str) -> subprocess.CompletedProcess[str]:
            command = [sys.executable, "-m", *words]
            return subprocess.run(command, cwd=copy, env=environment, text=True, capture_output=True, check=False)

        shown: set[str] = set()
        for verb in ("serve", "run"):
            shown |= set(re.findall(r"--[a-z-]+", run("robopitch", verb, "--help").stdout))
        if shown & own or others - shown:
            return f"the help has {shown & own or 'all of its own gone, but also'} {others - shown or ''}"
        done = run("pytest", "-q", "-n", PROCESSES, "-p", "no:cacheprovider", *tests)
        print(*(line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))), sep="\n")
        return "" if done.returncode == 0 else (done.stdout.strip() or done.stderr.strip()).splitlines()[-1]


def flags_of(features: object) -> set[str]:
    """The flags of features."""
    from robopitch.leagues.feature import Feature, flag_names

    found: list[Feature] = list(features)  # type: ignore[call-overload]
    return {flag for feature in found for flag in flag_names(feature.options).values()}


# ---- which tests name a family -------------------------------------------------------------------------------------


def named_by(family: str) -> re.Pattern[str]:
    """What names a family: its package, its leagues, its robots."""
    from robopitch.spec import league_names
    from robopitch.spec.catalogue import default_league, family_in, league_folder

    folder = ROOT / LEAGUES / family
    names = {name for name in league_names() if family_in(league_folder(name)) == family}
    words = {re.escape(name) for name in names | {file.stem for file in folder.glob("robots/*.toml")}}
    quoted = rf"[\"'](?:{'|'.join(sorted(words | {family}))})(?:[-/\"' ]|$)"
    usual = r"|\bdefault_league\b|CliRunner|start_program" if default_league() in names else ""
    return re.compile(rf"{quoted}|leagues[./]{family}\b|\b(?:{'|'.join(sorted(words))})\b{usual}", re.MULTILINE)


def independent(named: re.Pattern[str]) -> Iterator[Path]:
    """The files of tests in which nothing is named, nor in what they import from the tests."""
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        path = file.relative_to(ROOT)
        if str(path).startswith(ABOUT_ALL):
            continue
        if not any(named.search(text) for text in texts(file)):
            yield path


@cache
def texts(file: Path) -> tuple[str, ...]:
    """The text of a file of tests, of the conftests above it, and of the modules of tests that they import."""
    seen: dict[Path, str] = {}
    above = (folder for folder in file.parents if ROOT / "tests" in (folder, *folder.parents))
    waiting = [file, *(folder / "conftest.py" for folder in above)]
    while waiting:
        one = waiting.pop()
        if one in seen or not one.is_file():
            continue
        seen[one] = one.read_text("utf-8")
        waiting += imported(one, seen[one])
    return tuple(seen.values())


def imported(file: Path, text: str) -> Iterator[Path]:
    """The modules of tests that a file imports."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.ImportFrom):
            continue
        base = file.parents[node.level - 1] if node.level else ROOT
        if node.level or (node.module or "").startswith("tests"):
            path = base.joinpath(*(node.module or "").split(".")) if node.module else base
            yield path.with_suffix(".py")
            yield from (path / f"{alias.name}.py" for alias in node.names)


if __name__ == "__main__":
    sys.exit(main())
