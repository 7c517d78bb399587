"""What stands before a noun and says how it is joined: the most common, accepted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.data import load
from bot.offline.items import Function, Noun, Verb
from bot.offline.scanning.sheet import Sheet
from bot.offline.words import lemmas, participles
from memory.text import split_name

# After one of these a participle describes the noun that follows.
_DETERMINERS = frozenset(
    [
        "a",
        "an",
        "the",
        "no",
        "any",
        "all",
        "of",
        "their",
        "with",
        "without",
        "have",
        "has",
        "many",
        "most",
        "more",
        "fewest",
        "least",
        "than",
        "each",
        "every",
        "which",
        "for",
        "on",
        "and",
    ]
)
# After these nothing is done: with accepted answers.
_NOMINAL = frozenset(["with", "without", "no", "many"])
_SAME_AS_VERB = 0.05
_NO_VERB = 0.5


def put_before_nouns(sheet: Sheet, at: int) -> None:
    """The participle at a token, where a noun follows."""
    before = sheet.forms[at - 1] if at else ""
    if before not in _DETERMINERS and not _counts(before):
        return
    if before in ("have", "has") and sheet.forms[at - 2 : at - 1] == ("who",):
        # Who has written books: they did.
        return
    form = sheet.forms[at]
    if form not in participles(form):
        return
    verbs = [it for it in sheet.items[at] if isinstance(it, Verb) and it.end == at + 1]
    if before in ("have", "has") and any(_done_by_them(sheet, at, verb) for verb in verbs):
        return
    for verb in verbs:
        for noun in nouns_at(sheet, verb.end):
            for type_, price in verb.types:
                joins = sheet.lexicon.schema.relationships[type_].joins
                if any(j.end == noun.label and j.start != j.end for j in joins):
                    sheet.add(Function(at, verb.end, price + verb.cost, "participle", type_))
                    if before in _NOMINAL or _counts(before):
                        # With three accepted answers: not who accepted them.
                        dearer = replace(verb, cost=verb.cost + _NO_VERB)
                        sheet.items[at] = [dearer if x is verb else x for x in sheet.items[at]]


def _done_by_them(sheet: Sheet, at: int, verb: Verb) -> bool:
    """Whether those named last before a verb do so: members in Rome *have borrowed books*."""
    for items in reversed(sheet.items[: at - 1]):
        if named := [it.label for it in items if isinstance(it, Noun) and it.end < at]:
            ends = [j for t, _ in verb.types for j in sheet.lexicon.schema.relationships[t].joins]
            started = {join.start for join in ends if join.start != join.end}
            return bool(started & {*named, *_made_to_do(sheet, named, verb)})
    return False


def _made_to_do(sheet: Sheet, named: list[str], verb: Verb) -> Iterator[str]:
    """What those of some labels make only to do something with it: answers, to have answered."""
    doing = {lemma for type_, _ in verb.types for lemma in lemmas(split_name(type_)[0])}
    for relationship in sheet.lexicon.schema.relationships.values():
        for join in relationship.joins:
            if join.start in named and doing & set(lemmas(split_name(join.end)[-1])):
                yield join.end


def _counts(word: str) -> bool:
    """Whether a word says how many there are."""
    return word.isdigit() or word in load("scales")["numbers"] or word == "more"


def nouns_at(sheet: Sheet, at: int) -> list[Noun]:
    """The nouns that start at a token."""
    items = sheet.items[at] if at < len(sheet.items) else []
    return [it for it in items if isinstance(it, Noun) and it.cost < _SAME_AS_VERB + 0.1]
