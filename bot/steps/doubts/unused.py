"""What a question says, and nothing in the statement stands for: a value, a number, a word."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import date

import lemminflect

from bot.events import Rows
from bot.reader.wanted import heard, rows_wanted, span_of
from bot.steps.doubts.asked import (
    Asked,
    akin,
    constants_of,
    property_names,
    said_in,
    stored_values,
    told_before,
)
from guardrails.cypher import Statement, parse
from guardrails.tokens import Unreadable
from memory.catalogue import say
from memory.conversation import ResultSet
from memory.english import FUNCTION_WORDS, NUMBER_WORDS, singular, stem
from memory.schema import LinkedValue
from memory.text import fold, split_name

_SURE = 1.0
_SHORTEST = 3
# What people call the parts of any graph.
_GRAPH_WORDS = frozenset(["graph", "database", "data"]) | {
    word + ending
    for word in ("node", "record", "attribute", "relationship")
    for ending in ("", "s")
}
_GRAPH_WORDS |= {"entity", "entities", "property", "properties"}
# What something serves as says how it is seen, not what is asked for: a city as their headquarters.
_ROLE = r"\bas\s+(?:an?|the|its|their|his|her|our|your)\s+(?:[\w-]+\s+)?{}\b"


def link_unused(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A stored value is named, and nothing in the statement stands for it."""
    said = said_in(statement) + told_before(asked, statement)
    for link in asked.linked:
        text = str(link.value)
        if link.score < _SURE or len(text) < _SHORTEST or not isinstance(link.value, str):
            continue
        if not _sure_name(link, asked):
            continue
        alike = [other for other in asked.linked if _over(other, link)]
        stems = {stem(word) for word in _texts(statement, link).split()}
        words = [word for other in alike for word in (other.text, other.value)]
        if not any(_mentions(said, stems, word) for word in words):
            held = f"{link.label}.{link.property}"
            return say("It does not ask for '{value}' ({name}).", value=text, name=held)
    return None


def number_unused(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A number of the question that is nowhere in the statement, nor next to one that is."""
    found = heard(asked.question)
    inside = [(link.start, link.end) for link in asked.linked if isinstance(link.value, str)]
    told = statement.text + told_before(asked, statement)
    said = {float(n) for n in re.findall(r"\d+(?:\.\d+)?", told)}
    said |= {float(x) for x in constants_of(statement) if isinstance(x, int | float)}
    wanted = rows_wanted(asked.question)
    for one in found.numbers:
        first, words = found.tokens[one.start], span_of(found, one)
        if any(start <= first.start < end for start, end in inside) or one.value == wanted:
            continue
        # A number in words is a bound where it is said so; "the two of them" is none.
        plain = first.kind == "word" and (one.operator is None or one.operator == "=")
        given = [x for x in (one.value, one.upper) if x is not None]
        values = [x.year if isinstance(x, date) else x for x in given]
        # 90 m may be metres, too.
        figures = {float(n) for n in re.findall(r"\d+(?:\.\d+)?", first.text.replace(",", ""))}
        used = all(_used(float(x), said) for x in values) or bool(figures & said)
        if one.cue != "sign" and not plain and not used:
            if first.kind == "word":
                return say("The “{words}” of the question is not used.", words=words)
            return say("The {number} of the question is not used.", number=first.text)
    return None


def set_unused(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """It goes on from an earlier answer, and the statement neither takes that nor what it held to.

    An answer that held to nothing (all films) need not be taken.
    """
    said = {fold(str(value)) for value in constants_of(statement)}
    for one in asked.sets:
        held = _held(one)
        if not held or told_before(asked, statement).strip():
            continue
        if not said & (held | {fold(name) for name in one.names}):
            return say("The question goes on from {name}, and this does not.", name=f"${one.name}")
    return None


def _held(one: ResultSet) -> set[str]:
    """The values of an earlier statement."""
    try:
        statement = parse(one.exchange.cypher or "")
    except Unreadable:
        return set()
    written = (*constants_of(statement), *one.exchange.parameters.values())
    return {fold(str(value)) for value in written}


def _used(value: float, said: set[float]) -> bool:
    """Whether it stands there, the next whole number, or the same in another unit."""
    if value <= 1 or {value, value + 1, value - 1, value / 100} & said:
        return True
    return any(n and _tens(n / value) for n in said)


def word_unused(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A noun or verb that neither schema nor values account for, and that the statement lacks.

    Adjectives and adverbs (high, still) are often said by a comparison.
    """
    word = unaccounted(asked, statement)
    return say("Nothing in it stands for “{word}”.", word=word) if word else None


def unaccounted(asked: Asked, statement: Statement) -> str:
    """The first such word; "" where there is none."""
    said = {*said_in(statement).split()}
    for word in asked.unread:
        folded = fold(word)
        told = len(folded) < _SHORTEST or folded in FUNCTION_WORDS | _GRAPH_WORDS
        told = told or re.search(_ROLE.format(re.escape(word)), asked.question, re.I) is not None
        if not told and not _by_the_way(folded) and not any(akin(folded, other) for other in said):
            return word
    return ""


def _by_the_way(word: str) -> bool:
    kinds = lemminflect.getAllLemmas(word)
    return "ADJ" in kinds or "ADV" in kinds or word in NUMBER_WORDS


def _mentions(said: str, stems: Collection[str], text: object) -> bool:
    """Whether a statement has a text, or a text or label of it has a telling part."""
    folded = fold(str(text))
    parts = [word for word in folded.split() if word not in FUNCTION_WORDS and len(word) > 1]
    return bool(folded) and (folded in said or any(stem(word) in stems for word in parts))


def _texts(statement: Statement, link: LinkedValue) -> str:
    """The words of a statement but the name of the property that has the value."""
    own = set(split_name(link.property))
    return " ".join(word for word in said_in(statement).split() if word not in own)


def _sure_name(link: LinkedValue, asked: Asked) -> bool:
    """Whether the words can hardly be meant otherwise.

    They are no function words, no words of a schema element, and written as a name, or the value is
    one of few.
    """
    words = fold(link.text).split()
    elements = (*asked.schema.labels, *asked.schema.relationships, *property_names(asked.schema))
    known = {stem(singular(word)) for name in elements for word in split_name(name)}
    if {stem(singular(word)) for word in words} <= known or set(words) <= FUNCTION_WORDS:
        return False
    named = any(letter.isupper() or letter.isdigit() for letter in link.text)
    listed = stored_values(asked.schema, link.label, link.property) is not None
    return listed or (named and (link.start > 0 or len(words) > 1))


def _over(other: LinkedValue, link: LinkedValue) -> bool:
    return other.start < link.end and link.start < other.end


def _tens(ratio: float) -> bool:
    """Whether numbers differ in their unit alone: thousands, millions, per cents."""
    return any(abs(ratio - power) < power * 1e-9 for power in (1e3, 1e6, 1e9, 60.0, 3600.0))
