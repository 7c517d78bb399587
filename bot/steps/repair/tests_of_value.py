"""The places where a statement tests a property for a text: `{name: 'x'}`, `n.name = 'x'`, IN."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.steps.repair.bindings import Bindings, bindings_of, label_names
from bot.steps.repair.fix import Edit, Source, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.names import maps_of, named
from bot.steps.repair.tokens_of import (
    PatternMap,
    tokens_of,
    with_condition,
    without_entry,
)
from guardrails.cypher import Statement
from guardrails.syntax import (
    Binary,
    Constant,
    ListOf,
    Name,
    NodePattern,
    Property,
    RelationshipPattern,
)


@dataclass(frozen=True, slots=True)
class TextTest:
    """One text that a property is to equal.

    `owners` are the labels (or types) the property's holder can have; `start` to `end` is the text
    as written, with its quotes. `node` is the pattern where the test stands in a map (`entry` says
    which one), `whole` the comparison elsewhere; `listed` is one of several after IN.
    """

    owners: tuple[str, ...]
    name: str
    value: str
    start: int
    end: int
    holder: str | None = None
    node: NodePattern | RelationshipPattern | None = None
    entry: tuple[PatternMap, int] | None = None
    whole: Binary | None = None
    listed: bool = False


def text_tests(statement: Statement, known: Known) -> Iterator[TextTest]:
    """Every test of a property for equality with a text."""
    bindings = bindings_of(statement.query, known.schema)
    yield from _in_maps(statement, known, bindings)
    for part in parts(statement):
        if not isinstance(part, Binary) or part.operator not in ("=", "IN"):
            continue
        held, value = part.left, part.right
        if isinstance(held, Constant):
            held, value = value, held
        if not isinstance(held, Property) or not isinstance(held.base, Name):
            continue
        owners = bindings.of(held.base.name) if bindings.certain(held.base.name) else ()
        texts = value.items if isinstance(value, ListOf) else (value,)
        for text in texts:
            if isinstance(text, Constant) and isinstance(text.value, str) and owners:
                yield TextTest(
                    owners,
                    held.name,
                    text.value,
                    text.start,
                    text.end,
                    holder=quoted(held.base.name),
                    whole=part,
                    listed=isinstance(value, ListOf),
                )


def _in_maps(statement: Statement, known: Known, bindings: Bindings) -> Iterator[TextTest]:
    tokens = tokens_of(statement.text)
    for part, found in maps_of(statement):
        if isinstance(part, NodePattern):
            owners = tuple(sorted(bindings.labels(part)))
            if len(owners) == len(known.schema.labels) > 1:
                continue
        else:
            owners = label_names(part.types)
        for key, first, last in found.entries:
            if last - first == 1 and tokens[first].kind == "string":
                value, written = tokens[first], tokens[key]
                yield TextTest(
                    owners,
                    written.text if written.kind == "word" else written.value,
                    value.value,
                    value.start,
                    value.end,
                    node=part,
                    entry=(found, key),
                )


def name_edit(statement: Statement, test: TextTest, name: str) -> Edit | None:
    """The edit that asks another property of the same holder."""
    if test.entry is not None:
        token = tokens_of(statement.text)[test.entry[1]]
        return Edit(token.start, token.end, quoted(name))
    if test.whole is None or test.listed:
        return None
    held = test.whole.left if isinstance(test.whole.left, Property) else test.whole.right
    token = Source(statement).inside(held.start, held.end)[-1]
    return Edit(token.start, token.end, quoted(name))


def holder_of(statement: Statement, test: TextTest) -> tuple[str, tuple[Edit, ...]]:
    """The variable whose property is tested, with the edits that give it a name if need be."""
    if test.holder is not None:
        return test.holder, ()
    assert test.node is not None
    return named(Source(statement), test.node)


def condition_edits(
    statement: Statement, test: TextTest, condition: str
) -> tuple[Edit, ...] | None:
    """The edits that put a condition in the test's place."""
    if test.whole is not None:
        return None if test.listed else (Edit(test.whole.start, test.whole.end, condition),)
    assert test.entry is not None
    found, key = test.entry
    tokens = tokens_of(statement.text)
    added = with_condition(tokens, found.bracket, condition)
    return None if added is None else (without_entry(tokens, found, key), *added)
