"""The most cited paper: the paper to which it was done the most, and no number of papers."""

from __future__ import annotations

from bot.offline.items import PropertyWord, Verb
from bot.offline.money import money_of
from bot.offline.scanning.before_nouns import nouns_at
from bot.offline.scanning.sheet import Sheet
from bot.stored.kinds import TIME_KINDS
from bot.words.inflection import participles

MOST = (("most",), ("least",))
# What a piece costs that the words know but don't mean.
NOT_SO = 3.0
# What tells how long, how good something is, and not how often it was done.
_NO_NUMBER = frozenset(["duration", "rating"])


def most_done(sheet: Sheet, at: int, end: int, role: str) -> bool:
    """Whether a word that would count things or say who acted tells to what it was done most."""
    if role in ("most_count", "fewest_count", "most_adverb"):
        return _done_to_one(sheet, end)
    # The most answered questions: not the most of them that somebody got.
    return role in ("agent", "patient") and sheet.forms[at - 1 : at] in MOST


def _done_to_one(sheet: Sheet, at: int) -> bool:
    """Whether a participle and a noun for one thing stand at a token: most *cited paper*."""
    if not _participle(sheet, at):
        return False
    nouns = nouns_at(sheet, at + 1)
    return any(not (noun.plural or nouns_at(sheet, noun.end)) for noun in nouns)


def tells_no_number(sheet: Sheet, at: int) -> bool:
    """Whether what a participle names is no number: most *read*, where the time it takes is kept.

    The most ordered product is not the latest order.
    """
    if not _participle(sheet, at):
        return False
    named = [it for it in sheet.items[at] if isinstance(it, PropertyWord)]
    kept = {(c.owner, c.property) for word in named for c in word.candidates}
    done = any(isinstance(it, Verb) for it in sheet.items[at])
    return bool(kept) and all(
        sheet.lexicon.kind(owner, name) in TIME_KINDS
        or sheet.lexicon.groups_of(owner, name) & _NO_NUMBER
        # The most rented plot is not that of the highest rent.
        or (done and name in money_of(sheet.lexicon, owner))
        for owner, name in kept
    )


def _participle(sheet: Sheet, at: int) -> bool:
    forms = sheet.forms[at : at + 1]
    return bool(forms) and forms[0] in participles(forms[0])
