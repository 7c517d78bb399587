"""Whether a verb's subject acts or is acted on."""

from __future__ import annotations

from collections.abc import Sequence

from bot.offline.scanning.sheet import Sheet
from bot.words.data import load
from bot.words.inflection import inflect, lemmas, participles, parts
from memory.text import split_name

_BE = frozenset(["is", "are", "was", "were", "be", "been", "being", "get", "got", "gets"])
_DO = frozenset(
    [
        "do",
        "does",
        "did",
        "have",
        "has",
        "had",
        "having",
        "can",
        "will",
        "who",
        "that",
        "which",
        "to",
    ]
)


_ASKED_WHEN = frozenset(["when", "where", "why", "how", "year", "date", "day", "often"])
_PARTAKING = frozenset(load("phrases")["partaking"])
# What is said of these right behind a verb, it is done to them.
_SOMEBODY = frozenset(load("asides")["anything"]) | {"nobody", "nothing", "everybody", "everyone"}
# How far behind a verb it is said how often: at least twenty five times.
_TIMES = 6


def voice(sheet: Sheet, start: int, end: int) -> str:
    """How a verb stands to what comes before it: active, passive or either."""
    after = sheet.forms[end] if end < len(sheet.forms) else ""
    if after == "by" or sheet.forms[end - 1] == "by":
        return "passive"
    word = sheet.forms[start]
    for before in reversed(sheet.forms[max(0, start - 3) : start]):
        if before == "nobody" or (
            before == "one" and "no" in sheet.forms[max(0, start - 4) : start]
        ):
            return "passive"
        if before == "most" and not word.endswith("ing"):
            # The most cited paper.
            return "passive"
        if before in _BE:
            return "active" if word.endswith("ing") else "passive"
        if before in _DO:
            return "active"
        if "ADV" not in parts(before):
            break
    if word in participles(word) and _asked_of(sheet.forms, start):
        return "passive"
    if not word.endswith(("ed", "en", "n")) or (after in _SOMEBODY and word not in _PARTAKING):
        return "active"
    # Papers cited more than five times: as often as they were.
    return "passive" if "times" in sheet.forms[end : end + _TIMES] else "either"


def _asked_of(forms: Sequence[str], start: int) -> bool:
    """Whether it is asked when somebody was what a verb says: when was Ann first followed.

    >>> _asked_of(("when", "was", "ann", "first", "followed"), 4)
    True
    >>> _asked_of(("when", "was", "the", "shop", "that", "ann", "opened"), 6)
    False
    """
    for at in range(start - 1, 0, -1):
        if forms[at] in _BE:
            return forms[at - 1] in _ASKED_WHEN
        if forms[at] in _DO:
            return False
    return False


def voice_of(sheet: Sheet, start: int, end: int, types: list[str]) -> str:
    """The voice, but active where "is" makes something the start of a relationship."""
    found = voice(sheet, start, end)
    begins = _is_one(sheet.forms[start], types) or _whole_name(sheet, start, end, types)
    begins = begins or _are_some(sheet, start, types)
    return "active" if found == "passive" and begins else found


def _are_some(sheet: Sheet, start: int, types: list[str]) -> bool:
    """Whether things are what they do to others of their kind: letters that are answers."""
    word, known = sheet.forms[start], sheet.lexicon.schema.relationships
    if not word.endswith("s") or lemmas(word)[-1] == word:
        return False
    return all(any(j.start == j.end for j in known[t].joins) for t in types)


def _whole_name(sheet: Sheet, start: int, end: int, types: list[str]) -> bool:
    """Whether what is said is the type's own name, which is passive: is sworn to X."""
    said, after = sheet.forms[start:end], sheet.forms[end : end + 1]
    named = len(said) > 1 and all(tuple(split_name(t)) == said for t in types)
    return named and said[-1] != "by" and after not in (("by",), ("?",), (".",), ())


def _is_one(word: str, types: list[str]) -> bool:
    """Whether a noun says what stands at the start: a reply to, but not a competitor of."""
    noun = "NOUN" in parts(word) and word not in participles(word)
    return noun and all(split_name(t)[-1] in ("to", "of", "for") for t in types)


def _past(word: str) -> bool:
    """Whether a form may tell what was done: read, moderated."""
    done = participles(word) | {inflect(verb, "VBD") for verb in lemmas(word)}
    return word in done


def number_of(forms: Sequence[str], at: int) -> str:
    """How many a verb behind "and" speaks of, where its form tells: one moderates, many moderate.

    >>> number_of(("and", "also", "moderate"), 2), number_of(("and", "moderates"), 1)
    ('many', 'one')
    >>> number_of(("and", "moderated"), 1), number_of(("and", "read"), 1)
    ('', '')
    """
    before = forms[max(0, at - 2) : at]
    word = forms[at]
    if "and" not in before or before[-1] not in ("and", "also", "then") or _past(word):
        return ""
    return "one" if word.endswith("s") and not word.endswith("ss") else "many"
