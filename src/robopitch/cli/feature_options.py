"""Options of the features of leagues: their models declare them, so a family that is not there has none.

The options of all families in the package, and of installed ones, are known to these commands; those of a league by
path if the command line names it. They are made when one of these commands is called: `robopitch --help` stays quick.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, make_dataclass, replace
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self

from robopitch.cli.options import about

if TYPE_CHECKING:
    from pydantic import BaseModel

    from robopitch.leagues.feature import Feature

__all__ = ["NO_NETWORK", "FeatureOptions", "feature_options", "league_features"]

GROUP = "robopitch.leagues"
FILE_TABLE = "features"  # in files of --file
NO_NETWORK = "only for a match in real time and over the network; add --live"


@dataclass(frozen=True)
class FeatureOptions:
    """The options of features, one field for each."""

    declared: ClassVar[Sequence[Any]] = ()  # features; they are not loaded for `robopitch --help`

    def given(self) -> dict[Feature, BaseModel]:
        """The features for which a user asked, with their options; raises a ValueError if one is invalid."""
        read = {feature: feature.read(self._values(feature)) for feature in self.declared}
        return {feature: options for feature, options in read.items() if feature.is_on(options)}

    def _values(self, feature: Feature) -> dict[str, Any]:
        return {name: value for name in feature.options.model_fields if (value := vars(self)[name]) is not None}

    def with_files(self, files: Sequence[Path]) -> Self:
        """With the options of tables such as `[features.autoref]` in the files of --file; the command line wins.

        Raises a ValueError that names the file.
        """
        from robopitch.spec.names import known_name
        from robopitch.spec.toml import read_toml

        known, found = {feature.name: feature for feature in self.declared}, self
        usual = {one.name: one.default for one in fields(self)}
        for file in files:
            tables = read_toml(file, str(file)).get(FILE_TABLE, {})
            try:
                for name, values in tables.items():
                    feature = known[known_name(name, known, "feature")]
                    feature.read(values)
                    more = {key: value for key, value in values.items() if vars(self)[key] == usual[key]}
                    found = replace(found, **more)
            except (ValueError, AttributeError, TypeError) as error:
                raise ValueError(f"{file}: {FILE_TABLE}: {error}") from None
        return found

    def of(self, league: str) -> dict[Feature, BaseModel]:
        """Those, as the family of a league has them; raises a ValueError if it has none of the name."""
        from robopitch.leagues.registry import family_of, network_of
        from robopitch.spec import load_league

        spec, found = load_league(league), {}
        known = {feature.name: feature for feature in family_of(spec.family).features}
        for feature, options in self.given().items():
            if feature.name not in known:
                if feature.prepare is None and not network_of(spec.name).ports:
                    feature = replace(feature, absent="{league} is not played over the network")
                raise feature.refusal(options, spec.name)
            found[known[feature.name]] = options
        return found

    def check_without_network(self) -> None:
        """Raise a ValueError if an option is given that a match of built-in teams without a page does not use."""
        for feature, options in self.given().items():
            if feature.prepare is None:
                raise ValueError(f"{', '.join(feature.given(options))}: {NO_NETWORK}")

    def prepared(self, league: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """Arguments of `make_match`, as the features of the league want them."""
        prepared = dict(given)
        for feature, options in self.of(league).items():
            if feature.prepare is not None:
                prepared |= feature.prepare(options, prepared)
        return prepared


def feature_options(for_teams: bool = False, more: Sequence[Feature] = ()) -> type[FeatureOptions]:
    """The block of the options of all features.

    for_teams: with those about built-in teams
    more:      those of a league outside the package
    """
    found = {**_shipped(), **_installed(), **_named(more)}.values()
    features = [feature for feature in found if for_teams or not feature.for_teams]
    known: dict[str, Feature] = {}
    options: list[tuple[str, Any, Any]] = []
    for feature in features:
        for name, described in feature.options.model_fields.items():
            if name in known:
                raise ValueError(
                    f"the features {known[name].name!r} and {feature.name!r} have the same option, {name!r}"
                )
            known[name] = feature
            options.append((name, _option(feature, name), field(default=_usual(described.default))))
    made = make_dataclass("FeatureOptions", options, bases=(FeatureOptions,), frozen=True)
    made.declared = tuple(features)  # type: ignore[attr-defined]
    return made


def _usual(default: Any) -> Any:
    """A default as typer has it: no values of an option that may be repeated are None."""
    return None if default == () else default


def _option(feature: Feature, name: str) -> Any:
    from robopitch.leagues.feature import flag_names

    described = feature.options.model_fields[name]
    kind: Any = list[str] | None if described.default == () else described.annotation
    extra = described.json_schema_extra if isinstance(described.json_schema_extra, dict) else {}
    needs = f" Needs the extra {feature.extra}." if feature.extra else ""
    flag, metavar = flag_names(feature.options)[name], extra.get("metavar")
    return Annotated[kind, about(feature.summary, f"{described.description or ''}{needs}", flag, metavar=metavar)]


# ---- which there are -----------------------------------------------------------------------------------------------


def _named(features: Iterable[Feature]) -> dict[str, Feature]:
    return {feature.name: feature for feature in features}


@cache
def _shipped() -> dict[str, Feature]:
    """Those of the families in the package: from their features.py alone, which loads nothing heavy."""
    found: dict[str, Feature] = {}
    for folder in sorted(files("robopitch.leagues").iterdir(), key=lambda entry: entry.name):
        if (folder / "features.py").is_file():
            found |= _named(import_module(f"robopitch.leagues.{folder.name}.features").FEATURES)
    return found


def _installed() -> dict[str, Feature]:
    """Those of installed packages with leagues, if there are any."""
    if not entry_points(group=GROUP):
        return {}
    from robopitch.leagues.registry import families

    return {name: feature for family in families() for name, feature in _named(family.features).items()}


def league_features(words: Sequence[str]) -> Sequence[Feature]:
    """Those of the league outside the package among the words of a command line, if there is one that can be loaded."""
    for word in words:
        path = Path(word)
        inside = len(path.parts) > 1 and isfile(path.parent / "league.toml")
        if word.startswith("-") or not (inside or isfile(path / "league.toml")):
            continue
        from robopitch.leagues.registry import family_of
        from robopitch.spec.catalogue import find_league

        with suppress(ValueError):  # the command itself says what is wrong
            return family_of(find_league(word)[0]).features
    return ()
