"""The form of the robot designer, made from the JSON schema of a spec: every key with its unit, range and meaning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from robopitch.spec.quantity import Physical
from robopitch.spec.units import UNITS
from robopitch.web.schema.robot_form import FormField, FormUnit

__all__ = ["arranged", "form_of"]

Node = Mapping[str, Any]
BOUNDS = {"exclusiveMinimum": "gt", "minimum": "ge", "maximum": "le", "exclusiveMaximum": "lt"}


def form_of(model: type[BaseModel]) -> list[FormField]:
    """The fields of a model, in their order."""
    schema = model.model_json_schema()
    return list(_Reader(schema.get("$defs", {})).fields(schema))


def arranged(tree: Any, fields: Sequence[FormField]) -> Any:
    """The same tables with their keys in the order of the form; keys that it does not have come last."""
    if isinstance(tree, list):
        return [arranged(entry, fields[0]["fields"] if fields else ()) for entry in tree]
    if not isinstance(tree, dict) or "value" in tree:
        return tree
    known = {field["key"]: field for field in fields}
    keys = [key for key in known if key in tree] + [key for key in tree if key not in known]
    return {key: arranged(tree[key], _below(known.get(key), tree[key])) for key in keys}


def _below(field: FormField | None, value: Any) -> Sequence[FormField]:
    """The fields of what stands under a key."""
    if field is None:
        return ()
    if field["kind"] == "variants" and isinstance(value, dict):
        chosen = [variant for variant in field["fields"] if variant["key"] == value.get("kind")]
        return [_choice("kind", field), *chosen[0]["fields"]] if chosen else ()
    return field["fields"]


def _choice(key: str, field: FormField) -> FormField:
    return {**field, "key": key, "kind": "choice", "fields": []}


class _Reader:
    """Reads nodes of a JSON schema.

    definitions: the nodes that others refer to
    """

    def __init__(self, definitions: Node) -> None:
        self._definitions = definitions

    def fields(self, table: Node) -> Iterator[FormField]:
        """The fields of a table; a constant, the kind of a variant, is no field."""
        required = table.get("required", ())
        for key, node in table.get("properties", {}).items():
            if "const" not in node:
                yield self._field(key, node, key in required)

    def _field(self, key: str, node: Node, required: bool) -> FormField:
        field = _empty(key, node, required)
        node = self._resolved(node)
        choices = [part for part in node.get("anyOf", ()) if "type" in part or "$ref" in part]
        if choices:
            field["optional"] = {"type": "null"} in choices
            node = self._resolved(next(part for part in choices if part != {"type": "null"}))
        if "unit" in node or node.get("type") in ("number", "integer"):
            _describe_number(field, node)
        elif "oneOf" in node:
            field["kind"] = "variants"
            for part in map(self._resolved, node["oneOf"]):
                kind = part["properties"]["kind"]["const"]
                field["choices"].append(kind)
                field["fields"].append(self._field(kind, part, True))
        elif "enum" in node:
            field["kind"], field["choices"] = "choice", [str(choice) for choice in node["enum"]]
        elif node.get("type") == "boolean":
            field["kind"] = "switch"
        elif "prefixItems" in node:
            field["kind"] = "row"
            entries = enumerate(node["prefixItems"])
            field["fields"] = [self._field(str(index), entry, True) for index, entry in entries]
        elif node.get("type") == "array":
            field["kind"] = "list"
            field["least"], field["most"] = node.get("minItems"), node.get("maxItems")
            field["fields"] = [self._field("", node.get("items", {}), True)]
        elif "properties" in node:
            field["kind"], field["fields"] = "table", list(self.fields(node))
            field["alternatives"] = [part["required"] for part in node.get("anyOf", ()) if set(part) == {"required"}]
        elif node.get("type") == "object":
            field["kind"] = "settings"
        return field

    def _resolved(self, node: Node) -> Node:
        name = node.get("$ref", "").rpartition("/")[2]
        return self._definitions[name] if name else node


def _empty(key: str, node: Node, required: bool) -> FormField:
    default = node.get("default")
    return FormField(
        key=key,
        kind="text",
        doc=node.get("description", ""),
        unit="",
        units=[],
        range="",
        least=None,
        most=None,
        choices=[],
        required=required,
        optional=False,
        default=default if isinstance(default, float | int | bool | str) else None,
        fields=[],
        alternatives=[],
    )


def _describe_number(field: FormField, node: Node) -> None:
    """Unit and range of a number; a plain one has no unit here, its description names it."""
    unit = node.get("unit", "1")
    physical = Physical(unit, **{name: node[key] for key, name in BOUNDS.items() if key in node})
    field["kind"], field["range"] = "number", physical.range
    field["least"], field["most"] = physical.least, physical.most
    if unit != "1":
        field["unit"] = unit
        names = node["properties"]["unit"]["enum"]
        field["units"] = [FormUnit(name=name, factor=UNITS[name].times / UNITS[name].per) for name in names]
