"""Texts that are not stored the way the draft has them, or that belong somewhere else.

'sci-fi' becomes the stored 'Sci-Fi'; a name asked of Director that only a Person bears is asked of
that; a country's name asked of an organization is asked of the country it is joined to.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.direction import turn
from bot.steps.repair.fix import Edit, Fix, Source, literal, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.names import count
from bot.steps.repair.routes import Step, route
from bot.steps.repair.tests_of_value import (
    TextTest,
    condition_edits,
    holder_of,
    name_edit,
    text_tests,
)
from bot.steps.repair.text_forms import text_forms
from guardrails.cypher import Statement
from guardrails.syntax import LabelName, NodePattern
from memory.catalogue import say
from memory.english import singular
from memory.schema import LinkedValue
from memory.text import fold, split_name

_SAME = 0.9
_MISSPELT = 0.85
_MOST = 12


async def stored_values(statement: Statement, known: Known) -> list[Fix]:
    """Give the first text that is stored otherwise its stored form, or its place."""
    assert known.values is not None
    for test in list(text_tests(statement, known))[:_MOST]:
        links = whole(test.value, await known.values.lookup(f'"{test.value}"'))
        if any(link.value == test.value and _asked(link, test) for link in links):
            continue
        fix = _stored_form(statement, test, links)
        fix = fix or await _other_form(statement, known, test)
        fix = fix or _other_property(statement, known, test, links)
        fix = fix or _other_label(statement, known, test, links)
        fix = fix or _of_neighbour(statement, known, test, links)
        fix = fix or _elsewhere(statement, known, test, links)
        if fix is not None:
            return [fix]
    return []


def whole(value: str, links: Sequence[LinkedValue]) -> list[LinkedValue]:
    """The links that take in the whole text, texts only."""
    return [
        link
        for link in links
        if isinstance(link.value, str) and link.end - link.start >= len(value.strip())
    ]


def _asked(link: LinkedValue, test: TextTest) -> bool:
    return link.label in test.owners and link.property == test.name


def _stored_form(statement: Statement, test: TextTest, links: list[LinkedValue]) -> Fix | None:
    near = [link for link in links if _asked(link, test) and link.score >= _MISSPELT]
    stored = list(dict.fromkeys(str(link.value) for link in near))
    best = [link for link in near if link.score >= _SAME]
    if len(stored) != 1 and best:
        stored = list(dict.fromkeys(str(link.value) for link in best))
    if len(stored) != 1:
        return None
    text = literal(stored[0], statement.text[test.start])
    edit = Edit(test.start, test.end, text)
    return Fix("stored_value", say("{new} for {old}", new=stored[0], old=test.value), (edit,))


async def _other_form(statement: Statement, known: Known, test: TextTest) -> Fix | None:
    """The value as the graph writes it: '18:00' for '6 PM', 'Jazz' for the genre 'Jazz genre'."""
    assert known.values is not None
    for form in (*text_forms(test.value), *_bare(test)):
        for link in whole(form, await known.values.lookup(f'"{form}"')):
            if fold(str(link.value)) == fold(form) and _asked(link, test):
                text = literal(str(link.value), statement.text[test.start])
                edit = Edit(test.start, test.end, text)
                told = say("{new} for {old}", new=str(link.value), old=test.value)
                return Fix("stored_value", told, (edit,))
    return None


def _bare(test: TextTest) -> tuple[str, ...]:
    """The value without words that only say what it is."""
    kinds = {singular(word) for owner in test.owners for word in split_name(owner)}
    words = test.value.split()
    kept = [word for word in words if singular(fold(word)) not in kinds]
    return (" ".join(kept),) if 0 < len(kept) < len(words) else ()


def _other_property(
    statement: Statement, known: Known, test: TextTest, links: list[LinkedValue]
) -> Fix | None:
    """The value is stored in another property of the same label."""
    del known
    found = {link.property: link for link in links if link.label in test.owners and _sure(link)}
    if len(found) != 1:
        return None
    ((name, link),) = found.items()
    edit = name_edit(statement, test, name)
    if edit is None:
        return None
    edits = [edit]
    if link.value != test.value:
        text = literal(str(link.value), statement.text[test.start])
        edits.append(Edit(test.start, test.end, text))
    return Fix("value_place", _placed(link, name, test.name), tuple(edits))


def _other_label(
    statement: Statement, known: Known, test: TextTest, links: list[LinkedValue]
) -> Fix | None:
    """The value is borne by another label that fits the pattern as well."""
    node = test.node if isinstance(test.node, NodePattern) else _node(statement, test)
    if node is None or not isinstance(node.labels, LabelName):
        return None
    labels = {link.label: link for link in links if link.property == test.name and _sure(link)}
    bindings = bindings_of(statement.query, known.schema)
    fitting = []
    for label in labels:
        around = [hop for hop in bindings.hops if node in (hop.left, hop.right)]
        fits = [_joined(known, hop.types, label) for hop in around]
        if around and all(fits):
            fitting.append(label)
    if len(fitting) != 1:
        return None
    link = labels[fitting[0]]
    edits = [Edit(node.labels.start, node.labels.end, quoted(link.label))]
    if link.value != test.value:
        text = literal(str(link.value), statement.text[test.start])
        edits.append(Edit(test.start, test.end, text))
    told = _placed(link, link.label, node.labels.name)
    return Fix("value_place", told, tuple(edits))


def _joined(known: Known, types: tuple[str, ...], label: str) -> bool:
    """Whether one of the types begins or ends at the label."""
    return any(
        label in (join.start, join.end)
        for name in types
        if name in known.schema.relationships
        for join in known.schema.relationships[name].joins
    )


def _node(statement: Statement, test: TextTest) -> NodePattern | None:
    """The one labelled pattern of the variable."""
    found = [
        part
        for part in parts(statement)
        if isinstance(part, NodePattern)
        and part.variable is not None
        and quoted(part.variable) == test.holder
        and part.labels is not None
    ]
    return found[0] if len(found) == 1 else None


def _of_neighbour(
    statement: Statement, known: Known, test: TextTest, links: list[LinkedValue]
) -> Fix | None:
    """`(m)-[:IN_GENRE]->(:Genre {name: 'France'})`: the hop leads to the country instead."""
    node = test.node if isinstance(test.node, NodePattern) else _node(statement, test)
    if node is None or not isinstance(node.labels, LabelName):
        return None
    bindings = bindings_of(statement.query, known.schema)
    around = [hop for hop in bindings.hops if node in (hop.left, hop.right)]
    types = around[0].relationship.types if len(around) == 1 else None
    if not isinstance(types, LabelName):
        return None
    hop, uses = around[0], count(bindings.query, node.variable) if node.variable else 0
    if uses > (1 if test.entry is not None else 2) or hop.relationship.hops is not None:
        return None
    other = bindings.labels(hop.left if hop.right is node else hop.right)
    found: dict[Step, LinkedValue] = {}
    for link in links:
        if _sure(link) and link.label != node.labels.name and len(other) == 1:
            steps = route(known.schema, min(other), link.label, known.question or "")
            if steps is not None and len(steps) == 1:
                found[steps[0]] = link
    if len(found) != 1:
        return None
    (((type_, direction, label), link),) = found.items()
    renamed = name_edit(statement, test, link.property)
    if renamed is None:
        return None
    wanted = direction
    if hop.left is node:
        wanted = "<" if direction == ">" else ">"
    edits = [
        Edit(types.start, types.end, quoted(type_)),
        Edit(node.labels.start, node.labels.end, quoted(label)),
        Edit(test.start, test.end, literal(str(link.value), statement.text[test.start])),
        renamed,
    ]
    if hop.relationship.direction not in ("", wanted):
        edits.extend(turn(Source(statement), hop.relationship))
    told = _placed(link, label, node.labels.name)
    return Fix("value_place", told, tuple(edits))


def _elsewhere(
    statement: Statement, known: Known, test: TextTest, links: list[LinkedValue]
) -> Fix | None:
    """The value is borne by something that what is asked for is joined to."""
    if len(test.owners) != 1 or test.owners[0] not in known.schema.labels:
        return None
    owner = test.owners[0]
    hints = f"{known.question or ''} {test.name}"
    found = []
    for link in links:
        if not _sure(link) or link.label == owner:
            continue
        steps = route(known.schema, owner, link.label, hints)
        if steps is not None:
            found.append((len(steps), -link.score, link, steps))
    if not found:
        return None
    found.sort(key=lambda each: each[:2])
    if len(found) > 1 and found[1][:2] == found[0][:2] and found[1][2].label != found[0][2].label:
        return None
    _, _, link, steps = found[0]
    holder, edits = holder_of(statement, test)
    pattern = f"({holder})"
    for at, (type_, direction, label) in enumerate(steps):
        head, tail = ("<-", "-") if direction == "<" else ("-", "->")
        last = at + 1 == len(steps)
        held = f" {{{quoted(link.property)}: {literal(str(link.value))}}}" if last else ""
        pattern += f"{head}[:{quoted(type_)}]{tail}(:{quoted(label)}{held})"
    placed = condition_edits(statement, test, f"EXISTS {{ {pattern} }}")
    if placed is None:
        return None
    told = _placed(link, link.label, test.name)
    return Fix("value_place", told, (*edits, *placed))


def _placed(link: LinkedValue, kind: str, other: str) -> str:
    return say("{value} is a {kind}, not a {other}", value=str(link.value), kind=kind, other=other)


def _sure(link: LinkedValue) -> bool:
    return link.score >= _SAME
