"""A team of your own from a file: "my_team.py:play" is the function `play` in that Python file, and "wide.toml" a
built-in team with a formation of yours (`teams/formation.py`). Other kinds of teams have a scheme (`teams/schemes.py`).

The function is a policy: it gets an `Observation` and returns an `Action` for each robot. Only names that a user gives
to a command or to `make_match` are loaded, never those in a recording or from the network.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robopitch.spec.names import suggestion
from robopitch.teams.formation import form, formation_in, read_formation
from robopitch.teams.schemes import check_scheme, known_schemes, load_by_scheme, scheme_of

if TYPE_CHECKING:
    from robopitch.teams.observation import Action, Observation, Policy

__all__ = ["is_team_file", "load_team", "load_teams"]

ENDING, FORMATION = ".py", ".toml"
LARGEST = 1 << 16  # bytes of the file of a formation
_folders: list[Path] = []  # of teams, as they are at the end of sys.path


def is_team_file(name: str) -> bool:
    """Whether a team is named by its file, or by a scheme that an installed package has.

    >>> is_team_file("teams/my_team.py:play"), is_team_file("my_team.py"), is_team_file("cambada")
    (True, True, False)
    """
    return _is_by_scheme(name) or name.endswith((ENDING, FORMATION)) or name.rpartition(":")[0].endswith(ENDING)


def _is_by_scheme(name: str) -> bool:
    found = scheme_of(name)
    return found is not None and found.scheme in known_schemes()


def load_team(name: str) -> tuple[str, Policy]:
    """The short name of a team, "my_team:play", and its policy; a ValueError that says what is wrong."""
    if _is_by_scheme(name):
        return load_by_scheme(name)
    if name.endswith(FORMATION):
        return _formed(Path(name))
    file, _, function = (name, "", "") if name.endswith(ENDING) else name.rpartition(":")
    path = Path(file)
    module = _module(path)
    own = [one for one, value in vars(module).items() if callable(value) and value.__module__ == module.__name__]
    if function not in own:
        wanted = f"{file}:FUNCTION" if function == "" else repr(function)
        hint = suggestion(function, own) if own else "it has no function"
        raise ValueError(f"{file}: which function is the team? {wanted} is not in it; {hint}")
    return f"{path.stem}:{function}", getattr(module, function)


def load_teams(names: Iterable[str]) -> tuple[list[str], dict[str, Policy]]:
    """The names that a match shows, in the order given, and the policies of those that are files.

    Two versions of a team with the same short name are numbered: "my_team:play" and "my_team:play 2".
    """
    shown: list[str] = []
    policies: dict[str, Policy] = {}
    loaded: dict[str, str] = {}  # short names by what was given
    for name in names:
        if not is_team_file(name):
            check_scheme(name)
        elif name not in loaded:
            short, policy = load_team(name)
            loaded[name] = short if short not in policies else f"{short} 2"
            policies[loaded[name]] = policy
        shown.append(loaded.get(name, name))
    return shown, policies


def _formed(path: Path) -> tuple[str, Policy]:
    """A built-in team with the formation of a file; what a coach says during the match takes precedence."""
    from robopitch.teams import policy

    try:
        if path.stat().st_size > LARGEST:
            raise ValueError(f"{path}: longer than {LARGEST} bytes; that is no formation")
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: cannot be read: {error}") from None
    try:
        team, formation = read_formation(text)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    play = policy(team)

    def formed(observation: Observation) -> Mapping[int, Action]:
        if formation_in(observation.memory) is None:
            form(observation.memory, formation)
        return play(observation)

    return f"{team}:{path.stem}", formed


def _module(path: Path) -> Any:
    """The module in a file; imported once, and its folder is searched for what it imports itself."""
    try:
        whole = path.resolve(strict=True)
    except OSError:
        raise ValueError(f"{path}: there is no such file") from None
    known = f"robopitch_team_{sha256(str(whole).encode()).hexdigest()[:16]}"
    if known in sys.modules:
        return sys.modules[known]
    spec = importlib.util.spec_from_file_location(known, whole)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path}: cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[known] = module
    _search(whole.parent)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[known]
        raise ValueError(f"{path}: {type(error).__name__}: {error}") from error
    return module


def _search(folder: Path) -> None:
    """Let a team import the modules of its folder.

    Those of the same name from the folder of another team, which may be an earlier version of it, stay with the team
    that has imported them.
    """
    others = [one for one in _folders if one != folder]
    for name, module in list(sys.modules.items()):
        first = name.partition(".")[0]
        if (folder / f"{first}.py").is_file() or (folder / first).is_dir():
            files = [getattr(module, "__file__", None) or "", *getattr(module, "__path__", ())]
            if any(Path(file).is_relative_to(other) for file in files for other in others):
                del sys.modules[name]
    if folder in _folders or str(folder) not in sys.path:  # the latest first, and all behind those of the user
        sys.path[:] = [path for path in sys.path if path != str(folder)]
        sys.path.insert(len(sys.path) - len(others), str(folder))
        _folders[:] = [folder, *others]
