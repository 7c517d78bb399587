"""What things are by what is kept of them: entities with a jurisdiction are companies."""

from __future__ import annotations

from collections.abc import Iterator

from bot.words.data import load
from memory.schema import Schema
from memory.text import fold, split_name


def told_by(schema: Schema) -> Iterator[tuple[str, str]]:
    """Words that newcomers have for the things of a label, each with the label."""
    values = {
        fold(value)
        for label in schema.labels.values()
        for property in label.properties.values()
        for value in property.values or ()
        if isinstance(value, str)
    }
    for label in schema.labels.values():
        has = {word for name in label.properties for word in split_name(name)}
        for told in load("told_by")["told"]:
            if split_name(label.name)[-1] == told["label"] and not has.isdisjoint(told["has"]):
                # Officers that are companies: a kind of them that is kept.
                yield from ((word, label.name) for word in told["words"] if word not in values)
