"""Requests about features of the league: which there are, with what options, and those that change while it runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from annotated_types import MaxLen
from typing_extensions import TypedDict

from robopitch.leagues.feature import flag_names
from robopitch.server.api.ask import Ask, Text
from robopitch.server.api.caller import Caller
from robopitch.server.api.registry import Control, Owner, request
from robopitch.spec.names import known_name

if TYPE_CHECKING:
    from robopitch.leagues.feature import Feature
    from robopitch.server.features import Features

Value = bool | float | str | list[str] | None


class FeatureOption(TypedDict):
    """An option of a feature: a switch, a number, a text, or texts."""

    name: str
    flag: str
    doc: str
    kind: Literal["switch", "number", "text", "texts"]
    hint: str
    value: Value
    usual: Value


class FeatureRow(TypedDict):
    """A feature of the league; of those that are not live, options hold from the start of the server."""

    name: str
    summary: str
    live: bool
    on: bool
    about: str
    options: list[FeatureOption]


class FeatureList(TypedDict):
    """The answer to `features`."""

    features: list[FeatureRow]


class GetFeatures(Ask):
    """The features of the league, with their options."""

    ask: Literal["features"] = "features"


@request(GetFeatures, needs=Owner, runs="match")
def get_features(caller: Caller, ask: GetFeatures) -> FeatureList:
    features = caller.server.features
    return FeatureList(features=[_row(feature, features) for feature in features.known.values()])


class UseFeature(Ask):
    """Open a feature with these options, change them, or close it: without any it is off."""

    ask: Literal["use_feature"] = "use_feature"
    name: Text
    options: Annotated[dict[str, Any], MaxLen(100)]


@request(UseFeature, needs=Control, runs="match", costs=0)
def use_feature(caller: Caller, ask: UseFeature) -> None:
    features = caller.server.features
    feature = features.known[known_name(ask.name, features.known, "feature")]
    features.change(feature, feature.read(ask.options))


def _row(feature: Feature, features: Features) -> FeatureRow:
    is_open = features.open.get(feature.name)
    values = dict(is_open.options if is_open is not None else feature.options())
    flags, usual = flag_names(feature.options), dict(feature.options())
    return FeatureRow(
        name=feature.name,
        summary=feature.summary,
        live=feature.live,
        on=is_open is not None,
        about=is_open.plugin.about if is_open is not None and is_open.plugin is not None else "",
        options=[
            FeatureOption(
                name=name,
                flag=flags[name],
                doc=field.description or "",
                kind=_kind(usual[name]),
                hint=str(field.json_schema_extra.get("metavar") or "")
                if isinstance(field.json_schema_extra, dict)
                else "",
                value=_plain(values[name]),
                usual=_plain(usual[name]),
            )
            for name, field in feature.options.model_fields.items()
        ],
    )


def _kind(usual: Any) -> Literal["switch", "number", "text", "texts"]:
    """Of an option, by its default."""
    if isinstance(usual, bool):
        return "switch"
    return "texts" if usual == () else "number" if isinstance(usual, int | float) else "text"


def _plain(value: Any) -> Value:
    if isinstance(value, tuple):
        return [str(one) for one in value]
    return str(value) if isinstance(value, Path) else value
