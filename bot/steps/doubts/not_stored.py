"""What the graph cannot have: a name or a path that its schema lacks, a value no node holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from bot.events import Rows
from bot.steps.doubts.asked import Asked, stored_values
from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.known import Known
from bot.steps.repair.tests_of_value import text_tests
from bot.steps.unknown_names import unknown_names
from guardrails.cypher import Statement
from guardrails.syntax import Binary, Constant, LabelName, Name, NodePattern, Property
from memory.catalogue import marked, say, together
from memory.text import fold

_TOLD = 2
# How a property is held against a part of a text, and how that is said.
_COMPARED: Mapping[str, tuple[Callable[[str, str], bool], str]] = {
    "CONTAINS": (str.__contains__, marked("No {name} contains '{value}'")),
    "STARTS WITH": (str.startswith, marked("No {name} starts with '{value}'")),
    "ENDS WITH": (str.endswith, marked("No {name} ends with '{value}'")),
}
_EQUAL = (str.__eq__, marked("No {name} is '{value}'"))


def unknown_name(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A label, relationship type or property that the schema lacks."""
    unknown = list(dict.fromkeys(unknown_names(statement, asked.schema)))[:_TOLD]
    return together([one.instead(asked.schema) for one in unknown]) or None


def impossible_path(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A hop that the schema has in neither direction, or only the other way round."""
    bindings = bindings_of(statement.query, asked.schema)
    for hop in bindings.hops:
        if bindings.possible(hop) or not asked.schema.relationships.keys() >= set(hop.types):
            continue
        types = "|".join(hop.types) or "a relationship"
        left, right = (_labels(node) for node in (hop.left, hop.right))
        if bindings.possible(hop, turned=True):
            return say(
                "{types} runs the other way between {one} and {other}.",
                types=types,
                one=left,
                other=right,
            )
        return say("No {types} joins {one} and {other}.", types=types, one=left, other=right)
    return None


def unstored_value(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A text that is none of the values which the property has, all of which are known."""
    bindings = bindings_of(statement.query, asked.schema)
    # The index may know of more than the schema, which was read before.
    linked = {(one.label, one.property): str(one.value) for one in asked.linked}
    equal = (("=", t.owners, t.name, t.value) for t in text_tests(statement, Known(asked.schema)))
    other = (
        (how, bindings.of(variable), name, value)
        for how, variable, name, value in _compared(statement)
    )
    for how, owners, name, value in (*equal, *other):
        known = [stored_values(asked.schema, owner, name) for owner in owners]
        stored = [str(one) for values in known for one in values or ()]
        stored += [linked[owner, name] for owner in owners if (owner, name) in linked]
        met, said = _COMPARED.get(how, _EQUAL)
        if known and all(known) and not any(met(one, value) for one in stored):
            near = [one for one in stored if fold(one) == fold(value)]
            told = say(said, name=f"{owners[0]}.{name}", value=value)
            if near:
                return say("{problem}; stored is '{value}'.", problem=told, value=near[0])
            return say("{problem}.", problem=told)
    return None


def _compared(statement: Statement) -> Iterator[tuple[str, str, str, str]]:
    """(operator, variable, property, text) of what text_tests leaves out: other comparisons."""
    for part in statement.query.walk():
        if (
            isinstance(part, Binary)
            and part.operator in ("<>", "!=", *_COMPARED)
            and isinstance(part.left, Property)
            and isinstance(part.left.base, Name)
            and isinstance(part.right, Constant)
            and isinstance(part.right.value, str)
        ):
            yield part.operator, part.left.base.name, part.left.name, part.right.value


def _labels(node: NodePattern) -> str:
    names = [part.name for part in node.walk() if isinstance(part, LabelName)]
    return "|".join(names) or f"({node.variable or ''})"
