"""`requirements.lock` fits `pyproject.toml`, holds a hash for every package, and names no place to get them from."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LOCK = (ROOT / "requirements.lock").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LINUX = {"sys_platform": "linux", "platform_machine": "x86_64", "platform_system": "Linux"}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def packages():
    """Each package of the lock file, with its hashes."""
    lines = "\n".join(line for line in LOCK.splitlines() if not line.startswith("#"))
    for entry in re.split(r"\n(?=\S)", lines.strip()):
        first, *rest = [part.strip() for part in entry.split("\\\n")]
        yield Requirement(first), rest


def wanted(name="dev"):
    """What `pip install .[dev]` asks for, extras of our own included."""
    for text in PROJECT["dependencies"] if name == "dev" else ():
        yield Requirement(text)
    for text in PROJECT["optional-dependencies"][name]:
        requirement = Requirement(text)
        if requirement.name != "robopitch":
            yield requirement
        elif requirement.marker is None or requirement.marker.evaluate(LINUX):
            for extra in requirement.extras:
                yield from wanted(extra)


@pytest.mark.parametrize("python", PYTHONS)
def test_every_dependency_is_locked_once_to_a_version_within_its_range(python):
    place = {**LINUX, "python_version": python, "python_full_version": python + ".0"}
    here = [pin for pin, _ in packages() if pin.marker is None or pin.marker.evaluate(place)]
    versions = {canonicalize_name(pin.name): next(iter(pin.specifier)).version for pin in here}
    assert len(versions) == len(here)
    assert {f"{r.name}: {versions.get(canonicalize_name(r.name))}" for r in wanted() if not fits(r, versions)} == set()


def fits(requirement, versions):
    version = versions.get(canonicalize_name(requirement.name))
    return version is not None and requirement.specifier.contains(version)


def test_every_package_has_one_version_and_hashes():
    for pin, hashes in packages():
        assert [specifier.operator for specifier in pin.specifier] == ["=="]
        assert hashes
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", entry) for entry in hashes)


@pytest.mark.parametrize("file", ["requirements.lock", "web/package-lock.json"])
def test_a_lock_file_names_no_host(file):
    text = (ROOT / file).read_text()
    assert "--index-url" not in text
    assert "--find-links" not in text
    assert '"resolved"' not in text
    assert not re.findall(r"(?:https?|file)://\S+\.(?:whl|tgz|tar\.gz)", text)
