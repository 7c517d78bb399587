"""Issue 118, pull request #1042: a number behind its noun is the one that things are called by."""

from __future__ import annotations

from bot.offline.items import Amount, Limit, Noun, PropertyWord, Value
from bot.offline.kinds import IDENTIFIERS, unique
from bot.offline.scanning.sheet import Sheet
from memory.schema import Label, LinkedValue
from memory.text import split_name

_COST = 0.05
# The number of an issue is said before its id, and its own id before any.
_NUMBERS = frozenset(["number", "no", "nr"])


def put_by_number(sheet: Sheet, at: int) -> None:
    """The value that a whole number is right behind a singular noun; no year, nor so many."""
    digits = at + (sheet.tokens[at].text == "#")
    if not at or digits >= len(sheet.tokens) or not sheet.tokens[digits].text.isdigit():
        return
    nouns = [
        it
        for i in range(max(0, at - 3), at)
        for it in sheet.items[i]
        if isinstance(it, Noun) and it.end == at and not it.plural and it.cost < _COST
    ]
    for noun in nouns:
        if any(isinstance(it, PropertyWord) and it.end == at for it in sheet.items[noun.start]):
            # Met in book 2: where it is kept so, that is no book.
            return
        name = _called_by(sheet.lexicon.schema.labels[noun.label])
        if name is None:
            continue
        start, end = sheet.tokens[digits].start, sheet.tokens[digits].end
        text = sheet.question[start:end]
        link = LinkedValue(text, noun.label, name, int(text), start, end)
        kept = [it for it in sheet.items[digits] if not isinstance(it, Amount | Limit)]
        sheet.items[digits] = kept
        sheet.add(Value(at, digits + 1, 0.0, link))
        return


def _called_by(label: Label) -> str | None:
    """The property of whole numbers that tell the nodes of a label apart."""
    own = set(split_name(label.name))
    found = []
    for name, property in label.properties.items():
        words = split_name(name)
        named = words[-1] in IDENTIFIERS and set(words) <= {*own, *IDENTIFIERS}
        alone = not property.distinct or unique(label, name)
        if named and property.type.upper() == "INTEGER" and alone:
            found.append((words[-1] not in _NUMBERS, len(words) == 1, name))
    return min(found)[-1] if found else None
