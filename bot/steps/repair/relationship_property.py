"""`m.REVIEWED.summary`: a relationship read as if it were a property of the node."""

from __future__ import annotations

from itertools import pairwise

from bot.steps.repair.bindings import Bindings, Hop, bindings_of, label_names
from bot.steps.repair.fix import Edit, Fix, Source, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.likeness import nearest
from bot.steps.repair.misjoined import fresh
from bot.steps.repair.names import named, neighbours
from bot.steps.repair.tokens_of import tokens_of, with_condition
from guardrails.cypher import Statement
from guardrails.syntax import Match, Name, Property, RelationshipPattern
from memory.catalogue import say


def relationship_property(statement: Statement, known: Known) -> list[Fix]:
    """Read the property from the relationship that the pattern has, or match it first."""
    source, bindings = Source(statement), bindings_of(statement.query, known.schema)
    for part in parts(statement):
        if not isinstance(part, Property) or not isinstance(part.base, Property):
            continue
        inner = part.base
        if not isinstance(inner.base, Name) or not bindings.is_node(inner.base.name):
            continue
        types = known.schema.relationships
        type_ = inner.name if inner.name in types else nearest(inner.name, types)
        if type_ is None or known.property_of(bindings.of(inner.base.name), inner.name):
            continue
        node = inner.base.name
        if not known.property_of((type_,), part.name):
            beside = neighbours(bindings, known, node, part.name)
            held = [one for one in beside if isinstance(one, RelationshipPattern)]
            if len(held) == 1:
                name, edits = named(source, held[0])
                told = say("{name} of the relationship that has it", name=part.name)
                edit = Edit(inner.start, inner.end, name)
                return [Fix("relationship_property", told, (*edits, edit))]
        for hop in bindings.hops:
            ends = (hop.left.variable, hop.right.variable)
            if type_ in hop.types and node in ends and hop.relationship.hops is None:
                name, edits = named(source, hop.relationship)
                edit = Edit(inner.start, inner.end, name)
                told = say("{name} of the relationship {type}", name=part.name, type=type_)
                return [Fix("relationship_property", told, (*edits, edit))]
        return _matched(statement, source, inner, part.name, type_)
    return []


def _matched(
    statement: Statement, source: Source, inner: Property, name: str, type_: str
) -> list[Fix]:
    assert isinstance(inner.base, Name)
    node = inner.base.name
    for clause in statement.query.branches[0].clauses:
        if isinstance(clause, Match) and any(
            getattr(part, "variable", None) == node for part in clause.walk()
        ):
            variable = fresh(source.text, "r")
            place = clause.paths[-1].end
            pattern = f", ({quoted(node)})-[{variable}:{quoted(type_)}]-()"
            edits = (Edit(place, place, pattern), Edit(inner.start, inner.end, variable))
            told = say("{name} of the relationship {type}", name=name, type=type_)
            return [Fix("relationship_property", told, edits)]
    return []


def relationship_node(statement: Statement, known: Known) -> list[Fix]:
    """`(u)-[:WROTE]->(r:Review)-[:OF]->(m)` where REVIEWED joins the two: one relationship."""
    source, bindings = Source(statement), bindings_of(statement.query, known.schema)
    schema = known.schema
    found = list(bindings.hops)
    for first, second in pairwise(found):
        middle = first.right
        if first.path is not second.path or second.left is not middle:
            continue
        names = label_names(middle.labels)
        if len(names) != 1 or names[0] in schema.labels:
            continue
        fix = _collapsed(source, bindings, first, second, names[0])
        if fix is not None:
            return [fix]
    return []


def _collapsed(
    source: Source, bindings: Bindings, first: Hop, second: Hop, label: str
) -> Fix | None:
    between = bindings.types_between(bindings.labels(first.left), bindings.labels(second.right))
    names = list(dict.fromkeys(name for name, _ in between))
    type_ = names[0] if len(names) == 1 else nearest(label, names)
    if type_ is None:
        return None
    direction = next(way for name, way in between if name == type_)
    node = first.right
    variable = quoted(node.variable) if node.variable else ""
    held = source.of(node.properties.start, node.properties.end) if node.properties else ""
    inside = f"{variable}:{quoted(type_)}{' ' + held if held else ''}"
    arrow = f"<-[{inside}]-" if direction == "<" else f"-[{inside}]->"
    edits = [Edit(first.relationship.start, second.relationship.end, arrow)]
    if node.where is not None:
        text = source.of(node.where.start, node.where.end)
        added = with_condition(tokens_of(source.text), source.index(first.path.start), text)
        if added is None:
            return None
        edits.extend(added)
    told = say("{label} is the relationship {type}", label=label, type=type_)
    return Fix("relationship_node", told, tuple(edits))
