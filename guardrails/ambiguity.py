"""One name, several individuals: asks which is meant, where their answers differ.

A name is ambiguous only if it is used as one: the property nearly identifies its nodes (a surname
or a genre does not), it fits a handful of them, the question is about something of the individual,
and at least two of them have an answer, not the same one.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, TypeAlias

from guardrails.nouns import plural, spoken
from guardrails.offer import Offer, rows_text
from guardrails.phrases import is_participle
from guardrails.portrait import is_technical, name_property
from guardrails.scope import Redirect
from memory.query import AllOf, Attribute, Comparison, Condition, Constant, Node, Query
from memory.schema import Label, Property, Scalar, Schema
from memory.text import split_name

Row: TypeAlias = tuple[Any, ...]
Probe: TypeAlias = Callable[[str, Mapping[str, Any]], Awaitable[Sequence[Row]]]
Answer: TypeAlias = Callable[[Query], Awaitable[Sequence[Row]]]
Ask: TypeAlias = Callable[[str], Awaitable[Sequence[Row] | None]]

# More than so many of one name are a set, not a mistaken individual.
_HANDFUL = 5
_FEW = 40
# The share of different values from which on a property identifies.
_IDENTIFIES = 0.8
_FILTER = r"\b(?:named|called|with (?:the |a )?(?:name|title)|whose (?:name|title))\b"


@dataclass(frozen=True, slots=True)
class _Named:
    """A variable held to one value of a property, and the label that has the property."""

    variable: str
    label: Label
    conditions: tuple[tuple[str, Scalar], ...]

    @property
    def text(self) -> str:
        """The name as people say it."""
        return " ".join(str(value) for _, value in self.conditions)


async def find_ambiguity(
    question: str, query: Query, schema: Schema, probe: Probe, answer: Answer, ask: Ask
) -> Redirect | None:
    """The redirect that asks which individual is meant, or None where there is nothing to ask.

    Args:
        question: the standalone question.
        query: its reading.
        schema: labels and properties.
        probe: runs a reading statement with parameters; its rows.
        answer: runs a query tree; its rows.
        ask: reads a question and runs it; None where it cannot be read.
    """
    for named in _individuals(question, query, schema):
        meanings = await _meanings(named, probe)
        if len(meanings) < 2:
            continue
        answers = [await answer(_narrowed(query, named, prop, value)) for prop, value in meanings]
        told = [(m, rows) for m, rows in zip(meanings, answers, strict=True) if not _empty(rows)]
        if len({_bag(rows) for _, rows in told}) < 2:
            continue
        offers = [await _offer(question, named, *meaning, rows, ask) for meaning, rows in told]
        return Redirect("ambiguous", "several", (named.text,), offers=tuple(offers))
    return None


def _individuals(question: str, query: Query, schema: Schema) -> list[_Named]:
    """The names in the query that stand for one node each."""
    found: dict[str, list[tuple[str, Scalar]]] = {}
    for condition in _flat(query.pattern.where):
        match condition:
            case Comparison(Attribute(variable, prop), "=", Constant(value), nodes=()) if (
                isinstance(value, str)
            ):
                found.setdefault(variable, []).append((prop, value))
    named = []
    for node in query.pattern.nodes:
        label = _label(question, node, schema)
        conditions = tuple(found.get(node.variable, ()))
        if label is None or not conditions:
            continue
        name = " ".join(str(value) for _, value in conditions)
        if _is_a_set(question, query, node.variable, label, name):
            continue
        if len(conditions) > 1 or _identifies(label, conditions[0][0]):
            named.append(_Named(node.variable, label, conditions))
    return named


def _label(question: str, node: Node, schema: Schema) -> Label | None:
    """The node's label; the more general one where the question did not name it (Person, Actor)."""
    label = schema.labels.get(node.labels[0]) if node.labels else None
    if label is None or re.search(rf"\b{re.escape(spoken(label.name))}", question, re.I):
        return label
    wider = [schema.labels[name] for name in label.implies if name in schema.labels]
    return max(wider, key=lambda one: one.count, default=label)


def _flat(conditions: Sequence[Condition]) -> list[Condition]:
    flat: list[Condition] = []
    for condition in conditions:
        flat += _flat(condition.conditions) if isinstance(condition, AllOf) else [condition]
    return flat


def _identifies(label: Label, prop: str) -> bool:
    known = label.properties.get(prop)
    if known is None or known.type != "STRING" or not label.count:
        return False
    having = label.count * (1 - known.null_share)
    return known.distinct >= _IDENTIFIES * having or known.distinct > 1000


def _is_a_set(question: str, query: Query, variable: str, label: Label, name: str) -> bool:
    """Whether all bearers of the name are asked for: "people named X", "how many are called X"."""
    if re.search(r"[\"'“«‘]\s*" + re.escape(name) + r"\s*[\"'”»’](?!\w)", question, re.I):
        return True  # in quotation marks it is a value to look for, not somebody we know
    many = re.escape(plural(spoken(label.name)))
    if re.search(rf"\b(?:{many}|people|everyone|all|anyone)\b.*{_FILTER}", question, re.I):
        return True
    if query.subject != variable or query.form not in ("list", "count"):
        return False
    traits = [column.operand for column in query.columns]
    naming = name_property(label)
    named = naming.name if naming else ""
    return not all(isinstance(one, Attribute) and one.property != named for one in traits)


async def _meanings(named: _Named, probe: Probe) -> list[tuple[str, Scalar | None]]:
    """(property, value) that tells each bearer from the others; empty where there is only one."""
    properties = _telling(named)
    if not properties:
        return []
    tests = " AND ".join(f"n.{_tick(p)} = $v{i}" for i, (p, _) in enumerate(named.conditions))
    columns = ", ".join(f"n.{_tick(p.name)}" for p in properties)
    rows = await probe(
        f"MATCH (n:{_tick(named.label.name)}) WHERE {tests} RETURN {columns} LIMIT {_HANDFUL + 1}",
        {f"v{i}": value for i, (_, value) in enumerate(named.conditions)},
    )
    if not 1 < len(rows) <= _HANDFUL:
        return []
    for index, prop in enumerate(properties):
        values = [row[index] for row in rows]
        if len({str(v) for v in values}) == len(values) and values.count(None) == 0:
            return [(prop.name, value) for value in values]
    return []


def _telling(named: _Named) -> list[Property]:
    """Properties that could tell namesakes apart, most natural first: dates, years, short texts."""
    held = {name for name, _ in named.conditions}

    def order(prop: Property) -> tuple[bool, float]:
        return (not _is_moment(prop), prop.null_share)

    found = [
        p
        for p in named.label.properties.values()
        if p.name not in held and not is_technical(p) and (_is_moment(p) or _is_kind(p))
    ]
    return sorted(found, key=order)


def _is_moment(prop: Property) -> bool:
    """A date, or a year: what people tell namesakes apart by."""
    dated = prop.type.startswith(("DATE", "LOCAL D", "ZONED")) or is_participle(prop.name)
    year = prop.type == "INTEGER" and set(split_name(prop.name)) & {"year", "built", "founded"}
    return dated or bool(year)


def _is_kind(prop: Property) -> bool:
    """One of a few short texts, such as a role or a country."""
    return prop.type == "STRING" and bool(prop.values) and len(prop.values or ()) <= _FEW


def _tick(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _narrowed(query: Query, named: _Named, prop: str, value: Scalar | None) -> Query:
    test = (
        Comparison(Attribute(named.variable, prop), "IS NULL")
        if value is None
        else Comparison(
            Attribute(named.variable, prop), "=", Constant(_constant(value, prop, named))
        )
    )
    nodes = tuple(
        replace(node, labels=(named.label.name,)) if node.variable == named.variable else node
        for node in query.pattern.nodes
    )
    pattern = replace(query.pattern, nodes=nodes, where=(*query.pattern.where, test))
    return replace(query, pattern=pattern)


def _constant(value: Scalar, prop: str, named: _Named) -> Scalar:
    """Rows give dates as ISO text; a condition needs the date itself."""
    known = named.label.properties.get(prop)
    if known is not None and known.type == "DATE" and isinstance(value, str):
        return date.fromisoformat(value)
    return value


def _empty(rows: Sequence[Row]) -> bool:
    return all(all(value in (None, 0, False, []) for value in row) for row in rows)


def _bag(rows: Sequence[Row]) -> tuple[str, ...]:
    return tuple(sorted(map(repr, rows)))


async def _offer(
    question: str,
    named: _Named,
    prop: str,
    value: Scalar | None,
    rows: Sequence[Row],
    ask: Ask,
) -> Offer:
    """The whole question with what tells the individual; the first wording that gives its rows."""
    label = f"{named.text} ({_hints(prop, value)[0]}: {rows_text(rows)})"
    wordings = [_worded(question, named, hint) for hint in _hints(prop, value)]
    for wording in wordings:
        found = await ask(wording)
        if found is not None and _bag(found) == _bag(rows):
            return Offer(label, wording)
    return Offer(label, wordings[0])


def _hints(prop: str, value: Scalar | None) -> list[str]:
    """What goes into the brackets behind the name: "born 1930", "1984", "city Leeds"."""
    name = spoken(prop)
    year = re.match(r"\d{4}", str(value))
    hints = []
    if year and re.search(r"birth|born", name):
        hints.append(f"born {year.group()}")
        hints.append(f"born on {value}")
    elif year and "year" in name:
        hints += [str(value), f"from {value}"]
    elif year and len(str(value)) == 10:
        hints += [year.group(), f"{name} {value}"]
    hints.append(f"{name} {value}")
    return list(dict.fromkeys(hints))


def _worded(question: str, named: _Named, hint: str) -> str:
    pattern = r"\s+".join(re.escape(part) for part in named.text.split())
    found = re.search(rf"(?<!\w){pattern}(?!\w)", question, re.I)
    if not found:
        return f"{question.rstrip(' ?.!')} ({named.text}, {hint})?"
    return f"{question[: found.end()]} ({hint}){question[found.end() :]}"
