"""Issue 118, pull request #1042, port 22: the number behind a noun that things are called by."""

from __future__ import annotations

from bot.offline.items import Amount, Item, Limit, Noun, PropertyWord, Value
from bot.offline.scanning.sheet import Sheet
from bot.stored.kinds import IDENTIFIERS, unique
from memory.schema import Label, LinkedValue
from memory.text import split_name

_COST = 0.05
# A noun that is its property's name as well is dearer than others.
_SAME_NAME = 0.25
# The number of an issue is said before its id, and its own id before any.
_NUMBERS = frozenset(["number", "no", "nr"])
_BETWEEN = frozenset([",", "and", "or"])


def put_by_number(sheet: Sheet, at: int) -> None:
    """The values that whole numbers are right behind their noun, several behind its plural."""
    digits = at + (sheet.tokens[at].text == "#" or _said_number(sheet, at))
    if not at or digits >= len(sheet.tokens) or not sheet.tokens[digits].text.isdigit():
        return
    for noun in _nouns(sheet, at):
        label = sheet.lexicon.schema.labels[noun.label]
        name = _called_by(label)
        if name is None or noun.cost >= (_SAME_NAME if _own(label, name) else _COST):
            continue
        if any(_kept_apart(it, at, noun) for it in sheet.items[noun.start]):
            # Met in book 2: where it is kept so, that is no book.
            return
        if len(listed := _listed(sheet, digits)) > noun.plural:
            _put(sheet, noun.label, name, at, listed)
        return


def _listed(sheet: Sheet, at: int) -> list[int]:
    """The places of whole numbers in a row: 80, 443 and 22."""
    found = [at]
    for i in range(at + 1, len(sheet.tokens)):
        if sheet.tokens[i].text.isdigit() and not _counted(sheet, i):
            found.append(i)
        elif sheet.forms[i] not in _BETWEEN:
            break
    return [i for n, i in enumerate(found) if i - at <= 3 * n]


def _counted(sheet: Sheet, at: int) -> bool:
    """Whether a number is of the things that follow: issue 118 and 3 comments."""
    return at + 1 < len(sheet.items) and any(isinstance(it, Noun) for it in sheet.items[at + 1])


def _put(sheet: Sheet, label: str, name: str, at: int, places: list[int]) -> None:
    for i in places:
        start, end = sheet.tokens[i].start, sheet.tokens[i].end
        text = sheet.question[start:end]
        link = LinkedValue(text, label, name, int(text), start, end)
        sheet.items[i] = [it for it in sheet.items[i] if not isinstance(it, Amount | Limit)]
        sheet.add(Value(at if i == places[0] else i, i + 1, 0.0, link))


def _said_number(sheet: Sheet, at: int) -> bool:
    """Whether a word says that a number follows, and names nothing that is kept."""
    if sheet.forms[at] not in _NUMBERS:
        return False
    ended = [it for items in sheet.items[max(0, at - 3) : at + 1] for it in items]
    return not any(isinstance(it, PropertyWord) and it.end == at + 1 for it in ended)


def _nouns(sheet: Sheet, at: int) -> list[Noun]:
    return [
        it
        for i in range(max(0, at - 3), at)
        for it in sheet.items[i]
        if isinstance(it, Noun) and it.end == at
    ]


def _kept_apart(item: Item, at: int, noun: Noun) -> bool:
    """Whether a noun is the name of a property, too, and of others than of its own nodes."""
    return (
        isinstance(item, PropertyWord)
        and item.end == at
        and any(c.owner != noun.label for c in item.candidates)
    )


def _called_by(label: Label) -> str | None:
    """The property of whole numbers that tell the nodes of a label apart."""
    own = set(split_name(label.name))
    found = []
    for name, property in label.properties.items():
        words = split_name(name)
        numbered = words[-1] in IDENTIFIERS and set(words) <= {*own, *IDENTIFIERS}
        alone = not property.distinct or unique(label, name)
        if (numbered or _own(label, name)) and property.type.upper() == "INTEGER" and alone:
            found.append((words[-1] not in _NUMBERS, len(words) == 1, name))
    return min(found)[-1] if found else None


def _own(label: Label, name: str) -> bool:
    """Whether a property is called as its label is: a port's port, an episode's episode."""
    return split_name(name) == split_name(label.name)
