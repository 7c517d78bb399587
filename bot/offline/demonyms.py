"""Adjectives of countries: German suppliers are those of Germany."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from bot.offline.data import load
from bot.offline.words import Token
from memory.schema import LinkedValue, Schema
from memory.text import fold

_SCORE = 0.95


class Demonyms:
    """Finds countries of the schema's listed values by their adjectives; built once for a schema.

    Only properties whose whole list of values is known take part.
    """

    def __init__(self, schema: Schema) -> None:
        named = {fold(name): word for word, names in load("demonyms").items() for name in names}
        self._found: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
        for label in schema.labels.values():
            for property in label.properties.values():
                for value in property.values or ():
                    word = named.get(fold(value)) if isinstance(value, str) else None
                    if word is not None:
                        self._found[word].append((label.name, property.name, str(value)))

    def __call__(self, tokens: Sequence[Token], linked: Sequence[LinkedValue]) -> list[LinkedValue]:
        """A link for each adjective that is none itself."""
        return [
            LinkedValue(t.text, label, name, value, t.start, t.end, _SCORE, "fuzzy")
            for t in tokens
            if not any(x.start < t.end and t.start < x.end for x in linked)
            for label, name, value in self._found.get(t.form, ())
        ]
