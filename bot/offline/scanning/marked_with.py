"""Labeled bug, tagged as rare: joined to what the verb is called for, by whatever has it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.items import Value, Verb
from bot.offline.scanning.sheet import Sheet
from bot.words.data import load
from bot.words.inflection import lemmas, parts
from bot.words.vocabulary import groups, type_words
from memory.text import split_name

_WITH = frozenset(["as", "with", "by"])
_HAVING = frozenset(["has", "have", "having", "with", *load("phrases")["prepositions"]])


def put_marked_with(sheet: Sheet, at: int) -> None:
    """A participle before a value whose label is named for the same: HAS_LABEL, to a Label.

    A hashtag is a tag, and what is tagged has a keyword.
    """
    form = sheet.forms[at]
    if not form.endswith("ed") or any(isinstance(it, Verb) for it in sheet.items[at]):
        return
    end = at + 1 + (sheet.forms[at + 1 : at + 2] != () and sheet.forms[at + 1] in _WITH)
    told = end + (sheet.forms[end : end + 1] == ("both",))
    values = (
        [it for it in sheet.items[told] if isinstance(it, Value)] if told < len(sheet.forms) else []
    )
    said = {*lemmas(form)}
    for label in dict.fromkeys(it.link.label for it in values):
        noun = split_name(label)[-1]
        # Keyword-tagged: the noun is said beside the verb.
        beside = at > 0 and noun in lemmas(sheet.forms[at - 1])
        if not beside and any(_names(noun, verb) for verb in said):
            types = tuple((type_, 0.0) for type_ in _towards(sheet, label, {*said, noun}))
            if types:
                sheet.add(Verb(at, end, 0.0, types, "active"))
            return


def _names(noun: str, verb: str) -> bool:
    """Whether a noun names what a verb puts on things: tag, hashtag and keyword for tagged."""
    if noun == verb or {*groups().get((noun,), ())} & {*groups().get((verb,), ())}:
        return True
    first = noun.removesuffix(verb)
    return first != noun and len(verb) > 2 and bool(parts(first) & {"NOUN", "VERB"})


def _towards(sheet: Sheet, label: str, said: set[str]) -> Iterator[str]:
    """The relationships to a label that only say that something has it."""
    for held in sheet.lexicon.schema.relationships.values():
        words = set(type_words(held.type))
        if words <= _HAVING | said and any(join.end == label for join in held.joins):
            yield held.type
