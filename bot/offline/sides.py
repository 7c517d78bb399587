"""The two sides of what goes from one to another: payer and payee, from_account and to_account.

A side is told by a property of the event (payer_bank) or by a relationship of it (TO_ACCOUNT).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from bot.offline.data import load
from bot.offline.happenings import is_event
from bot.offline.kinds import kind_of
from bot.offline.words import lemmas, plural
from memory.query import Comparison, Constant, Query
from memory.schema import Join, Label, Schema
from memory.text import fold, split_name
from memory.tree_edits import attributes_of

AWAY, TOWARDS = "away", "towards"
_OTHER = {AWAY: TOWARDS, TOWARDS: AWAY}
# The accounts that a payment goes to.
_ENDS = {
    AWAY: re.compile(r"\b(?:come|comes|came|coming) from\W*\Z"),
    TOWARDS: re.compile(r"\b(?:go|goes|went|going) to\W*\Z"),
}


@dataclass(frozen=True, slots=True)
class Side:
    """Who gives or takes: a property of the event, or a relationship to (or from) a label."""

    name: str
    label: str = ""
    outgoing: bool = True


@dataclass(frozen=True, slots=True)
class Flow:
    """An event with both sides told: a payment, a consignment."""

    label: str
    givers: tuple[Side, ...]
    takers: tuple[Side, ...]


def side_of(name: str) -> str:
    """Which side a property or a relationship is named for, if for any.

    >>> side_of("payer_bank_country"), side_of("TO_ACCOUNT"), side_of("amount")
    ('away', 'towards', '')
    """
    words = {form for word in split_name(name) for form in (word, *lemmas(word))}
    first, said = split_name(name)[0], load("directions")
    away = bool(words & {*said["givers"]}) or first in said["ending_away"]
    towards = bool(words & {*said["takers"]}) or first == "to"
    return "" if away == towards else AWAY if away else TOWARDS


def flows(schema: Schema) -> list[Flow]:
    """The events of a schema that go from one to another."""
    joined: dict[str, list[tuple[str, Join]]] = defaultdict(list)
    for type_, join in schema.joins():
        for end in {join.start, join.end}:
            joined[end].append((type_, join))
    found = []
    for label in schema.labels.values():
        sides = list(_sides(label, joined[label.name]))
        ways = [tuple(s for way, s in sides if way == one) for one in (AWAY, TOWARDS)]
        if all(ways):
            found.append(Flow(label.name, *ways))
    return found


def _sides(label: Label, joins: list[tuple[str, Join]]) -> Iterator[tuple[str, Side]]:
    for property in label.properties.values():
        way = side_of(property.name)
        if way and kind_of(property) == "text":
            yield way, Side(property.name)
    told = {side_of(t): join.end for t, join in joins if join.start == label.name}
    for type_, join in joins:
        if join.start == label.name and (way := side_of(type_)):
            yield way, Side(type_, join.end)
        elif join.start == told.get(TOWARDS) and AWAY not in told and _starts(type_, label):
            # Who placed it, where it is told to whom it goes.
            yield AWAY, Side(type_, join.start, outgoing=False)


def _starts(type_: str, label: Label) -> bool:
    said = {*lemmas(split_name(type_)[0])} & {*load("directions")["starting"]}
    return bool(said) and is_event(label.name)


def _roles(name: str) -> set[str]:
    """The words of a name that are for a side, in both numbers."""
    known = {*load("directions")["givers"], *load("directions")["takers"]}
    own = {word for word in split_name(name) if known & {word, *lemmas(word)}}
    return own | {plural(word) for word in own}


def turned_round(question: str, query: Query) -> bool:
    """Whether what is *from X* is told as what X takes, or what is *to X* as what X gives."""
    said = fold(question)
    ways = {side_of(type_) for edge in query.pattern.edges for type_ in edge.types}
    for way, ends in _ENDS.items():
        if _OTHER[way] in ways and way not in ways and ends.search(said):
            return True
    for test in query.pattern.where:
        if not isinstance(test, Comparison) or not isinstance(test.right, Constant):
            continue
        values = test.right.value if isinstance(test.right.value, tuple) else (test.right.value,)
        for attribute in attributes_of(test.left):
            way = side_of(attribute.property)
            if not way or {*said.split()} & _roles(attribute.property):
                # Beneficiaries from Malta are of the side that they are named for.
                continue
            word = {AWAY: "to", TOWARDS: "from"}[way]
            if any(re.search(rf"\b{word} {re.escape(fold(str(v)))}\b", said) for v in values):
                return True
    return False
