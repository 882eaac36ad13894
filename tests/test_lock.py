"""The lock files fit `pyproject.toml`, hold a hash for every package, and name no place to get them from."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
TABLES = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = TABLES["project"]
LOCKS = {"requirements.lock": ["dev"], "requirements-cluster.lock": ["cluster", "slurm"]}
LINUX = {"sys_platform": "linux", "platform_machine": "x86_64", "platform_system": "Linux"}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def packages(lock):
    """Each package of a lock file, with its hashes."""
    lines = "\n".join(line for line in (ROOT / lock).read_text().splitlines() if not line.startswith("#"))
    for entry in re.split(r"\n(?=\S)", lines.strip()):
        first, *rest = [part.strip() for part in entry.split("\\\n")]
        yield Requirement(first), rest


def wanted(extras):
    """What `pip install .[extras]` asks for, extras of our own included."""
    yield from (Requirement(text) for text in PROJECT["dependencies"])
    for extra in extras:
        yield from wanted_by(extra)


def wanted_by(name):
    for text in PROJECT["optional-dependencies"][name]:
        requirement = Requirement(text)
        if requirement.name != "robopitch":
            yield requirement
        elif requirement.marker is None or requirement.marker.evaluate(LINUX):
            for extra in requirement.extras:
                yield from wanted_by(extra)


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize("python", PYTHONS)
def test_every_dependency_is_locked_once_to_a_version_within_its_range(python, lock):
    place = {**LINUX, "python_version": python, "python_full_version": python + ".0"}
    here = [pin for pin, _ in packages(lock) if pin.marker is None or pin.marker.evaluate(place)]
    versions = {canonicalize_name(pin.name): next(iter(pin.specifier)).version for pin in here}
    assert len(versions) == len(here)
    asked = wanted(LOCKS[lock])
    assert {f"{r.name}: {versions.get(canonicalize_name(r.name))}" for r in asked if not fits(r, versions)} == set()


def test_what_tests_need_in_an_environment_of_their_own_is_locked_and_as_in_the_large_one():
    versions = {canonicalize_name(pin.name): next(iter(pin.specifier)).version for pin, _ in packages([*LOCKS][1])}
    assert all(fits(Requirement(text), versions) for text in TABLES["dependency-groups"]["test"])
    assert set(TABLES["dependency-groups"]["test"]) <= set(PROJECT["optional-dependencies"]["dev"])
    assert not any(pin.name in ("ray", "submitit") for pin, _ in packages("requirements.lock"))


def fits(requirement, versions):
    version = versions.get(canonicalize_name(requirement.name))
    return version is not None and requirement.specifier.contains(version)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_has_one_version_and_hashes(lock):
    for pin, hashes in packages(lock):
        assert [specifier.operator for specifier in pin.specifier] == ["=="]
        assert hashes
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", entry) for entry in hashes)


@pytest.mark.parametrize("file", [*LOCKS, "web/package-lock.json"])
def test_a_lock_file_names_no_host(file):
    text = (ROOT / file).read_text()
    assert "--index-url" not in text
    assert "--find-links" not in text
    assert '"resolved"' not in text
    assert not re.findall(r"(?:https?|file)://\S+\.(?:whl|tgz|tar\.gz)", text)
