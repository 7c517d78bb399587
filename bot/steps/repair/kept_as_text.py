"""Numbers and truths that a graph keeps as texts: '9' sorts behind '101', 'true' is never true.

The schema's stored values tell them. Numbers are read as such where they are sorted, compared or
summed up; a truth is compared with the text that stands for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.steps.repair.bindings import Bindings, bindings_of
from bot.steps.repair.fix import Edit, Fix, Source, literal, parts
from bot.steps.repair.known import Known
from bot.steps.repair.tokens_of import pattern_maps, tokens_of
from bot.stored.kinds import kind_of
from guardrails.cypher import Statement
from guardrails.syntax import (
    Binary,
    Call,
    Constant,
    Expression,
    Match,
    Name,
    NodePattern,
    Part,
    Projection,
    Unary,
    conjuncts,
)
from guardrails.syntax import Property as Read
from memory.catalogue import say
from memory.schema import Property

_SUMMED = frozenset({"sum", "avg", "max", "min", "stdev", "stdevp"})
_ORDERED = ("<", "<=", ">", ">=")
_NUMBER = re.compile(r"\s*-?\d+(\.\d+)?\s*")
_TRUE = frozenset({"true", "yes", "y", "t", "on", "1"})
_FALSE = frozenset({"false", "no", "n", "f", "off", "0"})


def numbers_as_text(statement: Statement, known: Known) -> list[Fix]:
    """Read texts as numbers where they are sorted by, compared, or summed up."""
    texts = _Texts(statement, known)
    found: list[Fix] = []
    for part in parts(statement):
        if isinstance(part, Projection):
            found += _sorted(part, texts)
        elif isinstance(part, Call) and part.function.lower() in _SUMMED and part.arguments:
            found += [texts.as_number(part.arguments[0])] if texts.number(part.arguments[0]) else []
        elif isinstance(part, Binary) and part.operator in _ORDERED:
            found += _compared(part, texts)
    return found


def truths_as_text(statement: Statement, known: Known) -> list[Fix]:
    """Compare a truth kept as a text, or as 0 and 1, with what stands for it."""
    texts, found = _Texts(statement, known), list[Fix]()
    for part in parts(statement):
        if isinstance(part, Binary) and part.operator in ("=", "<>", "!="):
            for held, value in ((part.left, part.right), (part.right, part.left)):
                made = texts.truth(held, value.value) if isinstance(value, Constant) else None
                if made is not None and made != texts.source.of(value.start, value.end):
                    found.append(_truth_fix(texts, held, Edit(value.start, value.end, made)))
        elif isinstance(part, Match | Projection):
            for test in conjuncts(part.where):
                alone = test.operand if isinstance(test, Unary) else test
                made = texts.truth(alone, True)
                if made is not None:
                    found.append(_truth_fix(texts, alone, Edit(alone.end, alone.end, f" = {made}")))
    return found + list(_entries(statement, texts))


class _Texts:
    """What the schema tells of a statement's properties."""

    def __init__(self, statement: Statement, known: Known) -> None:
        self.source = Source(statement)
        self.known = known
        self.bindings: Bindings = bindings_of(statement.query, known.schema)

    def property_of(self, part: Part | None) -> Property | None:
        """The stored property that `variable.property` reads, where that is certain."""
        if not isinstance(part, Read) or not isinstance(part.base, Name):
            return None
        name = part.base.name
        owners = self.bindings.of(name) if self.bindings.certain(name) else ()
        return self.known.property_of(owners, part.name)

    def number(self, part: Part | None) -> bool:
        """Whether it is a number kept as a text."""
        held = self.property_of(part)
        return held is not None and is_number_text(held)

    def as_number(self, part: Part, shown: Part | None = None) -> Fix:
        """The text read as a number."""
        shown = shown or part
        name = self.source.of(shown.start, shown.end)
        edits = (Edit(part.start, part.start, "toFloat("), Edit(part.end, part.end, ")"))
        told = say("{name} holds numbers as texts: read as numbers", name=name)
        return Fix("value_type", told, edits)

    def truth(self, part: Part, value: object) -> str | None:
        """What stands for a truth in the property, as Cypher writes it; None where it has none."""
        held = self.property_of(part)
        return stored_truth(held, value) if held is not None else None


def is_number_text(held: Property) -> bool:
    """Return whether a property keeps numbers as texts.

    >>> is_number_text(Property("crew", ("STRING",), ("12", "9")))
    True
    >>> is_number_text(Property("phone", ("STRING",), ("5551234",)))
    False
    """
    return held.types == ("STRING",) and kind_of(held) in ("number_text", "year_text")


def stored_truth(held: Property, value: object) -> str | None:
    """Return what stands for a truth among the values of a property, as Cypher writes it.

    >>> stored_truth(Property("open", ("STRING",), values=("No", "Yes")), True)
    "'Yes'"
    >>> stored_truth(Property("open", ("BOOLEAN",), values=(False, True)), True) is None
    True
    """
    wanted, kept = _truth(value), held.values or held.examples
    if wanted is None or held.type not in ("STRING", "INTEGER") or not 0 < len(kept) <= 3:
        return None
    as_kept = value in kept and isinstance(value, type(kept[0])) and not isinstance(value, bool)
    if as_kept or any(_truth(each) is None for each in kept):
        return None
    found = next((each for each in kept if _truth(each) is wanted), None)
    return literal(found) if isinstance(found, str) else None if found is None else str(found)


def _truth(value: object) -> bool | None:
    text = str(value).strip().lower() if isinstance(value, str | bool | int) else ""
    return True if text in _TRUE else False if text in _FALSE else None


def _truth_fix(texts: _Texts, held: Part, edit: Edit) -> Fix:
    name, shown = texts.source.of(held.start, held.end), edit.text.removeprefix(" = ")
    told = say("{name} is kept as a text or number: {value}", name=name, value=shown)
    return Fix("value_type", told, (edit,))


def _sorted(clause: Projection, texts: _Texts) -> Iterator[Fix]:
    columns = {item.alias: item.expression for item in clause.items if item.alias}
    for key in clause.order:
        part: Expression = key.expression
        held = columns.get(part.name, part) if isinstance(part, Name) else part
        if texts.number(held):
            yield texts.as_number(part, held)


def _compared(part: Binary, texts: _Texts) -> Iterator[Fix]:
    """Two such properties, one with a number's property, or one with a number in quotes."""
    for held, other in ((part.left, part.right), (part.right, part.left)):
        if not texts.number(held):
            continue
        against = texts.property_of(other)
        value = other.value if isinstance(other, Constant) else None
        if isinstance(value, str) and _NUMBER.fullmatch(value):
            fix = texts.as_number(held)
            bare = Edit(other.start, other.end, value.strip())
            yield Fix(fix.name, fix.explanation, (*fix.edits, bare))
        elif against is not None and (is_number_text(against) or against.type in _NUMBERS):
            yield texts.as_number(held)


_NUMBERS = ("INTEGER", "FLOAT")


def _entries(statement: Statement, texts: _Texts) -> Iterator[Fix]:
    """The same in the maps of nodes: `{active: true}`."""
    tokens = tokens_of(statement.text)
    owners = {
        part.properties.start: tuple(texts.bindings.labels(part))
        for part in parts(statement)
        if isinstance(part, NodePattern) and part.properties is not None and part.labels is not None
    }
    for found in pattern_maps(tokens):
        for key, first, last in found.entries:
            held = texts.known.property_of(
                owners.get(tokens[found.opens].start, ()), tokens[key].text
            )
            value = _READ.get(tokens[first].value) if tokens[first].kind == "word" else None
            made = stored_truth(held, value) if held is not None and last - first == 1 else None
            if made is not None:
                edit = Edit(tokens[first].start, tokens[first].end, made)
                told = say("{name} is kept as {value}", name=tokens[key].text, value=made)
                yield Fix("value_type", told, (edit,))


_READ = {"TRUE": True, "FALSE": False}
