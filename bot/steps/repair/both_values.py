"""Both of two things, where a draft asks for either: diseases with both fever and a cough.

`(d)-[:PRESENTS]->(s) WHERE s.name IN ['Fever', 'Cough']` finds those with one of them, and
`s.name = 'Fever' AND s.name = 'Cough'` finds nothing. The second one takes a hop of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.steps.repair.fix import Edit, Fix, literal, parts, quoted
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import (
    Binary,
    Constant,
    Expression,
    ListOf,
    Match,
    Name,
    NodePattern,
    Path,
    Property,
    RelationshipPattern,
    conjuncts,
)
from memory.text import fold

_BOTH = re.compile(r"\bboth\b", re.IGNORECASE)
# "List both dramas and comedies" wants either.
_LISTED = re.compile(
    r"\s*(?:list|show|find|give|name|return|get|which|what)(?:\s+(?:me|all|the))*\s+both\b",
    re.IGNORECASE,
)


def both_values(statement: Statement, known: Known) -> list[Fix]:
    """Ask for each of the two on a hop of its own."""
    question = known.question or ""
    if not _BOTH.search(question) or _LISTED.match(question):
        return []
    matches = [part for part in parts(statement) if isinstance(part, Match) and not part.optional]
    if len(matches) != 1 or matches[0].where is None:
        return []
    for start, end, held, texts in _either(conjuncts(matches[0].where)):
        if not all(fold(text) in fold(question) for text in texts):
            continue
        hop = _hop(statement, matches[0].paths, held, texts[1])
        if hop:
            first = f"{statement.text[held.start : held.end]} = {literal(texts[0])}"
            edit = Edit(start, end, f"{first} AND EXISTS {{ {hop} }}")
            told = f"both {texts[0]} and {texts[1]}, not one of them"
            return [Fix("both_values", told, (edit,))]
    return []


def _either(tests: list[Expression]) -> Iterator[tuple[int, int, Property, tuple[str, str]]]:
    """Where one property is asked for one of two texts, or for two at once."""
    for test, following in zip(tests, [*tests[1:], None], strict=True):
        match test:
            case Binary(
                operator="IN",
                left=Property() as held,
                right=ListOf(items=(Constant(value=str(one)), Constant(value=str(other)))),
            ):
                yield test.start, test.end, held, (one, other)
            case Binary(operator="OR", left=left, right=right):
                found = _equal(left, right)
                if found is not None:
                    yield test.start, test.end, *found
        found = _equal(test, following)
        if found is not None and following is not None:
            yield test.start, following.end, *found


def _equal(left: Expression, right: Expression | None) -> tuple[Property, tuple[str, str]] | None:
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
    """The last hop to what has the property, with another text; "" where it is no last hop."""
    if not isinstance(held.base, Name):
        return ""
    variable = held.base.name
    if _used_elsewhere(statement, variable, held.name):
        return ""
    for path in paths:
        elements = path.elements
        if len(elements) < 3 or path.selector:
            continue
        for end, hop, start in (elements[-1:-4:-1], elements[:3]):
            if (
                isinstance(end, NodePattern)
                and isinstance(start, NodePattern)
                and isinstance(hop, RelationshipPattern)
                and end.variable == variable
                and start.variable
                and not hop.variable
                and end.properties is None
            ):
                labels = statement.text[end.start : end.end].strip("()")
                labels = labels.removeprefix(variable).strip()
                other = f"({labels} {{{quoted(held.name)}: {literal(text)}}})"
                way = statement.text[hop.start : hop.end]
                ends = (f"({quoted(start.variable)})", other)
                return way.join(ends if end is elements[-1] else ends[::-1])
    return ""


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
