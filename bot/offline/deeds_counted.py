"""How often it was done: visits are counted, and not the huts that were visited.

One may visit another many times. Where a noun for the deed is counted, or "how many times" is
said, each relationship counts; where the things at its end are counted by name, those do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from bot.offline.agency import makes
from bot.offline.english import to_english
from bot.offline.kinds import telling_properties
from bot.offline.lexicon import Lexicon, NounTarget, RelationTarget
from bot.offline.naming import free_name, node_names
from bot.offline.none_counts import merged
from bot.offline.thing_questions import things_in
from bot.offline.things import nouns_of
from bot.offline.tree_parts import walk
from bot.offline.words import parts, plural
from memory.query import (
    Aggregate,
    Attribute,
    Column,
    Comparison,
    Constant,
    Edge,
    Entity,
    Node,
    Query,
)
from memory.schema import Relationship, Schema
from memory.text import fold, split_name

# A noun that costs less names a label.
_KNOWN = 0.3
_COUNTED = (
    r"(?:how many|numbers? of|count of|most|fewest|least|more|fewer|less|than|exactly|only|no"
    r"|\d+|one|two|three|four|five|six|seven|eight|nine|ten)"
)
_TIMES = re.compile(
    r"\bhow (?:often|many times)\b|\bnumber of times\b|\b(?:most|least) (?:often|frequently)\b"
    r"|\b(?:times|twice|once)(?! (?:as|the|more|larger|bigger|higher|greater)\b)"
    r"|\bthe (?:most|least)(?= (?:by|in|at|from|since|during|on|to)\b|\W*\Z)",
    re.I,
)
_OFTEN = re.compile(r"\bhow (?:often|many times)\b|\bnumber of times\b", re.I)
_MOST_DONE = re.compile(r"\b(?:most|least) [a-z]+(?:ed|en|wn|ld|ght) [a-z]+", re.I)
# What tells how strong it is between two, of whom there is but one pair.
WEIGHTS = frozenset(["weight", "strength", "count", "times", "frequency", "occurrences"])


def deeds_counted(question: str, query: Query, lexicon: Lexicon) -> Query:
    """The tree with what was done counted, where the words count that and not what it was done to.

    The number of calls at a port, not of the ships that called there.
    """
    if not any(_is_count(part) for part in walk(query)):
        return query
    words = fold(question)
    nouns = {t.type: t.label.lower() for t in things_in(question, lexicon)}
    nouns = {t: x for t, x in nouns.items() if _counts(words, x) and not _is_doer(x, lexicon)}
    often = _OFTEN.search(words) is not None
    times = often or bool(_TIMES.search(words) or _MOST_DONE.search(words))
    if not (nouns or times):
        return query
    if query.source is not None:
        source = _recount(words, query.source, nouns, lexicon, times=times, often=often)
        query = _if_said(query, replace(query, source=source), lexicon)
    counted = _recount(words, query, nouns, lexicon, times=times, often=often)
    return _if_said(query, counted, lexicon)


def _if_said(query: Query, counted: Query, lexicon: Lexicon) -> Query:
    """The tree with deeds counted, where its reading in English says that they are."""
    own = {e.variable for e in walk(counted) if isinstance(e, Edge)}
    own -= {e.variable for e in walk(query) if isinstance(e, Edge)}
    told = to_english(merged(counted), lexicon.schema).lower() if own else ""
    nouns = [name.rstrip("0123456789") for name in own]
    said = all(re.search(rf"\b(?:{x}|{plural(x)})\b", told) for x in nouns)
    return counted if said else query


def _recount(
    words: str,
    query: Query,
    nouns: dict[str, str],
    lexicon: Lexicon,
    *,
    times: bool,
    often: bool,
) -> Query:
    """The tree with what was done counted, without what leads to it."""
    for node in _counted(query):
        named = _is_counted(words, node, [*nouns.values()], lexicon)
        if named or (times and not nouns and node.variable == query.subject and not often):
            continue
        for edge in _at(query, node.variable):
            type_ = edge.types[0]
            known = lexicon.schema.relationships[type_]
            noun = nouns.get(type_) or (deed_noun(type_) if times else "")
            if noun and len(edge.types) == 1 and repeats(known):
                return _recounted(query, node.variable, edge, noun)
    return query


def deed_noun(type_: str) -> str:
    """What doing it once is called: a visit; no noun without a plural: acting."""
    return next((noun for noun in nouns_of(type_) if "NOUN" in parts(plural(noun))), "")


def _is_doer(noun: str, lexicon: Lexicon) -> bool:
    """Whether a noun is for who does it, too: a sponsor."""
    known = lexicon.lookup((noun,)) | lexicon.lookup((plural(noun),))
    return any(isinstance(t, RelationTarget) and t.form != "verb" for t in known)


def _is_count(part: object) -> bool:
    return isinstance(part, Aggregate) and part.function == "count"


def repeats(known: Relationship) -> bool:
    """Whether one may do it to another more than once: something is told of each time."""
    names = {word for name in known.properties for word in split_name(name)}
    return bool(names) and not names & WEIGHTS and not makes(known.type)


def _counts(words: str, noun: str) -> bool:
    """Whether a number stands before a noun, or before one that stands before it: bus stops."""
    forms = f"(?:{re.escape(noun)}|{re.escape(plural(noun))})"
    return re.search(rf"\b{_COUNTED} (?:[a-z]+ ){{0,2}}{forms}\b", words) is not None


def _is_counted(words: str, node: Node, deeds: list[str], lexicon: Lexicon) -> bool:
    """Whether the words count what is at the end of what was done, by its name."""
    after = "|".join(re.escape(plural(deed)) for deed in deeds)
    after = rf"(?! (?:{after})\b)" if after else ""
    for found in re.finditer(rf"\b{_COUNTED} (?:[a-z]+ )?(?P<noun>[a-z]+)\b{after}", words):
        known = lexicon.lookup((found["noun"],)).items()
        if any(t == NounTarget(x) and c < _KNOWN for t, c in known for x in node.labels):
            return True
    return False


def _counted(query: Query) -> Iterator[Node]:
    """The nodes that are counted, and neither shown nor grouped by."""
    counted = {
        part.operand.variable
        for where in (query.columns, query.order, query.having)
        for part in walk(where)
        if isinstance(part, Aggregate) and _is_count(part) and isinstance(part.operand, Entity)
    }
    patterns = [query.pattern, *([query.optional] if query.optional else [])]
    for node in (n for p in patterns for n in p.nodes):
        if node.variable in counted and node.variable not in query.distinct_on and node.labels:
            yield node


def _at(query: Query, variable: str) -> list[Edge]:
    """The relationship by which a node is there, or of several what joins it to what has rows."""
    patterns = [query.pattern, *([query.optional] if query.optional else [])]
    edges = [e for p in patterns for e in p.edges if variable in (e.start, e.end)]
    if len({e.types for e in edges}) < len(edges):
        # Who acted with them the most: what both did is counted.
        return []
    if len(edges) > 1:
        edges = [e for e in edges if {e.start, e.end} - {variable} <= {*query.distinct_on}]
    plain = [e for e in edges if e.hops == (1, 1) and len(e.types) == 1 and not e.variable]
    return plain if len(edges) == 1 else []


def _recounted(query: Query, counted: str, edge: Edge, noun: str) -> Query:
    """The tree with a relationship counted for the node at its end."""
    (name,) = node_names([noun.title()])
    taken = {getattr(part, "variable", "") for part in walk(query)}
    name = free_name(name, taken)
    changed: Query = _changed(query, counted, edge, name)
    columns = tuple(
        Column(c.operand, c.name if c == old else plural(noun).replace(" ", "_"))
        if _is_count(c.operand)
        else c
        for c, old in zip(changed.columns, query.columns, strict=True)
    )
    subject = name if query.subject == counted else query.subject
    return replace(changed, columns=columns, subject=subject)


def _changed(part: Any, counted: str, edge: Edge, name: str) -> Any:
    if isinstance(part, tuple):
        return tuple(_changed(one, counted, edge, name) for one in part)
    if part == edge:
        return replace(edge, variable=name)
    if isinstance(part, Aggregate) and _is_count(part) and part.operand == Entity(counted):
        return replace(part, operand=Entity(name), distinct=True)
    if not is_dataclass(part) or isinstance(part, type):
        return part
    made = {f.name: _changed(getattr(part, f.name), counted, edge, name) for f in fields(part)}
    return replace(part, **made)


def counts_one_named(question: str, query: Query, lexicon: Lexicon) -> bool:
    """Whether one is counted who is named, where it is asked how often they did something."""
    if _OFTEN.search(fold(question)) is None or query.form != "count":
        return False
    named = {
        test.left.variable
        for test in query.pattern.where
        if isinstance(test, Comparison)
        and isinstance(test.left, Attribute)
        and test.operator == "="
        and isinstance(test.right, Constant)
        and isinstance(test.right.value, str)
        and _names_one(test.left, query, lexicon.schema)
    }
    columns = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
    counted = {c.operand.variable for c in columns if isinstance(c.operand, Entity)}
    return bool(counted & named) and deeds_counted(question, query, lexicon) == query


def _names_one(told: Attribute, query: Query, schema: Schema) -> bool:
    """Whether a property tells what one is called."""
    labels = next((n.labels for n in query.pattern.nodes if n.variable == told.variable), ())
    return any(told.property in telling_properties(schema.labels[x]) for x in labels)
