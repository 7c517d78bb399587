"""Words that a model's query looks for in a text ("f.synopsis CONTAINS 'heist'"), as a topic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from bot.steps.by_text import ByText, Texts
from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Edit, Fix, apply, quoted
from bot.steps.topic import Topic
from bot.steps.write import Draft
from guardrails.cypher import Statement, parse
from guardrails.syntax import (
    Binary,
    Call,
    Constant,
    Expression,
    Match,
    Name,
    NodePattern,
    Property,
)
from guardrails.tokens import Unreadable
from memory.passages import TextProperty, content_words
from memory.query import Node, Pattern, Query
from memory.schema import Schema
from memory.text import fold

_TESTS = ("CONTAINS", "STARTS WITH", "ENDS WITH", "=", "=~")
_CASES = ("tolower", "toupper", "lower", "upper", "trim")
# What a regular expression adds to the words that it looks for.
_WILD = ("(?i)", "(?is)", ".*", "^", "$", "\\b")


@dataclass(frozen=True, slots=True)
class _Test:
    """A test of a variable's property for words."""

    whole: Binary
    variable: str
    property: str
    words: str


def written_words(
    question: str, draft: Draft, schema: Schema, texts: Texts | None
) -> tuple[Draft, ByText] | None:
    """The words that a draft looks for in the texts of one node.

    Returns:
        The draft without the tests for them, and what the texts are to be searched for; None where
        it looks for none, or for words that nobody said.
    """
    if texts is None:
        return None
    try:
        statement = parse(draft.cypher)
    except Unreadable:
        return None
    bindings = bindings_of(statement.query, schema)
    found: list[tuple[_Test, tuple[TextProperty, ...]]] = []
    for test in _tests(statement):
        labels = bindings.of(test.variable) if bindings.certain(test.variable) else ()
        held = tuple(one for label in labels for one in texts.of(label, schema))
        if len(labels) == 1 and test.property in {one.property for one in held}:
            found.append((test, held))
    if not found or len({test.variable for test, _ in found}) > 1:
        return None
    words = " ".join(dict.fromkeys(test.words for test, _ in found))
    asked, said = fold(question), content_words(words)
    if not said or not all(fold(word) in asked for word in said):
        return None
    edits = tuple(
        Edit(t.whole.start, t.whole.end, f"{quoted(t.variable)}.{quoted(t.property)} IS NOT NULL")
        for t, _ in found
    )
    test, held = found[0]
    cypher, _ = apply(statement.text, [Fix("words", "taken as a topic", edits)])
    label = bindings.of(test.variable)[0]
    query = Query(Pattern((Node(test.variable, (label,)),)), (), test.variable)
    alone = _is_bare(statement, len(found))
    part = ByText(Topic("about", words, 0, 0), query, "", test.variable, held, None, alone)
    left = "" if fold(draft.unaccounted) in fold(words) else draft.unaccounted
    return replace(draft, cypher=cypher, unaccounted=left), part


def looked_for(words: Iterable[str], cypher: str) -> bool:
    """Whether a statement tests properties for all of some words, or for how these begin.

    >>> looked_for(["dinosaur island"], "MATCH (n) WHERE n.t CONTAINS 'dinosa' RETURN n")
    False
    >>> looked_for(["the dinosaurs"], "MATCH (n) WHERE n.t CONTAINS 'dinosa' RETURN n")
    True
    """
    try:
        statement = parse(cypher)
    except Unreadable:
        return False
    tested = [word for test in _tests(statement) for word in content_words(test.words)]
    said = content_words(" ".join(words))
    return bool(said) and all(word.startswith(tuple(tested)) for word in said)


def _tests(statement: Statement) -> Iterator[_Test]:
    """The tests for words that what is matched must or may pass, those under NOT left out."""
    for clause in statement.query.branches[0].clauses:
        if isinstance(clause, Match) and not clause.optional and clause.where is not None:
            for leaf in _leaves(clause.where):
                if isinstance(leaf, Binary) and (test := _test(leaf)) is not None:
                    yield test


def _leaves(condition: Expression) -> Iterator[Expression]:
    if isinstance(condition, Binary) and condition.operator in ("AND", "OR"):
        yield from _leaves(condition.left)
        yield from _leaves(condition.right)
    else:
        yield condition


def _test(test: Binary) -> _Test | None:
    held, value = _plain(test.left), _plain(test.right)
    if test.operator not in _TESTS or not isinstance(value, Constant):
        return None
    if not isinstance(held, Property) or not isinstance(held.base, Name):
        return None
    if not isinstance(value.value, str):
        return None
    words = value.value
    if test.operator == "=~":
        for wild in _WILD:
            words = words.replace(wild, " ")
    return _Test(test, held.base.name, held.name, " ".join(words.split()))


def _plain(operand: Expression) -> Expression:
    """What a change of case is made to."""
    while isinstance(operand, Call) and operand.function.lower() in _CASES and operand.arguments:
        operand = operand.arguments[0]
    return operand


def _is_bare(statement: Statement, tests: int) -> bool:
    """Whether a statement matches the one node, holds it to these tests alone, and lists it."""
    match, *rest = statement.query.branches[0].clauses
    if len(statement.query.branches) > 1 or len(rest) != 1 or not isinstance(match, Match):
        return False
    path, where = match.paths[0].elements, match.where
    if len(match.paths) > 1 or len(path) > 1 or where is None:
        return False
    node = path[0]
    if not isinstance(node, NodePattern) or node.properties or node.where:
        return False
    listed = not any(isinstance(part, Call) for part in rest[0].walk())
    return listed and len(list(_leaves(where))) == tests
