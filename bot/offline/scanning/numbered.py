"""A property and its number before the noun that has it: phase 3 trials, 3-bedroom houses."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import Amount, Candidate, Noun, Number, PropertyWord, Value
from bot.offline.scanning.sheet import Sheet
from memory.schema import LinkedValue

_PRICE = 0.05
# The letters of a code: grade II, category C1.
_SHORT = 3


def put_numbered(sheet: Sheet, at: int) -> None:
    """The value that a property's name and a bare whole number or code are before their noun."""
    for word in sheet.items[at]:
        if not isinstance(word, PropertyWord) or word.plural or word.end >= len(sheet.items):
            continue
        values = [it for it in sheet.items[word.end] if isinstance(it, Value)]
        codes = [it for it in values if _of_word(sheet, word, it)]
        if codes:
            # Grade II houses: no grade is asked for.
            sheet.add(replace(min(codes, key=lambda it: it.cost), start=at, cost=_PRICE))
            return
        for amount in sheet.items[word.end]:
            found = _value(sheet, at, word, amount) if isinstance(amount, Amount) else None
            if found is not None:
                sheet.add(found)
                return


def _of_word(sheet: Sheet, word: PropertyWord, value: Value) -> bool:
    """Whether a code is one of the property's, and the noun for what has it follows."""
    link = value.link
    after = sheet.items[value.end] if value.end < len(sheet.items) else []
    named = any(isinstance(it, Noun) and it.label == link.label for it in after)
    own = any((c.owner, c.property) == (link.label, link.property) for c in word.candidates)
    code = link.text.isupper() and len(link.text) <= _SHORT
    return named and own and code


def is_code(sheet: Sheet, at: int) -> bool:
    """Whether a single letter is that of what was just named, no article: in zone A."""
    form, text = sheet.forms[at], sheet.tokens[at].text
    if len(form) != 1 or not at:
        return False
    after = sheet.tokens[at + 1] if at + 1 < len(sheet.tokens) else None
    links = [it.link for it in sheet.items[at] if isinstance(it, Value) and it.end == at + 1]
    if after is None or after.kind == "mark" or after.form in ("or", "and"):
        # Nothing follows that an article could be of.
        return bool(links)
    labels = {link.label for link in links if str(link.value) == text}
    near = [it for items in sheet.items[max(0, at - 3) : at] for it in items if it.end == at]
    return any(
        (isinstance(it, Noun) and it.label in labels)
        or (isinstance(it, PropertyWord) and any(c.owner in labels for c in it.candidates))
        for it in near
    )


def _value(sheet: Sheet, at: int, word: PropertyWord, said: Amount) -> Value | None:
    number = said.amount.value if isinstance(said.amount, Number) else None
    bare = sheet.tokens[word.end].kind == "number" and said.end == word.end + 1
    if not isinstance(number, int) or not bare or said.end >= len(sheet.items):
        return None
    labels = {it.label for it in sheet.items[said.end] if isinstance(it, Noun)}
    fits = [c for c in word.candidates if c.owner in labels and _counts(sheet, c)]
    if not fits:
        return None
    best = min(fits, key=lambda c: c.cost)
    start, end = sheet.tokens[at].start, sheet.tokens[said.end - 1].end
    text = sheet.question[start:end]
    link = LinkedValue(text, best.owner, best.property, number, start, end)
    return Value(at, said.end, _PRICE + best.cost, link, False)


def _counts(sheet: Sheet, candidate: Candidate) -> bool:
    return (
        not candidate.of_relationship
        and sheet.lexicon.kind(candidate.owner, candidate.property) == "number"
    )
