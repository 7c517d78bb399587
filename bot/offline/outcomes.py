"""Verbs for a listed outcome: inspections that failed are those with the result fail."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from bot.words.data import load
from bot.words.inflection import Token, inflect, participles, parts
from memory.schema import LinkedValue, Schema
from memory.text import fold, split_name

_SCORE = 0.95
_TENSES = ("VBD", "VBN", "VBG", "VBZ")


class Outcomes:
    """Finds outcomes by the other forms of the verbs that they are; built once for a schema.

    Only properties whose whole list of values is known take part.
    """

    def __init__(self, schema: Schema) -> None:
        named = frozenset(load("states")["outcomes"])
        self._found: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
        for label in schema.labels.values():
            for property in label.properties.values():
                if split_name(property.name)[-1] not in named:
                    continue
                for value in property.values or ():
                    for form in forms_of(value) if isinstance(value, str) else ():
                        self._found[form].append((label.name, property.name, str(value)))

    def __call__(self, tokens: Sequence[Token], linked: Sequence[LinkedValue]) -> list[LinkedValue]:
        """A link for each form that is none itself."""
        return [
            LinkedValue(t.text, label, name, value, t.start, t.end, _SCORE, "fuzzy")
            for t in tokens
            if not any(x.start < t.end and t.start < x.end for x in linked)
            for label, name, value in self._found.get(t.form, ())
        ]


def forms_of(value: str) -> set[str]:
    """The forms of a verb but for its plain one; none of what is no verb in its plain form.

    >>> sorted(forms_of("fail"))
    ['failed', 'failing', 'fails']
    >>> forms_of("settled"), forms_of("no show")
    (set(), set())
    """
    verb = fold(value)
    plain = "VERB" in parts(verb) and verb not in participles(verb)
    if not verb.isalpha() or not plain or verb.endswith("ing"):
        return set()
    return {inflect(verb, tag) for tag in _TENSES} - {verb}
