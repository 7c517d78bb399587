"""What a message wants of its rows, as far as its operators tell: how many, counted, the most."""

from __future__ import annotations

from functools import cache, lru_cache, reduce
from operator import or_

import lemminflect

from bot.reader.anchors import Anchors, NumberAnchor
from bot.reader.lexicon import LEXICON
from bot.reader.operators import operators_of
from bot.words.data import load

_PERIODS = frozenset(load("phrases")["period"])
_CHOICES = frozenset(["or", "vs", "versus"])
_COUNTED = ("how_many", "count", "what_count")
_EARLY, _NEAR, _MOST_ROWS = 3, 8, 1_000


@lru_cache(maxsize=64)
def heard(message: str) -> Anchors:
    """Return the figures, superlatives and other operators of a message."""
    return operators_of(message)


def span_of(found: Anchors, one: NumberAnchor) -> str:
    """Return a figure with the words that say how it compares."""
    at = [n for n in range(len(found.tokens)) if one.mask >> n & 1]
    if at[0] == one.start - 1 and found.forms[at[0]] in LEXICON.within:
        del at[0]
    return found.message[found.tokens[at[0]].start : found.tokens[at[-1]].end]


def rows_wanted(message: str) -> int | None:
    """Return the number of rows that a message names, if it does.

    >>> rows_wanted("the top 5 films"), rows_wanted("the three longest"), rows_wanted("4 ports")
    (5, 3, None)
    >>> rows_wanted("films of the last two years"), rows_wanted("the top 10 % of films")
    (None, None)
    >>> rows_wanted("How many of the ships with 3 masts sank?")
    """
    found = heard(message)
    for one in found.numbers:
        if (
            _is_limit(one)
            and not _is_measure(found, one)
            and (_is_ranked(found, one) or _opens(found, one))
        ):
            return int(one.value)  # type: ignore[arg-type]
    return None


def _is_limit(one: NumberAnchor) -> bool:
    plain = one.kind == "number" and isinstance(one.value, int) and 0 < one.value <= _MOST_ROWS
    alone = one.operator is None and one.upper is None and not one.measures
    return plain and alone and not one.percent and not one.seconds


def _is_measure(found: Anchors, one: NumberAnchor) -> bool:
    """Whether a figure is so many years, or a share."""
    behind = found.forms[one.end : one.end + 1]
    return behind in LEXICON.shares or bool(set(behind) & _PERIODS)


def _is_ranked(found: Anchors, one: NumberAnchor) -> bool:
    return any(one.end == r.start or r.end == one.start for r in found.ranks)


def _opens(found: Anchors, one: NumberAnchor) -> bool:
    """Whether only words that ask stand before it: name four, which 3."""
    before = found.forms[: one.start]
    asks = set(before) <= LEXICON.function_words - LEXICON.within
    return 0 < one.start <= _EARLY and asks and found.opening not in (*_COUNTED, "how", "auxiliary")


def wants_count(message: str) -> bool:
    """Return whether one number is asked for: how many of something, and of nothing each.

    >>> wants_count("How many ships call here?"), wants_count("How many ships per port?")
    (True, False)
    >>> wants_count("Which ships call here?"), wants_count("How many are there, and which sank?")
    (False, False)
    """
    found = heard(message)
    if found.opening not in _COUNTED or found.groupings:
        return False
    return not set(found.forms[found.countings[0][1] :]) & LEXICON.question_words


def wanted(message: str) -> str:
    """Return the word for what is asked for; "" where a message opens otherwise.

    >>> wanted("Show me the top 3 ships of Oslo"), wanted("Is there a ship?")
    ('ships', '')
    """
    found = heard(message)
    asks = found.opening == "other" and found.forms[:1] and found.forms[0] in LEXICON.function_words
    if found.opening not in ("what", "which") and not asks:
        return ""
    masks = [one.mask for one in found.ranks] + [one.mask for one in found.numbers]
    taken = reduce(or_, masks, 0)
    for at, form in enumerate(found.forms[:_NEAR]):
        if form not in LEXICON.function_words and not taken >> at & 1:
            return form
    return ""


def superlatives(message: str) -> list[str]:
    """Return the words that ask for the most or least of something.

    >>> superlatives("the oldest ships"), superlatives("at least two of most of them")
    (['oldest'], [])
    """
    found = heard(message).forms
    return [
        form
        for at, form in enumerate(found)
        if _is_superlative(form)
        and found[at - 1 : at] != ("at",)
        and found[at + 1 : at + 2] != ("of",)
    ]


@cache
def _is_superlative(form: str) -> bool:
    for kind, tag in (("ADJ", "JJS"), ("ADV", "RBS")):
        for lemma in lemminflect.getAllLemmas(form, kind).get(kind, ()):
            if lemma != form and form in lemminflect.getInflection(lemma, tag):
                return True
    return False


def is_plain(message: str) -> bool:
    """Return whether all that a message names is meant: nothing is denied, compared or a choice.

    >>> is_plain("ships of Oslo over 50 tons"), is_plain("ships not of Oslo")
    (True, False)
    >>> is_plain("ships of Oslo or Malmo"), is_plain("ships larger than Heron")
    (False, False)
    """
    found = heard(message)
    forms = set(found.forms)
    grouped = forms & (LEXICON.groupings - LEXICON.within)
    unlike = found.negations or grouped or forms & (LEXICON.others | _CHOICES)
    closed = {n for one in found.numbers for n in range(len(found.forms)) if one.mask >> n & 1}
    than = any(form == "than" and n not in closed for n, form in enumerate(found.forms))
    return not unlike and not than
