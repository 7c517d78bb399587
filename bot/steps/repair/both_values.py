"""Both of two things on one node: diseases with both fever and a cough.

`(d)-[:PRESENTS]->(s) WHERE s.name = 'Fever' AND s.name = 'Cough'` finds nothing: no node has two
names. The second one takes a hop of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from bot.steps.repair.fix import Edit, Fix, literal, parts, quoted
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import (
    Binary,
    Constant,
    Element,
    Expression,
    GroupPattern,
    Match,
    Name,
    NodePattern,
    Path,
    Property,
    RelationshipPattern,
    conjuncts,
)
from memory.catalogue import say


def both_values(statement: Statement, known: Known) -> list[Fix]:
    """Ask for each of the two on a hop of its own."""
    matches = [part for part in parts(statement) if isinstance(part, Match) and not part.optional]
    if len(matches) != 1 or matches[0].where is None:
        return []
    for start, end, held, texts in _both(conjuncts(matches[0].where)):
        hop = _hop(statement, matches[0].paths, held, texts[1])
        if hop:
            first = f"{statement.text[held.start : held.end]} = {literal(texts[0])}"
            edit = Edit(start, end, f"{first} AND EXISTS {{ {hop} }}")
            told = say("both {one} and {other}, not one of them", one=texts[0], other=texts[1])
            return [Fix("both_values", told, (edit,))]
    return []


def _both(tests: list[Expression]) -> Iterator[tuple[int, int, Property, tuple[str, str]]]:
    """Where one property is to be two texts at once."""
    for test, following in pairwise(tests):
        found = _equal(test, following)
        if found is not None:
            yield test.start, following.end, *found


def _equal(left: Expression, right: Expression) -> tuple[Property, tuple[str, str]] | None:
    match left, right:
        case (
            Binary(
                operator="=",
                left=Property(base=Name(name=variable), name=name) as held,
                right=Constant(value=str(one)),
            ),
            Binary(
                operator="=",
                left=Property(base=Name(name=again), name=same),
                right=Constant(value=str(other)),
            ),
        ) if (variable, name) == (again, same) and one != other:
            return held, (one, other)
    return None


def _hop(statement: Statement, paths: tuple[Path, ...], held: Property, text: str) -> str:
    """The way to what has the property, from where it is asked about, with another text.

    "" where something else is asked of what has the property, too.
    """
    if not isinstance(held.base, Name) or _used_elsewhere(statement, held.base.name, held.name):
        return ""
    for path in paths:
        for elements in (path.elements, path.elements[::-1]):
            end = elements[-1]
            if isinstance(end, NodePattern) and end.variable == held.base.name:
                return _way(statement, elements, f"{{{quoted(held.name)}: {literal(text)}}}")
    return ""


def _way(statement: Statement, elements: tuple[Element, ...], entry: str) -> str:
    """A path back from its end to the first node that the statement speaks of again."""
    pieces = []
    for element in elements[::-1]:
        if element is elements[-1]:
            pieces.append(_anonymous(statement, element, entry))
        elif isinstance(element, NodePattern) and _spoken_of(statement, element.variable):
            pieces.append(f"({quoted(element.variable or '')})")
            forward = elements[0].start < elements[-1].start
            return "".join(pieces[::-1] if forward else pieces)
        else:
            pieces.append(_anonymous(statement, element))
        if not pieces[-1]:
            return ""
    return ""


def _anonymous(statement: Statement, element: Element, entry: str = "") -> str:
    """A node or relationship without its name; "" where it has more than a kind."""
    if isinstance(element, GroupPattern) or element.properties is not None or element.where:
        return ""
    text = statement.text[element.start : element.end]
    if isinstance(element, RelationshipPattern):
        return "" if _spoken_of(statement, element.variable) else _named(text, element.variable)
    labels = _named(text, element.variable).strip("()").strip()
    return f"({' '.join(filter(None, (labels, entry)))})"


def _named(text: str, variable: str | None) -> str:
    return re.sub(rf"(?<=[(\[])\s*{re.escape(variable)}\b", "", text) if variable else text


def _spoken_of(statement: Statement, variable: str | None) -> bool:
    """Whether an expression has the variable, wherever it stands."""
    return any(isinstance(part, Name) and part.name == variable for part in parts(statement))


def _used_elsewhere(statement: Statement, variable: str, name: str) -> bool:
    """Whether anything but the tests of that property speaks of a variable."""
    (where,) = [p.where for p in parts(statement) if isinstance(p, Match) and p.where is not None]
    tested = {
        id(part.base) for part in where.walk() if isinstance(part, Property) and part.name == name
    }
    return any(
        id(part) not in tested
        for part in parts(statement)
        if isinstance(part, Name) and part.name == variable
    )
