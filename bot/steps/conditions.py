"""The conditions of a statement one by one, and the statement without some of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.steps.repair.bindings import label_names
from bot.steps.repair.fix import Edit, Fix, apply, quoted
from guardrails.cypher import Statement, parse
from guardrails.syntax import (
    Binary,
    Branch,
    Call,
    Expression,
    MapOf,
    Match,
    Name,
    NodePattern,
    Part,
    Projection,
    Property,
    RelationshipPattern,
    conjuncts,
)
from guardrails.tokens import Unreadable


@dataclass(frozen=True, slots=True)
class Condition:
    """One test that must hold: `test` as an expression, `text` as Cypher that can stand alone.

    `entry` is the map of a pattern and the key, where it is written there, and `label` the label or
    type of that pattern.
    """

    test: Expression
    text: str
    entry: tuple[MapOf, str] | None = None
    label: str = ""

    @property
    def held(self) -> Property | None:
        """The property that it compares, if it is just one of a variable."""
        if not isinstance(self.test, Binary):
            return None
        left = [p for p in _outer(self.test.left) if isinstance(p, Property)]
        right = [p for p in _outer(self.test.right) if isinstance(p, Property)]
        both = [p for p in (*left, *right) if isinstance(p.base, Name)]
        return both[0] if len(both) == 1 else None


def conditions(statement: Statement, clauses: Sequence[Part]) -> list[Condition]:
    """What the clauses demand: each part of an AND, each entry of a pattern's map."""
    found: list[Condition] = []
    for clause in clauses:
        if isinstance(clause, Match) and not clause.optional:
            found += _of_maps(statement, clause)
        if isinstance(clause, Match | Projection) and clause.where is not None:
            if isinstance(clause, Match) and clause.optional:
                continue
            found += [
                Condition(test, statement.text[test.start : test.end])
                for test in conjuncts(clause.where)
            ]
    return found


def without(
    statement: Statement, dropped: Sequence[Condition], clauses: Sequence[Part] | None = None
) -> str:
    """The text of the statement, or of some of its clauses, with conditions taken out."""
    edits = [Edit(one.test.start, one.test.end, "true") for one in dropped if one.entry is None]
    maps = {id(one.entry[0]): one.entry[0] for one in dropped if one.entry is not None}
    for number, of_pattern in maps.items():
        gone = {one.entry[1] for one in dropped if one.entry and id(one.entry[0]) == number}
        edits.append(Edit(of_pattern.start, of_pattern.end, _map(statement, of_pattern, gone)))
    text = statement.text
    if clauses:
        start, end = clauses[0].start, clauses[-1].end
        text = text[start:end]
        edits = [
            Edit(edit.start - start, edit.end - start, edit.text)
            for edit in edits
            if start <= edit.start and edit.end <= end
        ]
    return apply(text, [Fix("without", "", tuple(edits))])[0] if edits else text


def branch_of(statement: Statement) -> Branch | None:
    """The one branch of a statement; None where UNION joins several."""
    branches = statement.query.branches
    return branches[0] if len(branches) == 1 else None


def returned(cypher: str) -> tuple[Statement, Branch, Projection] | None:
    """A statement that ends with what it returns by name, its branch, and that end; else None."""
    try:
        statement = parse(cypher)
    except Unreadable:
        return None
    branch = branch_of(statement)
    last = branch.clauses[-1] if branch is not None and branch.clauses else None
    if branch is None or not isinstance(last, Projection) or last.keyword != "RETURN" or last.star:
        return None
    return statement, branch, last


def _of_maps(statement: Statement, clause: Match) -> Iterator[Condition]:
    for element in (element for path in clause.paths for element in path.elements):
        if not isinstance(element, NodePattern | RelationshipPattern):
            continue
        of_pattern = element.properties
        if not isinstance(of_pattern, MapOf):
            continue
        named = label_names(element.labels if isinstance(element, NodePattern) else element.types)
        label = named[0] if named else ""
        for key, value in of_pattern.entries:
            name = element.variable or ""
            test = Binary("=", Property(Name(name), key), value, start=value.start, end=value.end)
            owner = f"{quoted(name)}." if name else ""
            text = f"{owner}{quoted(key)} = {statement.text[value.start : value.end]}"
            yield Condition(test, text, (of_pattern, key), label)


def _map(statement: Statement, of_pattern: MapOf, gone: Iterable[str]) -> str:
    kept = [
        f"{quoted(key)}: {statement.text[value.start : value.end]}"
        for key, value in of_pattern.entries
        if key not in set(gone)
    ]
    return "{" + ", ".join(kept) + "}" if kept else ""


def _outer(part: Part) -> Iterator[Part]:
    """The part and what its calls and operators are about, no deeper than a property."""
    yield part
    if isinstance(part, Call | Binary):
        for child in part.children():
            yield from _outer(child)
    elif isinstance(part, Property) and not isinstance(part.base, Name):
        yield from _outer(part.base)
