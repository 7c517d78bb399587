"""Pieces made of pieces: modifiers, the same as, what is said again."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import Function, Noun, PropertyWord, RoleNoun, Skip, Verb
from bot.offline.scanning.sheet import Sheet
from bot.words.data import load

THEY = frozenset(["they", "he", "she", "it", "them", "him", "her", "themselves", "himself"])
_SAID_TWICE = 0.02
_GIVING = frozenset(["pay", "pays", "paid"])
# What comes behind a subject, not behind a verb.
_NO_OBJECT = frozenset(["?", ".", "!", ",", *load("phrases")["finite"]])
_HELPING = frozenset(["do", "does", "did", "don't", "doesn't", "didn't", "can", "will"])
# What a label's own word costs that is a verb's, too; a synonym of it costs more.
_ITS_OWN = 0.25
# How far behind a verb its object stands: the highest average salary.
_NEAR = 4

# What a clause is over with.
_OVER = frozenset(
    ["?", ".", "!", ",", ";", "and", "or", "but", "do", "does", "did", "is", "are", "has"]
)


def mark_modifiers(sheet: Sheet) -> None:
    """Marks the nouns that another noun follows, of which they only tell which."""
    for items in sheet.items:
        for i, item in enumerate(items):
            follows = sheet.items[item.end] if item.end < len(sheet.items) else []
            if isinstance(item, Noun) and not item.plural:
                heads = [it for it in follows if isinstance(it, Noun)]
                if any(it.label != item.label for it in heads):
                    items[i] = replace(item, modifies=True)
                    if any(_only_theirs(sheet, head, item.label) for head in heads):
                        sheet.add(Skip(item.start, item.end, _SAID_TWICE))
                    follows[:] = [it for it in follows if not _done_to_nothing(sheet, it, heads)]
    for items in sheet.items:
        for noun in [it for it in items if isinstance(it, Noun) and not it.plural]:
            follows = sheet.items[noun.end] if noun.end < len(sheet.items) else []
            if any(_of_one(sheet, it, noun.label) for it in follows):
                # Company directors: of a company, as all of them are.
                sheet.add(Skip(noun.start, noun.end, _SAID_TWICE))


def _only_theirs(sheet: Sheet, head: Noun, label: str) -> bool:
    """Whether nothing else has what a noun stands for: machine types, where machines alone do."""
    ends = [
        join.end if join.start == head.label else join.start
        for known in sheet.lexicon.schema.relationships.values()
        for join in known.joins
        if head.label in (join.start, join.end)
    ]
    return set(ends) == {label} and len(ends) == 1


def _done_to_nothing(sheet: Sheet, item: object, heads: list[Noun]) -> bool:
    """Whether a verb is the noun of a compound: the machine types, with nothing that they type."""
    if not isinstance(item, Verb) or _HELPING & set(sheet.forms[: item.start]):
        return False
    if all(noun.end != item.end or noun.cost > _ITS_OWN for noun in heads):
        return False
    return item.end == len(sheet.forms) or sheet.forms[item.end] in _NO_OBJECT


def _of_one(sheet: Sheet, item: object, label: str) -> bool:
    """Whether a noun for someone who stands in a relationship only has its other end before it."""
    if not isinstance(item, RoleNoun) or item.kept is None:
        return False
    joins = [j for t, _, _ in item.types for j in sheet.lexicon.schema.relationships[t].joins]
    ends = {j.start if item.types[0][1] == "end" else j.end for j in joins}
    return ends == {label}


def points_back(sheet: Sheet, at: int) -> int:
    """Where *as they*, or as the club that was asked for, ends; 0 where something else is named.

    An agent in the same city *as the club*: nothing is said of the club that tells which one.
    """
    if sheet.forms[at : at + 1] != ("as",) or at + 1 >= len(sheet.forms):
        return 0
    if sheet.forms[at + 1] in THEY:
        return at + 2
    if sheet.forms[at + 1] != "the" or at + 2 >= len(sheet.forms):
        return 0
    before = [it for items in sheet.items[:at] for it in items if isinstance(it, Noun)]
    for item in sheet.items[at + 2] if before else ():
        end = item.end + (sheet.forms[item.end : item.end + 1] == ("itself",))
        over = all(form in _OVER for form in sheet.forms[end : end + 1])
        if isinstance(item, Noun) and not item.plural and over:
            nearest = max(before, key=lambda it: it.start).label
            if before[0].label == item.label != nearest:
                return end
    return 0


def put_sames(sheet: Sheet) -> None:
    """The same city as; the same year as; the same manager as."""
    for at in (i for i, form in enumerate(sheet.forms) if form == "same"):
        items = sheet.items[at + 1] if at + 1 < len(sheet.items) else []
        for item in items:
            if sheet.forms[item.end : item.end + 1] not in (("as",), ("of",)):
                continue
            if points_back(sheet, item.end):
                continue
            if isinstance(item, Noun):
                if not any(_lists(sheet, it, item) for it in items):
                    sheet.add(Function(at, item.end + 1, item.cost, "same", item.label))
            elif isinstance(item, PropertyWord):
                for name, cost in named_same(sheet, item):
                    sheet.add(Function(at, item.end + 1, item.cost + cost, "same", "." + name))
            elif isinstance(item, Verb):
                for type_, cost in item.types if item.end > at + 2 else ():
                    # The same registered address: the noun is the type's own.
                    ends = {j.end for j in sheet.lexicon.schema.relationships[type_].joins}
                    nouns = [it for it in sheet.items[item.end - 1] if isinstance(it, Noun)]
                    if ends & {noun.label for noun in nouns} and item.kept is None:
                        sheet.add(Function(at, item.end + 1, cost, "same", f"~{type_}|end"))
            elif isinstance(item, RoleNoun):
                for type_, role, cost in item.types:
                    kept = (item.kept.property, str(item.kept.value)) if item.kept else ()
                    told = "|".join(("~" + type_, role, *kept))
                    sheet.add(Function(at, item.end + 1, item.cost + cost, "same", told))


def _lists(sheet: Sheet, item: object, noun: Noun) -> bool:
    """Whether a noun's word more likely names a list of several such things."""
    return (
        isinstance(item, PropertyWord)
        and item.end == noun.end
        and any(
            c.cost < noun.cost and sheet.lexicon.kind(c.owner, c.property) == "list"
            for c in item.candidates
        )
    )


def named_same(sheet: Sheet, item: PropertyWord) -> list[tuple[str, float]]:
    """The properties that two can have the same of, with what it costs to mean one of them.

    None that are less likely meant than a list: one title that both have is not all titles of both.
    """
    costs: dict[str, float] = {}
    for found in sorted(item.candidates, key=lambda c: c.cost):
        costs.setdefault(found.property, found.cost)
    kinds = [(sheet.lexicon.kind(c.owner, c.property), c) for c in item.candidates]
    most = min((c.cost for kind, c in kinds if kind == "list"), default=9.0)
    lists = {c.property for kind, c in kinds if kind == "list"}
    return [(name, cost) for name, cost in costs.items() if cost <= most and name not in lists]


def put_said_again(sheet: Sheet) -> None:
    """Pays the highest salary, earns a wage of: the noun behind says what the verb does."""
    for at, items in enumerate(sheet.items):
        verbs = [it for it in items if isinstance(it, PropertyWord) and it.verbal]
        if sheet.forms[at : at + 1] and sheet.forms[at] in _GIVING and sheet.forms[at - 1] == "who":
            # Who pays it need not be who earns it.
            continue
        for verb in verbs:
            meant = {(c.owner, c.property) for c in verb.candidates}
            behind = (it for found in sheet.items[verb.end : verb.end + _NEAR] for it in found)
            nouns = [it for it in behind if isinstance(it, PropertyWord) and not it.verbal]
            # An opening year is not said twice: that is one name.
            named = {it.end for it in items if isinstance(it, PropertyWord)}
            nouns = [it for it in nouns if it.end not in named]
            if at and any(meant & {(c.owner, c.property) for c in it.candidates} for it in nouns):
                sheet.add(Skip(at, verb.end, _SAID_TWICE))
