"""Finds the adapter of a family of leagues: in this package, in a folder of the user, or in an installed package.

The folder of a league has `league.toml`; its adapter is `LEAGUE` in `league.py` beside it. A folder without `league.py`
is a league without a network: its matches can be played by built-in teams. An installed package announces its folder by
an entry point of the group "robopitch.leagues", whose value is the package or its `LEAGUE`.

What is loaded stays loaded. After an edit of a league.py, `forget` its folder, and its path loads it anew.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import re
import sys
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robopitch.leagues.league import League
from robopitch.leagues.network import NetworkSpec, read_network
from robopitch.leagues.plain import PlainLeague
from robopitch.messages import registry as messages
from robopitch.spec import catalogue
from robopitch.spec.names import suggestion

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from robopitch.referee.rules import Rules
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec

__all__ = ["families", "family_of", "forget", "has_rules", "network_of", "rules_in"]

PACKAGE = Path(__file__).parent
WANTED = [name for name in vars(League) if not name.startswith("_")]


def family_of(name: str) -> League:
    """The adapter of a league, or of a family of leagues, by its name; raises a ValueError if there is none."""
    return _adapter(_folder(name))


def families() -> list[League]:
    """The adapters of all known families; one that cannot be loaded is left out."""
    found = []
    for folder in {str(folder): folder for folder in _all_folders().values()}.values():
        try:
            found.append(_adapter(folder))
        except ValueError:
            continue
    return found


def has_rules(name: str) -> bool:
    """Whether matches of a league can be played by rules, to their end: not if it brings a referee of its own."""
    return type(family_of(name)).referee is PlainLeague.referee


def rules_in(name: str) -> Callable[[LeagueSpec, RulesSpec, float], Rules]:
    """What makes the rules of a league: what most have in common, if it brings a referee of its own."""
    family = family_of(name)
    if isinstance(family, PlainLeague):
        return family.rules
    from robopitch.referee.rules import Rules

    return Rules


def network_of(name: str) -> NetworkSpec:
    """The ports and groups of a league or a family, from the network.toml of its folder."""
    folder = _folder(name)
    return read_network(folder, f"{folder.name}/network.toml")


def forget(folder: str | Path) -> None:
    """Forget a family outside the package: its leagues, its adapter, and the messages that it has registered.

    A match of it that still runs goes on, but cannot be saved any more.
    """
    path = Path(folder).resolve()
    catalogue.remove_folder(path)
    _adapters.pop(str(path), None)
    _unload(_packages.pop(str(path), None))


def _all_folders() -> dict[str, Traversable]:
    """The folder of each league, by the name of the league."""
    catalogue.add_installed()
    return catalogue.league_folders()


def _folder(name: str) -> Traversable:
    folders = _all_folders()
    if name in folders:
        return folders[name]
    for folder in folders.values():
        if name == folder.name or name == catalogue.family_in(folder):
            return folder
    raise ValueError(f"no league or family of leagues is called {name!r}; {suggestion(name, folders)}")


_adapters: dict[str, League] = {}  # by folder
_packages: dict[str, str] = {}  # names in sys.modules of folders that became packages, by folder


def _adapter(folder: Traversable) -> League:
    """The adapter in a folder, loaded once."""
    key = str(folder)
    if key not in _adapters:
        _adapters[key] = _load(folder)
    return _adapters[key]


def _load(folder: Traversable) -> League:
    """Load `LEAGUE` of a folder's league.py; raises a ValueError that says what is wrong with it."""
    file = folder / "league.py"
    if not file.is_file():
        return PlainLeague(catalogue.family_in(folder))
    try:
        module = _import(Path(str(file)))
    except Exception as error:  # code of others: whatever it raises, the user gets one line
        _unload(_packages.pop(str(folder), None))
        raise ValueError(f"{file}: cannot be loaded: {type(error).__name__}: {error}") from error
    league: Any = getattr(module, "LEAGUE", None)
    missing = [part for part in WANTED if part not in dir(league)]
    if league is None or missing:
        what = "has no LEAGUE" if league is None else f"LEAGUE has no {', '.join(missing)}"
        raise ValueError(f"{file}: {what}; see robopitch.leagues.league.League for what a league has")
    found: League = league
    family = catalogue.family_in(folder)
    if found.family != family:
        raise ValueError(f"{file}: LEAGUE is of the family {found.family!r}, and league.toml says {family!r}")
    return found


def _import(file: Path) -> ModuleType:
    """The module of an adapter: by its name if it is in an imported package, else from its file.

    The folder of a user becomes a package of its own: league.py imports modules beside it with `from . import x`.
    """
    folder = file.parent
    if folder.parent == PACKAGE:
        return importlib.import_module(f"robopitch.leagues.{folder.name}.league")
    for name, module in list(sys.modules.items()):
        if getattr(module, "__path__", None) and folder in map(Path, module.__path__):
            return importlib.import_module(f"{name}.league")
    digest = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:8]  # two folders may have the same name
    package = f"robopitch_league_{re.sub('[^A-Za-z0-9_]', '_', folder.name)}_{digest}"
    init = folder / "__init__.py"
    if init.is_file():
        spec = importlib.util.spec_from_file_location(package, init, submodule_search_locations=[str(folder)])
    else:
        spec = importlib.util.spec_from_loader(package, loader=None, is_package=True)
        assert spec is not None
        spec.submodule_search_locations = [str(folder)]
    assert spec is not None
    _packages[str(folder)] = package
    sys.modules[package] = importlib.util.module_from_spec(spec)
    if spec.loader is not None:
        spec.loader.exec_module(sys.modules[package])
    return importlib.import_module(f"{package}.league")


def _unload(package: str | None) -> None:
    """Remove the modules of a folder that became a package, and their messages."""
    if package is None:
        return
    for name in [name for name in sys.modules if f"{name}.".startswith(f"{package}.")]:
        del sys.modules[name]
    messages.forget(package)
