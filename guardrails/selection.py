"""Whole nodes and relationships that a statement returns, replaced by what of them may be seen."""

from __future__ import annotations

from guardrails.cypher import parse
from guardrails.elements import Element, Private, alternatives
from guardrails.privacy import hidden
from guardrails.syntax import Item, Name, NodePattern, Projection, Query, RelationshipPattern
from guardrails.tokens import Unreadable
from memory.schema import Label, Relationship, Schema

_MOST_PROPERTIES = 40


def select_visible(text: str, schema: Schema) -> str:
    """The statement with returned elements that have something hidden as maps of their properties.

    Only what is bound by a pattern that names label or type is replaced; the rest is left to the
    check of the statement. Where nothing is hidden, the text stays as it is.

    >>> from memory.schema import Property
    >>> person = Label("Person", 1, {"name": Property("name", ("STRING",))})
    >>> graph = Schema({"Person": person}, hidden=("Person.email",))
    >>> select_visible("MATCH (p:Person) RETURN p", graph)
    "MATCH (p:Person) RETURN p {_labels: ['Person'], .`name`} AS p"
    """
    if not schema.hidden:
        return text
    try:
        query = parse(text).query
    except Unreadable:
        return text
    private = Private(hidden(",".join(schema.hidden)), schema)
    edits = [
        (item.start, item.end, shown)
        for item in _returned(query)
        if isinstance(item.expression, Name)
        and (shown := _shown(item, item.expression.name, query, private, schema))
    ]
    for start, end, shown in sorted(edits, reverse=True):
        text = text[:start] + shown + text[end:]
    return text


def _returned(query: Query) -> list[Item]:
    return [
        item
        for branch in query.branches
        for clause in branch.clauses
        if isinstance(clause, Projection) and clause.keyword == "RETURN"
        for item in clause.items
    ]


def _shown(item: Item, name: str, query: Query, private: Private, schema: Schema) -> str:
    """The map for a returned variable; empty where it is no such element."""
    labels: dict[str, None] = {}
    types: dict[str, None] = {}
    for part in query.walk():
        match part:
            case NodePattern(variable=variable, labels=expression) if variable == name:
                labels |= dict.fromkeys(n for one in alternatives(expression) for n in sorted(one))
            case RelationshipPattern(variable=variable, types=expression, hops=None) if (
                variable == name
            ):
                types |= dict.fromkeys(n for one in alternatives(expression) for n in sorted(one))
    if bool(labels) == bool(types):
        return ""
    kind, names = ("node", labels) if labels else ("relationship", types)
    element = Element(kind, frozenset(names))  # type: ignore[arg-type]
    known = schema.labels if labels else schema.relationships
    found: list[Label | Relationship] = [known[n] for n in names if n in known]
    if len(found) < len(names) or not private.hides_any(element):
        return ""
    properties = list(dict.fromkeys(p for one in found for p in one.properties))
    marks = ", ".join("'" + n.replace("\\", "\\\\").replace("'", "\\'") + "'" for n in names)
    head = f"_labels: [{marks}]" if labels else f"_type: {marks.split(',')[0]}"
    entries = [head, *(f".{_quoted(p)}" for p in properties[:_MOST_PROPERTIES])]
    return f"{_quoted_name(name)} {{{', '.join(entries)}}} AS {_quoted_name(item.alias or name)}"


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _quoted_name(name: str) -> str:
    return name if name.isidentifier() else _quoted(name)
