"""A property and its number before the noun that has it: phase 3 trials, tier 1 suppliers."""

from __future__ import annotations

from bot.offline.items import Amount, Candidate, Noun, Number, PropertyWord, Value
from bot.offline.scanning.sheet import Sheet
from memory.schema import LinkedValue

_PRICE = 0.05


def put_numbered(sheet: Sheet, at: int) -> None:
    """The value that a property's name and a bare whole number are, where the noun follows."""
    for word in sheet.items[at]:
        if not isinstance(word, PropertyWord) or word.plural or word.end >= len(sheet.items):
            continue
        for amount in sheet.items[word.end]:
            found = _value(sheet, at, word, amount) if isinstance(amount, Amount) else None
            if found is not None:
                sheet.add(found)
                return


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
