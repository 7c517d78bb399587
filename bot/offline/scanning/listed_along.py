"""Several figures asked along: the films with year and rating, with their price and weight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.data import load
from bot.offline.items import Along, Candidate, Noun, PropertyWord
from bot.offline.kinds import display_properties
from bot.offline.scanning.sheet import Sheet

_ALONG = (
    ("along", "with"),
    ("together", "with"),
    ("as", "well", "as"),
    ("including",),
    ("with",),
    ("and",),
)
_WHOSE = frozenset(["the", "their", "its", "his", "her"])
_AND = frozenset(["and", ",", "plus", "&"])
_LISTING = frozenset(
    ["list", "show", "give", "return", "display", "tell", "get", "find", "print", "fetch"]
)
_ORDERING = frozenset([*load("phrases")["sorting"], "from", "in", "starting", "descending"])


def put_listed_along(sheet: Sheet, at: int) -> None:
    """What is asked for beside what is listed, where the question ends with it.

    No article stands before it, which would say that there is one: with a homepage.
    """
    forms = sheet.forms
    after = next((at + len(x) for x in _ALONG if at and forms[at : at + len(x)] == x), -1)
    if after < 0:
        return
    start = at - 1 if forms[at - 1] == "," else at
    for words, whose in _lists(sheet, after):
        end = words[-1].end
        told = whose or (forms[0] in _LISTING and forms[at] != "and")
        # Their referees are no more than they are; with "refereed" it is said what was done.
        said = whose or not any(word.verbal for word in words[:1])
        if told and said and _closes(forms[end:]):
            first, *more = words
            sheet.add(Along(start, end, 0.0, first, more=tuple(more)))


def _lists(sheet: Sheet, at: int) -> Iterator[tuple[list[PropertyWord], bool]]:
    """The lists of properties that start at a token, and whether it is said whose they are."""
    whose = at < len(sheet.forms) and sheet.forms[at] in _WHOSE
    for word in _words(sheet, at + whose):
        yield [word], whose
        after = word.end
        while after < len(sheet.forms) and sheet.forms[after] in _AND:
            after += 1
        if after > word.end:
            yield from (([word, *rest], whose or theirs) for rest, theirs in _lists(sheet, after))


def _words(sheet: Sheet, at: int) -> list[PropertyWord]:
    items = sheet.items[at] if at < len(sheet.items) else []
    nouns = [it for it in items if isinstance(it, Noun)]
    return [_by_name(sheet, it, nouns) for it in items if isinstance(it, PropertyWord)]


def _by_name(sheet: Sheet, word: PropertyWord, nouns: list[Noun]) -> PropertyWord:
    """Machines with their type, where types have a name beside their own type: by that name."""
    labels = sheet.lexicon.schema.labels
    kept = {candidate.owner for candidate in word.candidates}
    for noun in nouns:
        if noun.end == word.end and noun.label in kept:
            names = display_properties(labels[noun.label])
            if names and all(c.property not in names for c in word.candidates):
                return replace(word, candidates=(Candidate(noun.label, names[0], False, 0.0),))
    return word


def _closes(rest: tuple[str, ...]) -> bool:
    """Whether nothing follows but marks, or an order: , sorted by; largest first."""
    words = [form for form in rest if form not in (".", "?", "!", ",")]
    return not words or words[0] in _ORDERING or words[-1] == "first"
