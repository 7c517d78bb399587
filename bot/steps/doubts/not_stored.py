"""What the graph cannot have: a name or a path that its schema lacks, a value no node holds."""

from __future__ import annotations

from bot.events import Rows
from bot.steps.doubts.asked import Asked, stored_values
from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.known import Known
from bot.steps.repair.tests_of_value import text_tests
from bot.steps.unknown_names import unknown_names
from guardrails.cypher import Statement
from guardrails.syntax import Binary, Constant, LabelName, Name, NodePattern, Property
from memory.text import fold

_TOLD = 2


def unknown_name(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A label, relationship type or property that the schema lacks."""
    unknown = list(dict.fromkeys(unknown_names(statement, asked.schema)))[:_TOLD]
    return " ".join(one.instead(asked.schema) for one in unknown) or None


def impossible_path(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A hop that the schema has in neither direction, or only the other way round."""
    bindings = bindings_of(statement.query, asked.schema)
    for hop in bindings.hops:
        if bindings.possible(hop) or not asked.schema.relationships.keys() >= set(hop.types):
            continue
        types = "|".join(hop.types) or "a relationship"
        left, right = (_labels(node) for node in (hop.left, hop.right))
        if bindings.possible(hop, turned=True):
            return f"{types} runs the other way between {left} and {right}."
        return f"No {types} joins {left} and {right}."
    return None


def unstored_value(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A text that is none of the values which the property has, all of which are known."""
    excluded = [
        (part.left.name, part.right.value, part.left.base.name)
        for part in statement.query.walk()
        if isinstance(part, Binary)
        and part.operator in ("<>", "!=")
        and isinstance(part.left, Property)
        and isinstance(part.left.base, Name)
        and isinstance(part.right, Constant)
    ]
    bindings = bindings_of(statement.query, asked.schema)
    tests = [(t.owners, t.name, t.value) for t in text_tests(statement, Known(asked.schema))]
    tests += [
        (bindings.of(v), name, value) for name, value, v in excluded if isinstance(value, str)
    ]
    for owners, name, value in tests:
        known = [stored_values(asked.schema, owner, name) for owner in owners]
        if known and all(known) and not any(value in (values or ()) for values in known):
            near = [v for v in known[0] or () if fold(str(v)) == fold(value)]
            hint = f"; stored is '{near[0]}'" if near else ""
            return f"No {owners[0]}.{name} is '{value}'{hint}."
    return None


def _labels(node: NodePattern) -> str:
    names = [part.name for part in node.walk() if isinstance(part, LabelName)]
    return "|".join(names) or f"({node.variable or ''})"
