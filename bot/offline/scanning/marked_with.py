"""Labeled bug, tagged as rare: joined to what the verb is called for, by whatever has it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.data import load
from bot.offline.items import Value, Verb
from bot.offline.scanning.sheet import Sheet
from bot.offline.vocabulary import type_words
from bot.offline.words import lemmas
from memory.text import split_name

_WITH = frozenset(["as", "with", "by"])
_HAVING = frozenset(["has", "have", "having", "with", *load("phrases")["prepositions"]])


def put_marked_with(sheet: Sheet, at: int) -> None:
    """A participle before a value whose label is named for the same: HAS_LABEL, to a Label."""
    form = sheet.forms[at]
    if not form.endswith("ed") or any(isinstance(it, Verb) for it in sheet.items[at]):
        return
    end = at + 1 + (sheet.forms[at + 1 : at + 2] != () and sheet.forms[at + 1] in _WITH)
    values = (
        [it for it in sheet.items[end] if isinstance(it, Value)] if end < len(sheet.forms) else []
    )
    said = set(lemmas(form))
    for label in dict.fromkeys(it.link.label for it in values):
        if split_name(label)[-1] in said:
            types = tuple((type_, 0.0) for type_ in _towards(sheet, label, said))
            if types:
                sheet.add(Verb(at, end, 0.0, types, "active"))
            return


def _towards(sheet: Sheet, label: str, said: set[str]) -> Iterator[str]:
    """The relationships to a label that only say that something has it."""
    for held in sheet.lexicon.schema.relationships.values():
        words = set(type_words(held.type))
        if words <= _HAVING | said and any(join.end == label for join in held.joins):
            yield held.type
