"""A schema as prompts show it: one line a label, one line a relationship pattern."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memory.schema import Property, Scalar, Schema

_FEW_VALUES = 12
_LONG_TEXT = 40


def schema_text(schema: Schema) -> str:
    """The slice as text: properties with type and one example, patterns with their arrows.

    One sample value a property and directed patterns did best with a small model.
    """
    lines = [
        f"(:{_name(label.name)}{_properties(label.properties)})" for label in schema.labels.values()
    ]
    for rel in schema.relationships.values():
        for join in rel.joins:
            pattern = f"[:{_name(rel.type)}{_properties(rel.properties)}]"
            lines.append(f"(:{_name(join.start)})-{pattern}->(:{_name(join.end)})")
    return "\n".join(lines)


def _name(name: str) -> str:
    return name if name.isidentifier() else f"`{name}`"


def _properties(properties: Mapping[str, Property]) -> str:
    if not properties:
        return ""
    return " {" + ", ".join(_property(p) for p in properties.values()) + "}"


def _property(prop: Property) -> str:
    sample = ""
    if prop.values is not None and 0 < len(prop.values) <= _FEW_VALUES:
        sample = " " + "|".join(_shown(prop.values))
    elif prop.minimum is not None and prop.maximum is not None:
        sample = f" {prop.minimum}..{prop.maximum}"
    elif prop.examples:
        sample = " " + next(iter(_shown(prop.examples[:1])))
    return f"{_name(prop.name)}: {prop.type}{sample}"


def _shown(values: Iterable[Scalar]) -> Iterable[str]:
    for value in values:
        text = str(value)
        short = text if len(text) <= _LONG_TEXT else text[:_LONG_TEXT] + "…"
        yield f"'{short}'" if isinstance(value, str) else short
